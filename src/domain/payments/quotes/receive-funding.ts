/** Owns the arrival of money for a quote that waits for it. */
import { refuse, refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { house } from '../../ledger/house.ts'
import { sendBack } from '../transactions/advance-payout.ts'
import { type Transaction, transactions } from '../transactions/tables.ts'
import { payFrom, refuseUnlessOpen } from './execute-quote.ts'
import { quoteMachine } from './quote-machine.ts'
import { quotes } from './tables.ts'

export interface Funding {
  readonly currency: string
  /** Minor units; absent: exactly what the quote asks for. */
  readonly amount: bigint | undefined
}

/**
 * Executes the quote with money from outside. Another amount than the quote's own goes back to where it came from, and
 * the payment fails.
 * @throws Refusal QUOTE_EXPIRED, QUOTE_ALREADY_EXECUTED, INVALID_CURRENCY, INVALID_STATE_TRANSITION (not a quote to be funded)
 */
export function receiveFunding(rows: Rows, quoteId: string, { currency, amount }: Funding): Transaction {
  const quote = refuseUnlessOpen(rows, rows.get(quotes, quoteId))
  if (quote.sourceType !== 'REALTIME_FUNDING')
    refuse('INVALID_STATE_TRANSITION', 'The quote is paid from an account; execute it instead')
  if (currency !== quote.sendingCurrency)
    refuseField('INVALID_CURRENCY', 'currencyCode', `must be ${quote.sendingCurrency}, the currency of the quote`)
  const rails = house('rails', currency)
  if (amount === undefined || amount === quote.totalSendingAmount) {
    payFrom(rows, quote, rails)
    return rows.get(transactions, quote.transactionId)
  }
  const payment = rows.get(transactions, quote.transactionId)
  const suspense = house('suspense', currency)
  moveMoney(rows, payment, [
    { from: rails, to: suspense, currency, amount },
    { from: suspense, to: rails, currency, amount },
  ])
  const executed = move(rows, quoteMachine, quote, 'execute', { updatedAt: rows.now })
  move(rows, quoteMachine, executed, 'fail')
  return sendBack(rows, payment, 'FUNDING_AMOUNT_MISMATCH')
}
