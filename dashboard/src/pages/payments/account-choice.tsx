/** Radio list for one account of many. */
import { useId, useState } from 'react'
import type { Party } from '../../../../contract/accounts/parties.ts'
import type { CurrencyAmount } from '../../../../contract/elements.ts'
import { Money } from '../../ui/money.tsx'

export type AccountOption = Omit<Party, 'ownerName'> & { readonly holds?: CurrencyAmount }

interface AccountChoiceProps {
  readonly legend: string
  readonly options: readonly AccountOption[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
  readonly fault?: string | undefined
}

/** With more options than these, a search field is shown. */
const FILTER_FROM = 6

export function AccountChoice({ legend, options, selected, onSelect, fault }: AccountChoiceProps) {
  const [filter, setFilter] = useState('')
  const name = useId()
  const words = filter.toLowerCase().split(/\s+/)
  const shown = options.filter(
    (option) =>
      option.id === selected ||
      words.every((word) => `${option.name} ${option.detail} ${option.currency}`.toLowerCase().includes(word)),
  )
  const { external = [], internal = [] } = Object.groupBy(shown, ({ isExternal }) =>
    isExternal ? 'external' : 'internal',
  )
  const groups = [
    { title: 'External accounts', held: external },
    { title: 'Internal accounts', held: internal },
  ].filter(({ held }) => held.length > 0)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {options.length > FILTER_FROM && (
        <input
          type="search"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          placeholder="Search by name or currency"
          aria-label={`Search in ${legend}`}
          className="rounded-lg border border-edge bg-surface px-4 py-2 placeholder:text-muted"
        />
      )}
      <div className="-m-1 flex max-h-72 flex-col gap-1.5 overflow-y-auto p-1">
        {groups.map(({ title, held }) => (
          <div key={title} className="flex flex-col gap-1.5">
            {groups.length > 1 && <p className="pt-1 text-sm text-muted">{title}</p>}
            {held.map((option) => (
              <Option
                key={option.id}
                name={name}
                option={option}
                isSelected={option.id === selected}
                onSelect={onSelect}
              />
            ))}
          </div>
        ))}
        {shown.length === 0 && <p className="py-2 text-muted">No matching accounts.</p>}
      </div>
      {fault && (
        <p role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

function Option({
  name,
  option,
  isSelected,
  onSelect,
}: {
  name: string
  option: AccountOption
  isSelected: boolean
  onSelect: (id: string) => void
}) {
  return (
    <label className="flex items-center gap-3 rounded-lg border border-line px-4 py-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={name}
        value={option.id}
        checked={isSelected}
        onChange={() => onSelect(option.id)}
        className="size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{option.name}</span>
        <span className="block truncate text-sm text-muted">{option.detail}</span>
      </span>
      {option.holds ? <Money of={option.holds} /> : <span className="text-sm text-muted">{option.currency}</span>}
    </label>
  )
}
