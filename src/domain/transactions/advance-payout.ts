/** Owns what becomes of a payout when its rail reports: every report moves the money to exactly one place. */
import { bareId } from '../../core/ids.ts'
import { nextState } from '../../core/lifecycle.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { move, tell } from '../../infra/states/move.ts'
import type { PayoutReport } from '../../providers/rails/port.ts'
import { moveMoney } from '../accounts/move-money.ts'
import { house } from '../ledger/house.ts'
import { balances } from '../ledger/tables.ts'
import { refundLifecycle, type TransactionMove } from './lifecycle.ts'
import { payments } from './payments.ts'
import { referenceOf } from './reference.ts'
import { back, type Route } from './route.ts'
import { type Refund, type Transaction, transactions } from './tables.ts'

/** Takes in a report. @returns the payment as it stands then. Told twice, the second time changes nothing. */
export function advancePayout(rows: Rows, transactionId: string, report: PayoutReport): Transaction {
  const payment = rows.get(transactions, transactionId)
  if (payment.sourceId) rows.together([balances, bareId(payment.sourceId)])
  switch (report.state) {
    case 'IN_TRANSIT':
      enqueue(rows, 'askPayout', rows.now + report.askAgainInMs, payment.id)
      return payment
    case 'DELIVERED':
      return deliver(rows, payment, report.askAgainInMs)
    case 'FAILED':
      return giveBack(rows, payment, 'transit', 'fail', report)
    case 'RETURNED':
      return giveBack(rows, payment, 'rails', 'return', { reason: report.reason, money: 'BACK' })
    case 'CANCELLED':
      return cancel(rows, payment)
  }
}

function deliver(rows: Rows, payment: Transaction, askAgainInMs: number | undefined): Transaction {
  if (payment.status === 'COMPLETED') return payment
  const { destinationCurrency: currency, receivedAmount: amount } = payment
  moveMoney(rows, payment, [{ from: house('transit', currency), to: house('rails', currency), currency, amount }])
  if (askAgainInMs !== undefined) enqueue(rows, 'askPayout', rows.now + askAgainInMs, payment.id)
  return move(rows, payments, payment, 'complete', { settledAt: rows.now, updatedAt: rows.now })
}

function giveBack(rows: Rows, payment: Transaction, from: 'transit' | 'rails', name: TransactionMove, { reason, money }: { reason: string; money: 'BACK' | 'STUCK' }): Transaction {
  if (payment.status === 'FAILED') return payment
  moveBack(rows, payment, from, money)
  const failed = move(rows, payments, payment, name, { failureReason: reason, updatedAt: rows.now })
  return refunded(rows, failed, 'TRANSACTION_FAILED', money === 'BACK' ? 'complete' : 'fail')
}

function cancel(rows: Rows, payment: Transaction): Transaction {
  if (payment.status !== 'PROCESSING') return payment
  moveBack(rows, payment, 'transit', 'BACK')
  const settled = refunded(rows, payment, 'USER_CANCELLATION', 'complete')
  return move(rows, payments, settled, 'complete', { settledAt: rows.now, updatedAt: rows.now })
}

/** Principal and fees, in one posting: to the source, or into suspense when it can't or may not take them. */
function moveBack(rows: Rows, payment: Transaction, from: 'transit' | 'rails', money: 'BACK' | 'STUCK'): void {
  const source = bareId(payment.sourceId as string)
  const takes = money === 'BACK' && rows.get(balances, source).status === 'ACTIVE'
  const route: Route = {
    source: takes ? source : house('suspense', payment.sourceCurrency),
    destination: house(from, payment.destinationCurrency),
    sendingCurrency: payment.sourceCurrency,
    receivingCurrency: payment.destinationCurrency,
    total: payment.sentAmount,
    fees: payment.fees,
    received: payment.receivedAmount,
  }
  moveMoney(rows, payment, back(route))
}

/** Begins a refund and ends it at once: inside the house both are one moment, but each is told. */
function refunded(rows: Rows, payment: Transaction, reason: Refund['reason'], end: 'complete' | 'fail'): Transaction {
  const begun: Refund = { reference: `${referenceOf(payment.referenceId ?? payment.id)}-REFUND`, initiatedAt: rows.now, status: 'PENDING', reason }
  const pending = tell(rows, payments, payment, 'REFUND_PENDING', { refund: begun, updatedAt: rows.now })
  const refund: Refund = { ...begun, status: nextState(refundLifecycle, begun.status, end), ...(end === 'complete' && { settledAt: rows.now }) }
  return tell(rows, payments, pending, refundLifecycle.moves[end].event as string, { refund, updatedAt: rows.now })
}
