/** Open quote: the locked rate, the amounts, and the time left. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Quote } from '../../../../../contract/payments/quotes.ts'
import { api } from '../../../api/client.ts'
import { useNow } from '../../../api/now.ts'
import { formatMinor } from '../../../format/money.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Money } from '../../../ui/money.tsx'
import { Problem } from '../../../ui/note.tsx'
import { Ring } from '../../../ui/ring.tsx'
import { ratesOf } from './rates.ts'

export function QuotePanel({ quote, paymentId }: { quote: Quote; paymentId: string }) {
  const client = useQueryClient()
  const isOver = Date.parse(quote.expiresAt) <= useNow(1000)
  const execute = useMutation({
    mutationFn: () => api('executeQuote', { params: { quoteId: quote.id } }),
    // The stream reports it too; if the stream is down, the reader must not wait for the next poll.
    onSettled: () => client.invalidateQueries({ queryKey: ['payment', paymentId] }),
  })
  const { sendingCurrency: sending, receivingCurrency: receiving } = quote
  const total = `${formatMinor(quote.totalSendingAmount, sending.decimals)} ${sending.code}`
  return (
    <section
      aria-label="Quote"
      className="flex animate-arrive flex-col gap-5 rounded-2xl border border-accent bg-surface p-5 shadow-card sm:p-6"
    >
      <div className="flex items-center gap-5">
        <Ring from={quote.createdAt} to={quote.expiresAt} />
        <div className="min-w-0">
          <p className="text-muted">{isOver ? 'This rate has expired.' : 'Recipient gets, at a locked rate'}</p>
          <Money of={{ amount: quote.totalReceivingAmount, currency: receiving }} className="text-2xl font-semibold" />
        </div>
      </div>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-line pt-4 sm:grid-cols-2">
        <Term name="Sender pays">{total}</Term>
        <Term name="Including fee">{`${formatMinor(quote.feesIncluded, sending.decimals)} ${sending.code}`}</Term>
        {quote.platformFeesIncluded !== undefined && (
          <Term name="Including platform fee">
            {`${formatMinor(quote.platformFeesIncluded, sending.decimals)} ${sending.code}`}
          </Term>
        )}
        {ratesOf(quote).map((rate, way) => (
          <Term key={rate} name={way === 0 ? 'Rate' : 'Inverse rate'}>
            {rate}
          </Term>
        ))}
      </dl>
      <Problem error={execute.error} />
      {quote.source.sourceType === 'REALTIME_FUNDING' ? (
        <p className="text-muted">It executes automatically when the funds arrive.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            data-needs="TRANSACT"
            look="primary"
            disabled={isOver || execute.isPending || execute.isSuccess}
            onClick={() => execute.mutate()}
            className="max-sm:w-full"
          >
            {execute.isPending ? 'Executing …' : `Pay ${total}`}
          </Button>
          <RequoteLink quote={quote} look="quiet" words={isOver ? 'Get a new rate' : 'Change'} />
        </div>
      )}
    </section>
  )
}

interface RequoteLinkProps {
  readonly quote: Quote
  readonly look: 'primary' | 'quiet'
  readonly words: string
}

/** Links to the form with the same payment; absent if the form cannot create such a payment. */
export function RequoteLink({ quote, look, words }: RequoteLinkProps) {
  if (quote.source.sourceType !== 'ACCOUNT') return null
  if (quote.destination.destinationType === 'UMA_ADDRESS')
    return (
      <Link
        to="/payments/new"
        search={{ ...again(quote), to: 'uma', address: quote.destination.umaAddress }}
        className={`${buttonClass({ look })} self-start max-sm:w-full`}
      >
        {words}
      </Link>
    )
  return (
    <Link to="/payments/new" search={again(quote)} className={`${buttonClass({ look })} self-start max-sm:w-full`}>
      {words}
    </Link>
  )
}

/** The same payment in the form, to be changed or quoted again. */
const again = ({ source, destination, totalSendingAmount, sendingCurrency }: Quote) => ({
  ...('accountId' in source && { from: source.accountId }),
  ...('accountId' in destination && { to: destination.accountId }),
  amount: formatMinor(totalSendingAmount, sendingCurrency.decimals).replaceAll(',', ''),
})

function Term({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="money text-right">{children}</dd>
    </div>
  )
}
