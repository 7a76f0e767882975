/** Page of payments, by status. */

import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { transactionLifecycle } from '../../../../contract/payments/transaction-lifecycle.ts'
import { api } from '../../api/client.ts'
import { overviewQuery, paymentQueryFor, paymentsQuery } from '../../api/queries.ts'
import { shownTotal } from '../../format/total.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ExportButton } from '../../ui/lists/export-button.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { statesOf, statusWord } from '../../ui/status.tsx'
import { csvHeader, csvRow } from './csv.ts'
import { filterFor, PaymentFilters } from './filters.tsx'
import { PaymentList } from './payment-list.tsx'

const STATUSES = statesOf(transactionLifecycle)
const PAGE = 20
/** Largest page of the API. */
const EXPORT_PAGE = 100

export function PaymentsPage() {
  const { cursor, ...search } = useSearch({ from: '/payments' })
  const { status } = search
  const filter = filterFor(search)
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  const { data, error, isPlaceholderData } = useQuery(paymentsQuery({ ...filter, cursor, limit: PAGE }))
  return (
    <div className="flex flex-col gap-5">
      <title>Payments · Causeway</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Payments</h1>
        <div className="flex flex-wrap items-center gap-4">
          {data && (
            <p className="money text-muted">
              {shownTotal(data)} {isFiltered ? 'found' : 'total'}
            </p>
          )}
          <ExportButton
            file="payments.csv"
            header={csvHeader}
            pages={async function* () {
              const query = paymentQueryFor({ ...filter, limit: EXPORT_PAGE })
              for await (const { data } of api.listTransactions(query).pages()) yield data.map(csvRow)
            }}
          />
        </div>
      </div>
      <PaymentFilters />
      <StatusFilter selected={status} />
      <Problem error={error} />
      <div
        className={`rounded-2xl border border-line bg-surface px-5 py-2 shadow-card transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {!data && !error && <Waiting lines={10} />}
        {data && data.data.length > 0 && <PaymentList payments={data.data} />}
        {data?.data.length === 0 && (
          <Empty
            title={isFiltered ? 'No matching payments' : 'No payments yet'}
            action={
              <Link to="/payments/new" className={buttonClass({ look: 'primary' })}>
                Make a payment
              </Link>
            }
          >
            {isFiltered ? 'Change the filters, or make a payment.' : 'Make a payment to see it here.'}
          </Empty>
        )}
      </div>
      {(cursor || data?.hasMore) && (
        <nav aria-label="Pages" className="flex justify-between">
          {cursor ? (
            <Link to="/payments" search={search} className={buttonClass()}>
              Newest
            </Link>
          ) : (
            <span />
          )}
          {data?.hasMore && (
            <Link to="/payments" search={{ ...search, cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

function StatusFilter({ selected }: { selected: string | undefined }) {
  const { cursor: _, ...search } = useSearch({ from: '/payments' })
  const { data } = useQuery(overviewQuery)
  const counts = data?.payments ?? {}
  const shown = STATUSES.filter((status) => counts[status] || status === selected)
  return (
    <nav aria-label="Status" className="-mx-1 flex gap-2 overflow-x-auto p-1">
      {[undefined, ...shown].map((status) => (
        <Link
          key={status ?? 'all'}
          to="/payments"
          search={{ ...search, status }}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          className="shrink-0 rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm text-muted hover:bg-sunken aria-[current=page]:border-transparent aria-[current=page]:bg-ink aria-[current=page]:text-paper"
        >
          {status ? statusWord(status) : 'All'}
          {status && <span className="money ml-1.5">{(counts[status] ?? 0).toLocaleString('en')}</span>}
        </Link>
      ))}
    </nav>
  )
}
