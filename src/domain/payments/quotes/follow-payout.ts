/** Payout report of an executed quote: the quote ends as its payout does. */
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import type { PayoutReport } from '../../../providers/rails/port.ts'
import { advancePayout, payoutReads } from '../transactions/advance-payout.ts'
import { transactions } from '../transactions/transaction.ts'
import { quoteMachine, quotes } from './quote.ts'

/** A rail's report on the payout of a quote. */
export interface QuotePayoutReport {
  readonly quoteId: string
  readonly transactionId: string
  readonly report: PayoutReport
}

/** Applies the report. A completed quote stays completed when the bank returns the money. @throws Refusal INVALID_STATE_TRANSITION when it was never executed */
export const followPayout = command({
  reads: (seen, { quoteId, transactionId, report }: QuotePayoutReport) => [
    [quotes, quoteId],
    [transactions, transactionId],
    ...payoutReads(seen.lastSeen(transactions, transactionId), report),
  ],
  run(rows, { quoteId, transactionId, report }) {
    const quote = rows.get(quotes, quoteId)
    if (quote.status === 'PENDING')
      refuse('INVALID_STATE_TRANSITION', 'The quote has not been executed, so it has no payout')
    const payment = advancePayout(rows, { transactionId, report })
    if (quote.status !== 'PROCESSING' || payment.status === 'PROCESSING') return
    move(rows, quoteMachine, quote, payment.status === 'COMPLETED' ? 'complete' : 'fail', { updatedAt: rows.now })
  },
})
