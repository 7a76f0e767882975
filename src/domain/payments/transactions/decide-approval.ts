/** Approval of an incoming payment by its platform (decisions 25, 26, 71). */
import { bareId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { settlements, type Transaction, transactions } from './transaction.ts'
import { payments } from './transaction-machine.ts'
import { planForwarding } from './transfers/forward-deposit.ts'

export const APPROVAL_MS = 5_000

/** What ends the waiting without the payment being made. */
export type ApprovalFailure =
  | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
  | 'PAYMENT_APPROVAL_TIMED_OUT'
  | 'MISSING_MANDATORY_PAYEE_DATA'

const waits = ({ type, status, sourceType }: Transaction) =>
  type === 'INCOMING' && status === 'PENDING' && sourceType === 'UMA_ADDRESS'
const isApproval = ({ type, sourceType }: Transaction) => type === 'INCOMING' && sourceType === 'UMA_ADDRESS'

/** Takes the payment. The same decision twice changes nothing. @throws Refusal TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL */
export function approvePendingPayment(rows: Rows, transactionId: string): Transaction {
  const payment = rows.get(transactions, transactionId)
  if (isApproval(payment) && (payment.status === 'PROCESSING' || payment.status === 'COMPLETED')) return payment
  if (!waits(payment)) refuse('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', 'The payment does not wait for approval')
  return acceptPayment(rows, payment, rows.find(settlements, transactionId) !== undefined)
}

/** Credits the recipient at once, or waits for the money of an institution that has yet to pay. */
export const acceptPayment = (rows: Rows, payment: Transaction, isAwaited: boolean): Transaction =>
  isAwaited ? move(rows, payments, payment, 'process', { updatedAt: rows.now }) : creditRecipient(rows, payment)

/** Money that arrives for an account that may not receive is kept in suspense until an operator acts (decision 20). What is credited may go on at once. */
export function creditRecipient(rows: Rows, payment: Transaction): Transaction {
  const { destinationCurrency: currency, receivedAmount: amount } = payment
  const account = bareId(payment.destinationId)
  const to = rows.get(balances, account).status === 'ACTIVE' ? account : house('suspense', currency)
  const completed = move(rows, payments, payment, 'complete', { settledAt: rows.now, updatedAt: rows.now })
  moveMoney(rows, completed, [{ from: house('rails', currency), to, currency, amount }])
  if (to === account) planForwarding(rows, completed)
  return completed
}

/** The money stays with the sender's institution. The same decision twice changes nothing. @throws Refusal as above */
export function rejectPendingPayment(rows: Rows, transactionId: string): Transaction {
  const payment = rows.get(transactions, transactionId)
  if (isApproval(payment) && payment.status === 'REJECTED') return payment
  if (!waits(payment)) refuse('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', 'The payment does not wait for approval')
  return move(rows, payments, payment, 'reject', { updatedAt: rows.now })
}

/** Ends the waiting of a payment that was not decided; a decided one stays as it is. */
export function failApproval(rows: Rows, transactionId: string, failureReason: ApprovalFailure): void {
  const payment = rows.get(transactions, transactionId)
  if (waits(payment)) move(rows, payments, payment, 'fail', { failureReason, updatedAt: rows.now })
}
