/** Expiry of a quote that was not executed in time. */
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import { transactions } from '../transactions/transaction.ts'
import { payments } from '../transactions/transaction-machine.ts'
import { quoteMachine, quotes } from './quote.ts'

/** Ends quote and payment once `expiresAt` has passed; one that was executed in time stays as it is. */
export function expireQuote(rows: Rows, quoteId: string): void {
  const quote = rows.find(quotes, quoteId)
  if (quote?.status !== 'PENDING' || quote.expiresAt > rows.now) return
  const payment = rows.get(transactions, quote.transactionId)
  move(rows, quoteMachine, quote, 'expire', { updatedAt: rows.now })
  move(rows, payments, payment, 'expire', { failureReason: 'QUOTE_EXPIRED', updatedAt: rows.now })
}
