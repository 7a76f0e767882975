/** Page of customers: search and filters are held in the address. */

import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { customerLifecycle } from '../../../../contract/customers/customer-lifecycle.ts'
import { foundCustomersQuery } from '../../api/customers.ts'
import { shownTotal } from '../../format/total.ts'
import { buttonClass } from '../../ui/button.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { statusWord } from '../../ui/status.tsx'
import { CustomerList } from './customer-list.tsx'

const PAGE = 20
const TYPES = { INDIVIDUAL: 'Individuals', BUSINESS: 'Businesses' } as const

export function CustomersPage() {
  const { search, type, status, cursor } = useSearch({ from: '/customers' })
  const filter = { search, type, status }
  const { data, error, isPlaceholderData } = useQuery(foundCustomersQuery({ ...filter, cursor, limit: PAGE }))
  return (
    <div className="flex flex-col gap-5">
      <title>Customers · Causeway</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">Customers</h1>
          <p className="text-muted">
            {data ? `${shownTotal(data)} people and businesses` : 'People and businesses'} whose money your platform
            holds.
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Link to="/customers/import" className={`${buttonClass()} max-sm:w-full`}>
            Import CSV
          </Link>
          <Link to="/customers/new" search={{ type }} className={`${buttonClass({ look: 'primary' })} max-sm:w-full`}>
            Create a customer
          </Link>
        </div>
      </div>
      <Filters />
      <Problem error={error} />
      <div
        className={`rounded-2xl border border-line bg-surface px-5 py-2 shadow-card transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {!data && !error && <Waiting lines={8} />}
        {data && data.data.length > 0 && <CustomerList customers={data.data} />}
        {data?.data.length === 0 && <NoCustomers isFiltered={Boolean(search || type || status)} />}
      </div>
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/customers" search={filter} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link to="/customers" search={{ ...filter, cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function Filters() {
  const { cursor: _, ...shown } = useSearch({ from: '/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const set = (changes: Partial<typeof shown>) =>
    navigate({ search: { ...shown, ...changes }, replace: true, resetScroll: false })
  return (
    <search className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <SearchField
        label="Search"
        placeholder="Name, email, UMA address or id"
        value={shown.search ?? ''}
        onChange={(search) => set({ search: search || undefined })}
      />
      <SelectField label="Type" value={shown.type ?? ''} onChange={(type) => set({ type: type || undefined })}>
        <option value="">All</option>
        {Object.entries(TYPES).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="KYC or KYB status"
        value={shown.status ?? ''}
        onChange={(status) => set({ status: status || undefined })}
      >
        <option value="">All</option>
        {Object.keys(customerLifecycle.states).map((status) => (
          <option key={status} value={status}>
            {statusWord(status)}
          </option>
        ))}
      </SelectField>
    </search>
  )
}

function NoCustomers({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty
      title="No matching customer"
      action={
        <Link to="/customers" search={{}} className={buttonClass()}>
          Show all customers
        </Link>
      }
    >
      The search matches the beginnings of words in names, email and UMA addresses, and complete ids.
    </Empty>
  ) : (
    <Empty
      title="No customers yet"
      action={
        <Link to="/customers/new" search={{}} className={buttonClass({ look: 'primary' })}>
          Create a customer
        </Link>
      }
    >
      Create one here, import a CSV file, or call POST /customers.
    </Empty>
  )
}
