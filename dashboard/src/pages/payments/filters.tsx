/** Filters of the payments, held in the page's address. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { customerQuery } from '../../api/customers.ts'
import { customersQuery } from '../../api/external-accounts.ts'
import { overviewQuery, type PaymentFilter } from '../../api/queries.ts'
import { decimalsOf } from '../../format/currency.ts'
import { customerName } from '../../format/customer.ts'
import { parseMajor } from '../../format/money.ts'
import { endOfDay, startOfDay } from '../../format/time.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

/** The filters in the page's address. */
export interface PaymentSearch {
  readonly status?: string
  readonly type?: string
  readonly customer?: string
  /** A reference, the id of an account, or a UMA address. */
  readonly of?: string
  /** Days of the reader. */
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  /** Bounds of the amount in major units of the currency, without which they have no meaning. */
  readonly min?: string
  readonly max?: string
}

const isParty = (text: string): boolean => /^(\$|InternalAccount:|ExternalAccount:)/.test(text)

/** The filter as the API takes it. */
export const filterFor = ({
  status,
  type,
  customer,
  of,
  from,
  to,
  currency,
  min,
  max,
}: PaymentSearch): Omit<PaymentFilter, 'limit'> => ({
  status,
  type,
  customerId: customer,
  ...(of && (isParty(of) ? { accountIdentifier: of } : { reference: of.toUpperCase() })),
  ...(from && { startDate: startOfDay(from) }),
  ...(to && { endDate: endOfDay(to) }),
  ...(currency && { currency, minAmount: minorIn(currency, min), maxAmount: minorIn(currency, max) }),
})

/** Undefined for a text that is not an amount. */
const minorIn = (currency: string, text = ''): number | undefined => parseMajor(text, decimalsOf(currency)) ?? undefined

export function PaymentFilters() {
  const { cursor: _, ...shown } = useSearch({ from: '/payments' })
  const navigate = useNavigate({ from: '/payments' })
  const set = (changes: PaymentSearch) =>
    navigate({ search: { ...shown, ...changes }, replace: true, resetScroll: false })
  return (
    <search className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <SearchField
        label="Search"
        placeholder="Reference, account id or UMA address"
        value={shown.of ?? ''}
        onChange={(of) => set({ of: of || undefined })}
      />
      <CustomerField value={shown.customer} onChange={(customer) => set({ customer })} />
      <SelectField label="Direction" value={shown.type ?? ''} onChange={(type) => set({ type: type || undefined })}>
        <option value="">All</option>
        <option value="OUTGOING">Outgoing</option>
        <option value="INCOMING">Incoming</option>
      </SelectField>
      <TextField
        label="From"
        type="date"
        value={shown.from ?? ''}
        onChange={(from) => set({ from: from || undefined })}
      />
      <TextField label="To" type="date" value={shown.to ?? ''} onChange={(to) => set({ to: to || undefined })} />
      <CurrencyField
        value={shown.currency}
        onChange={(currency) => set({ currency, ...(!currency && { min: undefined, max: undefined }) })}
      />
      {shown.currency && (
        <>
          <SearchField
            label={`At least (${shown.currency})`}
            placeholder="0.00"
            value={shown.min ?? ''}
            onChange={(min) => set({ min: min || undefined })}
          />
          <SearchField
            label={`At most (${shown.currency})`}
            placeholder="0.00"
            value={shown.max ?? ''}
            onChange={(max) => set({ max: max || undefined })}
          />
        </>
      )}
    </search>
  )
}

interface CurrencyFieldProps {
  readonly value: string | undefined
  readonly onChange: (currency: string | undefined) => void
}

/** The currencies of the accounts; a payment may have been received in another one. */
function CurrencyField({ value, onChange }: CurrencyFieldProps) {
  const { data } = useQuery(overviewQuery)
  const held = data?.accounts.map(({ balance }) => balance.currency.code) ?? []
  const codes = [...new Set([...held, ...(value ? [value] : [])])].sort()
  return (
    <SelectField label="Currency" value={value ?? ''} onChange={(code) => onChange(code || undefined)}>
      <option value="">All</option>
      {codes.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </SelectField>
  )
}

interface CustomerFieldProps {
  readonly value: string | undefined
  readonly onChange: (customer: string | undefined) => void
}

function CustomerField({ value, onChange }: CustomerFieldProps) {
  const { data } = useQuery(customersQuery)
  const customers = data?.data ?? []
  const isListed = customers.some(({ id }) => id === value)
  // An account that is older than those listed, or deleted.
  const { data: other } = useQuery({ ...customerQuery(value ?? ''), enabled: Boolean(value && data && !isListed) })
  return (
    <SelectField label="Customer" value={value ?? ''} onChange={(id) => onChange(id || undefined)}>
      <option value="">All</option>
      {value && !isListed && <option value={value}>{other ? customerName(other) : value}</option>}
      {customers.map((customer) => (
        <option key={customer.id} value={customer.id}>
          {customerName(customer)}
        </option>
      ))}
    </SelectField>
  )
}
