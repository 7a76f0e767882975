/** Page of one quote: its state, amounts, rate and terms, and its payment. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../client/api-error.ts'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import type { TransactionHistory } from '../../../../contract/payments/transaction-history.ts'
import { paymentQuery } from '../../api/queries.ts'
import { formatMinor, formatRate } from '../../format/money.ts'
import { formatMoment } from '../../format/time.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Fact } from '../../ui/fact.tsx'
import { ObjectLink } from '../../ui/linked-text.tsx'
import { Empty, Problem, Waiting } from '../../ui/note.tsx'
import { Status } from '../../ui/status.tsx'
import { QuotePanel } from '../payments/payment/quote-panel.tsx'
import { Waterfall } from '../payments/payment/waterfall.tsx'
import { quoteEnds } from './ends.ts'
import { quoteQuery } from './queries.ts'

export function QuotePage() {
  const { id } = useParams({ from: '/quotes/$id' })
  const { data: quote, error } = useQuery(quoteQuery(id))
  const history = useQuery({ ...paymentQuery(quote?.transactionId ?? ''), enabled: quote !== undefined })
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        title="Quote not found"
        action={
          <Link to="/quotes" search={{}} className={buttonClass()}>
            View quotes
          </Link>
        }
      >
        This platform has no quote with this id.
      </Empty>
    )
  return (
    <div className="flex flex-col gap-6">
      <Problem error={error ?? history.error} />
      {quote && history.data ? <Shown quote={quote} history={history.data} /> : !error && <Waiting lines={10} />}
    </div>
  )
}

function Shown({ quote, history }: { quote: Quote; history: TransactionHistory }) {
  const { from, to } = quoteEnds(quote, history.parties)
  return (
    <>
      <title>{`Quote ${from} → ${to} · Causeway`}</title>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <p className="text-sm">
            <Link to="/quotes" search={{}} className="rounded text-muted hover:text-ink hover:underline">
              Quotes
            </Link>
          </p>
          <h1 className="mt-1 text-2xl font-semibold tracking-tight">
            {from} → {to}
          </h1>
          <p className="mt-2">
            <Status of={quote.status} />
          </p>
        </div>
        <Link to="/payments/$id" params={{ id: quote.transactionId }} className={buttonClass()}>
          Open the payment
        </Link>
      </header>
      {quote.status === 'PENDING' && <QuotePanel quote={quote} paymentId={quote.transactionId} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Waterfall transaction={history.transaction} quote={quote} />
        <Terms quote={quote} history={history} />
      </div>
    </>
  )
}

function Terms({ quote, history }: { quote: Quote; history: TransactionHistory }) {
  const { sendingCurrency: sending, rateDetails } = quote
  const fee = (minor: number) => `${formatMinor(minor, sending.decimals)} ${sending.code}`
  const { rateOrigin } = history
  return (
    <Card title="Terms">
      <dl className="flex flex-col gap-1">
        <Fact name="Quote">
          <Copyable text={quote.id} label="Quote" shown={quote.id.slice(quote.id.indexOf(':') + 1)} />
        </Fact>
        {'accountId' in quote.source && (
          <Fact name="From account">
            <ObjectLink id={quote.source.accountId} className="text-accent hover:underline">
              {quoteEnds(quote, history.parties).from}
            </ObjectLink>
          </Fact>
        )}
        {'accountId' in quote.destination && (
          <Fact name="To account">
            <ObjectLink id={quote.destination.accountId} className="text-accent hover:underline">
              {quoteEnds(quote, history.parties).to}
            </ObjectLink>
          </Fact>
        )}
        <Fact name="Fees">{fee(quote.feesIncluded)}</Fact>
        {rateDetails && <Fact name="Fee rate">{`${(rateDetails.serviceApiVariableFeeRate * 100).toFixed(2)} %`}</Fact>}
        {quote.platformFeesIncluded !== undefined && (
          <Fact name="Of it, the platform’s">{fee(quote.platformFeesIncluded)}</Fact>
        )}
        {rateOrigin && (
          <>
            <Fact name="Mid-market rate">
              <span className="money">
                {`1 ${quote.receivingCurrency.code} = ${formatRate(Number(rateOrigin.midRate))} ${quote.sendingCurrency.code}`}
              </span>
            </Fact>
            <Fact name="Rate source">{`${rateOrigin.sources.join(', ')}, ${formatMoment(rateOrigin.at)}`}</Fact>
            <Fact name="Spread">{`${(Number(rateOrigin.spread) * 100).toFixed(2)} %`}</Fact>
          </>
        )}
        <Fact name="Created">{formatMoment(quote.createdAt)}</Fact>
        <Fact name="Expires">{formatMoment(quote.expiresAt)}</Fact>
      </dl>
    </Card>
  )
}
