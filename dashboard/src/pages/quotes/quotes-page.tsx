/** Page of quotes, with the current exchange rates. */
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { quoteLifecycle } from '../../../../contract/payments/quote-lifecycle.ts'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import { useNow } from '../../api/now.ts'
import { partiesQuery } from '../../api/queries.ts'
import { formatCountdown } from '../../format/time.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Ago } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Status, statesOf, statusWord } from '../../ui/status.tsx'
import { Cell, type Column, Table } from '../../ui/table.tsx'
import { accountsIn, quoteEnds } from './ends.ts'
import { quotesQuery } from './queries.ts'
import { RatesCard } from './rates-card.tsx'

const PAGE = 20
const STATUSES = statesOf(quoteLifecycle)

export function QuotesPage() {
  const { cursor, status } = useSearch({ from: '/quotes' })
  const { data, error, isPlaceholderData } = useQuery(quotesQuery({ status, cursor, limit: PAGE }))
  return (
    <div className="flex flex-col gap-6">
      <title>Quotes and rates · Causeway</title>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">Quotes and rates</h1>
        <p className="mt-1 max-w-2xl text-muted">
          A rate is for information; a quote locks it, with the fees, until it expires.
        </p>
      </header>
      <RatesCard />
      <Card title="Quotes">
        <StatusFilter selected={status} />
        <Problem error={error} />
        {!data && !error && <Waiting lines={8} />}
        {data && data.data.length > 0 && (
          <div className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}>
            <QuoteTable quotes={data.data} />
          </div>
        )}
        {data?.data.length === 0 && (
          <Empty
            title={status ? 'No matching quotes' : 'No quotes yet'}
            action={
              <Link to="/payments/new" search={{}} className={buttonClass({ look: 'primary' })}>
                Make a payment
              </Link>
            }
          >
            Every payment begins with a quote.
          </Empty>
        )}
      </Card>
      <Pager
        newest={
          cursor && (
            <Link to="/quotes" search={{ status }} className={buttonClass()}>
              Newest
            </Link>
          )
        }
        older={
          data?.hasMore && (
            <Link to="/quotes" search={{ status, cursor: data.nextCursor }} className={buttonClass()}>
              Older
            </Link>
          )
        }
      />
    </div>
  )
}

function StatusFilter({ selected }: { selected: string | undefined }) {
  return (
    <nav aria-label="Status" className="-mx-1 mb-1 flex gap-2 overflow-x-auto p-1">
      {[undefined, ...STATUSES].map((status) => (
        <Link
          key={status ?? 'all'}
          to="/quotes"
          search={{ status }}
          aria-current={status === selected ? 'page' : undefined}
          className="shrink-0 rounded-full border border-line bg-surface px-3.5 py-1.5 text-sm text-muted hover:bg-sunken aria-[current=page]:border-transparent aria-[current=page]:bg-ink aria-[current=page]:text-paper"
        >
          {status ? statusWord(status) : 'All'}
        </Link>
      ))}
    </nav>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Payment' },
  { title: 'Sent', isRight: true, from: 'sm' },
  { title: 'Received', isRight: true, from: 'sm' },
  { title: 'Status', isRight: true },
]

function QuoteTable({ quotes }: { quotes: readonly Quote[] }) {
  const { data: parties = [] } = useQuery(partiesQuery(accountsIn(quotes)))
  return (
    <Table columns={COLUMNS}>
      {quotes.map((quote) => {
        const { from, to } = quoteEnds(quote, parties)
        return (
          <tr key={quote.id}>
            <Cell className="max-w-0 max-sm:w-full sm:w-2/5">
              <Link
                to="/quotes/$id"
                params={{ id: quote.id }}
                className="block truncate rounded font-medium text-accent hover:underline"
              >
                {from} → {to}
              </Link>
              <Ago moment={quote.createdAt} className="text-sm text-muted" />
            </Cell>
            <Cell isRight from="sm">
              <Money of={{ amount: quote.totalSendingAmount, currency: quote.sendingCurrency }} />
            </Cell>
            <Cell isRight from="sm">
              <Money of={{ amount: quote.totalReceivingAmount, currency: quote.receivingCurrency }} />
            </Cell>
            <Cell isRight>
              <Status of={quote.status} />
              {quote.status === 'PENDING' && <Countdown to={quote.expiresAt} />}
            </Cell>
          </tr>
        )
      })}
    </Table>
  )
}

function Countdown({ to }: { to: string }) {
  const left = Date.parse(to) - useNow(1000)
  return (
    <span className="money block text-sm text-muted">
      {left > 0 ? `expires in ${formatCountdown(left)}` : 'expired'}
    </span>
  )
}
