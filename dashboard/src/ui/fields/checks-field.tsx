/** Checkboxes of which several may be chosen; the choice is one text, separated by commas. */
import { choiceWord } from '../../format/words.ts'
import { type FieldFrameProps, FieldNote } from './field-frame.tsx'

interface ChecksFieldProps extends FieldFrameProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choices: readonly string[]
}

export function ChecksField({ label, hint, fault, faultCode, value, onChange, choices }: ChecksFieldProps) {
  const chosen = value.split(', ').filter((one) => one !== '')
  const toggle = (choice: string) =>
    onChange(choices.filter((each) => chosen.includes(each) !== (each === choice)).join(', '))
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {choices.map((choice) => (
          <label key={choice} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={() => toggle(choice)}
              aria-invalid={fault !== undefined}
              className="size-4 shrink-0 accent-accent"
            />
            {choiceWord(choice)}
          </label>
        ))}
      </div>
      {(fault ?? hint) && (
        <div className="mt-1">
          <FieldNote hint={hint} fault={fault} faultCode={faultCode} />
        </div>
      )}
    </fieldset>
  )
}
