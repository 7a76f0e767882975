/** Expiry of a quote that was not executed in time. */
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { transactionMachine, transactions } from '../transactions/transaction.ts'
import { quoteMachine, quotes } from './quote.ts'

/** Expires quote and payment once `expiresAt` has passed; a quote that was executed in time stays as it is. */
export const expireQuote = command({
  reads: (seen, quoteId: string) => {
    const known = seen.lastSeen(quotes, quoteId)
    return known
      ? [
          [quotes, quoteId],
          [transactions, known.transactionId],
        ]
      : [[quotes, quoteId]]
  },
  run(rows, quoteId): void {
    const quote = rows.find(quotes, quoteId)
    if (quote?.status !== 'PENDING' || quote.expiresAt > rows.now) return
    const payment = rows.get(transactions, quote.transactionId)
    move(rows, quoteMachine, quote, 'expire', { updatedAt: rows.now })
    move(rows, transactionMachine, payment, 'expire', { failureReason: 'QUOTE_EXPIRED', updatedAt: rows.now })
  },
})
