/** Approval of an incoming payment by its platform (decisions 25, 26, 71). */
import { bareId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/state-machines/move.ts'
import type { PaidIn } from '../../../providers/settlement/port.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { creditObstacle } from '../../ledger/post.ts'
import { exchangeAtRails } from './paid-in.ts'
import { askToCredit } from './refunds/release-suspense.ts'
import { settlements, type Transaction, transactionMachine, transactions } from './transaction.ts'
import { planForwarding } from './transfers/forward-deposit.ts'

/** Time that the platform has for its decision. */
export const APPROVAL_MS = 5_000

/** Why an approval failed without a decision. */
export type ApprovalFailure =
  | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
  | 'PAYMENT_APPROVAL_TIMED_OUT'
  | 'MISSING_MANDATORY_PAYEE_DATA'

const isApproval = ({ type, sourceType }: Transaction) => type === 'INCOMING' && sourceType === 'UMA_ADDRESS'
const isWaiting = (payment: Transaction) => isApproval(payment) && payment.status === 'PENDING'

const refuseUnlessWaiting = (payment: Transaction) => {
  if (!isWaiting(payment))
    refuse('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', 'The payment is not waiting for approval')
}

/** Accepts the payment. The same decision twice changes nothing. @throws Refusal TRANSACTION_NOT_FOUND, TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL */
export const approvePendingPayment = command({
  reads(seen, transactionId: string) {
    const destinationId = seen.lastSeen(transactions, transactionId)?.destinationId
    const reads: Read[] = [
      [transactions, transactionId],
      [settlements, transactionId],
    ]
    if (destinationId?.startsWith('InternalAccount:')) reads.push([balances, bareId(destinationId)])
    return reads
  },
  run(rows, transactionId): Transaction {
    const payment = rows.get(transactions, transactionId)
    if (isApproval(payment) && (payment.status === 'PROCESSING' || payment.status === 'COMPLETED')) return payment
    refuseUnlessWaiting(payment)
    return acceptPayment(rows, payment, rows.find(settlements, transactionId) !== undefined)
  },
})

/** Credits the recipient immediately, or waits for the money of an institution that has yet to pay. */
export const acceptPayment = (rows: Rows, payment: Transaction, isAwaited: boolean): Transaction =>
  isAwaited
    ? move(rows, transactionMachine, payment, 'process', { updatedAt: rows.now })
    : creditRecipient(rows, payment)

/**
 * Money for an account that cannot receive it goes to suspense until an operator acts (decision 20). Credited money may be forwarded immediately.
 * @param paidIn what has arrived over a rail, where that is not the payment's currency
 */
export function creditRecipient(rows: Rows, payment: Transaction, paidIn?: PaidIn): Transaction {
  const { destinationCurrency: currency, receivedAmount: amount } = payment
  const account = bareId(payment.destinationId)
  const obstacle = creditObstacle(rows.get(balances, account), amount)
  const to = obstacle ? house('suspense', currency) : account
  const completed = move(rows, transactionMachine, payment, 'complete', { settledAt: rows.now, updatedAt: rows.now })
  moveMoney(rows, completed, [
    { from: house('rails', currency), to, currency, amount },
    ...exchangeAtRails({ currency, amount, paidIn }, 'IN'),
  ])
  if (obstacle) askToCredit(rows, completed, obstacle)
  else planForwarding(rows, completed)
  return completed
}

/** The money stays with the sender's institution. The same decision twice changes nothing. @throws Refusal as `approvePendingPayment` */
export const rejectPendingPayment = command({
  reads: (_seen, transactionId: string) => [[transactions, transactionId]],
  run(rows, transactionId): Transaction {
    const payment = rows.get(transactions, transactionId)
    if (isApproval(payment) && payment.status === 'REJECTED') return payment
    refuseUnlessWaiting(payment)
    return move(rows, transactionMachine, payment, 'reject', { updatedAt: rows.now })
  },
})

export interface FailedApproval {
  readonly transactionId: string
  readonly failureReason: ApprovalFailure
}

/** Fails a payment that was not decided; one that was decided stays as it is. */
export const failApproval = command({
  reads: (_seen, { transactionId }: FailedApproval) => [[transactions, transactionId]],
  run(rows, { transactionId, failureReason }): void {
    const payment = rows.get(transactions, transactionId)
    if (isWaiting(payment)) move(rows, transactionMachine, payment, 'fail', { failureReason, updatedAt: rows.now })
  },
})
