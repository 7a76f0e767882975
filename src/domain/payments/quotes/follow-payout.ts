/** Owns the end of an executed quote: it ends as its payout does. */
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import type { PayoutReport } from '../../../providers/rails/port.ts'
import { advancePayout } from '../transactions/advance-payout.ts'
import { transactions } from '../transactions/tables.ts'
import { quoteMachine } from './quote-machine.ts'
import { quotes } from './tables.ts'

/** Takes in a rail's report for the payout of a quote. A quote that completed stays completed when the bank returns the money. @throws Refusal INVALID_STATE_TRANSITION when it was never executed */
export function followPayout(rows: Rows, quoteId: string, transactionId: string, report: PayoutReport): void {
  rows.together([quotes, quoteId], [transactions, transactionId])
  const quote = rows.get(quotes, quoteId)
  if (quote.status === 'PENDING')
    refuse('INVALID_STATE_TRANSITION', 'The quote has not been executed, so no payout of it is under way')
  const payment = advancePayout(rows, transactionId, report)
  if (quote.status !== 'PROCESSING' || payment.status === 'PROCESSING') return
  move(rows, quoteMachine, quote, payment.status === 'COMPLETED' ? 'complete' : 'fail', { updatedAt: rows.now })
}
