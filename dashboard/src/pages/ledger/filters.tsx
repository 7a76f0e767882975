/** Filters of the postings, held in the page's address. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { overviewQuery } from '../../api/queries.ts'
import { CURRENCY_CODES } from '../../format/currency.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { HOUSE_PLACES, placeTitle } from '../home/places.ts'

export function PostingFilters() {
  const { before: _, ...shown } = useSearch({ from: '/ledger' })
  const navigate = useNavigate({ from: '/ledger' })
  const set = (changes: Partial<typeof shown>) =>
    navigate({ search: { ...shown, ...changes }, replace: true, resetScroll: false })
  return (
    <search className="mb-3 grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-3">
      <PlaceField value={shown.place} onChange={(place) => set({ place })} />
      <SelectField
        label="Currency"
        value={shown.currency ?? ''}
        onChange={(currency) => set({ currency: currency || undefined })}
      >
        <option value="">All</option>
        {CURRENCY_CODES.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
      <SearchField
        label="Payment"
        placeholder="Transaction:…"
        value={shown.cause ?? ''}
        onChange={(cause) => set({ cause: cause || undefined })}
      />
    </search>
  )
}

interface PlaceFieldProps {
  readonly value: string | undefined
  readonly onChange: (place: string | undefined) => void
}

function PlaceField({ value, onChange }: PlaceFieldProps) {
  const { data } = useQuery(overviewQuery)
  const accounts = data?.accounts ?? []
  const isListed = value === undefined || HOUSE_PLACES.includes(value) || accounts.some(({ id }) => id === value)
  return (
    <SelectField label="Account" value={value ?? ''} onChange={(place) => onChange(place || undefined)}>
      <option value="">All</option>
      {!isListed && <option value={value}>{value}</option>}
      <optgroup label="House accounts">
        {HOUSE_PLACES.map((place) => (
          <option key={place} value={place}>
            {placeTitle(place)}
          </option>
        ))}
      </optgroup>
      <optgroup label="Accounts">
        {accounts.map(({ id, ownerName, balance }) => (
          <option key={id} value={id}>
            {ownerName} {balance.currency.code}
          </option>
        ))}
      </optgroup>
    </SelectField>
  )
}
