/** Funding of a quote: money that arrives by the quote's payment instructions and executes it. */
import { refuse, refuseField } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { house } from '../../ledger/house.ts'
import { sendBack } from '../transactions/advance-payout.ts'
import { type Transaction, transactions } from '../transactions/transaction.ts'
import { openQuote, paymentReads, payQuote, refuseUnlessReadyToPay } from './pay-quote.ts'
import { quoteMachine, quotes } from './quote.ts'

export interface Funding {
  readonly quoteId: string
  readonly currency: string
  /** Minor units; undefined: exactly the quote's amount. */
  readonly amount: bigint | undefined
}

/**
 * Executes the quote with money from outside. Any amount other than the quote's own is sent back, and the payment fails.
 * @throws Refusal QUOTE_NOT_FOUND, QUOTE_EXPIRED, QUOTE_ALREADY_EXECUTED, INVALID_STATE_TRANSITION (paid from an account),
 * INVALID_CURRENCY, and as `refuseUnlessReadyToPay`
 */
export const receiveFunding = command({
  reads: (seen, { quoteId }: Funding) => [[quotes, quoteId], ...paymentReads(seen.lastSeen(quotes, quoteId))],
  run(rows, { quoteId, currency, amount }): Transaction {
    const quote = openQuote(rows, quoteId)
    if (quote.sourceType !== 'REALTIME_FUNDING')
      refuse('INVALID_STATE_TRANSITION', 'The quote is paid from an account; execute it instead')
    if (currency !== quote.sendingCurrency)
      refuseField('INVALID_CURRENCY', 'currencyCode', `must be ${quote.sendingCurrency}, the currency of the quote`)
    const rails = house('rails', currency)
    const isExact = amount === undefined || amount === quote.totalSendingAmount
    if (isExact) refuseUnlessReadyToPay(rows, quote)
    const executed = move(rows, quoteMachine, quote, 'execute', { updatedAt: rows.now })
    if (isExact) {
      payQuote(rows, executed, rails)
      return rows.get(transactions, quote.transactionId)
    }
    const payment = rows.get(transactions, quote.transactionId)
    const suspense = house('suspense', currency)
    moveMoney(rows, payment, [
      { from: rails, to: suspense, currency, amount },
      { from: suspense, to: rails, currency, amount },
    ])
    move(rows, quoteMachine, executed, 'fail')
    return sendBack(rows, payment, 'FUNDING_AMOUNT_MISMATCH')
  },
})
