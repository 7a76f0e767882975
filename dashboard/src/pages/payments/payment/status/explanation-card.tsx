/** Explanation on a payment's page: the cause, the place of the money, who must act, and a link to pay again. */
import type { TransactionHistory } from '../../../../../../contract/payments/transaction-history.ts'
import { RequoteLink } from '../quote-panel.tsx'
import { explain } from './explain.ts'

export function ExplanationCard({ history }: { history: TransactionHistory }) {
  const explanation = explain(history)
  if (!explanation) return null
  const { what, money, acts } = explanation
  const { quote, transaction } = history
  return (
    <section
      aria-label="What happened"
      className="flex flex-col gap-4 rounded-2xl border border-bad/40 bg-surface p-5 shadow-card sm:p-6"
    >
      <p className="text-lg">
        <Sentence text={what} />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">Money</dt>
        <dd>
          <Sentence text={money} />
        </dd>
        <dt className="text-muted">Next step</dt>
        <dd>
          <Sentence text={acts} />
        </dd>
        {transaction.failureReason && (
          <>
            <dt className="text-muted">Reason code</dt>
            <dd className="font-mono text-sm text-bad [overflow-wrap:anywhere]">{transaction.failureReason}</dd>
          </>
        )}
      </dl>
      {quote && (
        <RequoteLink
          quote={quote}
          look="primary"
          words={transaction.status === 'EXPIRED' ? 'Get a new rate' : 'Pay again'}
        />
      )}
    </section>
  )
}

/** Text with names of fields in backticks. */
function Sentence({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed, and its parts have no other identity
      <code key={place} className="font-mono text-[0.9em]">
        {part}
      </code>
    ),
  )
}
