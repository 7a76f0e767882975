/** Radio cards: one choice of a few, each with an explanation. */
import { useId } from 'react'

interface ChoiceCardsProps<Value extends string> {
  readonly legend: string
  readonly options: readonly { readonly value: Value; readonly title: string; readonly detail?: string | undefined }[]
  readonly selected: Value | undefined
  readonly onSelect: (value: Value) => void
}

export function ChoiceCards<Value extends string>({ legend, options, selected, onSelect }: ChoiceCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ value, title, detail }) => (
          <label
            key={value}
            className="flex items-center gap-3 rounded-lg border border-line px-4 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === selected}
              onChange={() => onSelect(value)}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="block font-medium">{title}</span>
              {detail && <span className="block text-sm text-muted">{detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
