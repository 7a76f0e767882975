/** Owns what the reply to a question means: whether the platform takes an incoming payment (decisions 26 and 71). */
import type { Rows } from '../../engine/rows.ts'
import { approvePendingPayment, failApproval, rejectPendingPayment } from '../payments/transactions/decide-approval.ts'
import { transactions } from '../payments/transactions/transaction.ts'
import type { Attempt } from './delivery.ts'
import type { WebhookEvent } from './webhook-request.ts'

/** How long a question waits for its answer. */
export const QUESTION_MS = 5_000

export const isQuestion = ({ type }: Pick<WebhookEvent, 'type'>): boolean => type === 'INCOMING_PAYMENT.PENDING'

/** Carries the answer out, unless the payment was decided meanwhile. No answer, and "later" (202), leave it to the deadline. */
export function answerApproval(
  rows: Rows,
  transactionId: string,
  { httpStatus, durationMs }: Pick<Attempt, 'httpStatus' | 'durationMs'>,
): void {
  if (rows.get(transactions, transactionId).status !== 'PENDING') return
  if (httpStatus === null && durationMs >= QUESTION_MS) return
  switch (httpStatus) {
    case 200:
      approvePendingPayment(rows, transactionId)
      return
    case 202:
    case 409:
      return
    case 403:
      rejectPendingPayment(rows, transactionId)
      return
    case 422:
      failApproval(rows, transactionId, 'MISSING_MANDATORY_PAYEE_DATA')
      return
    default:
      failApproval(rows, transactionId, 'PAYMENT_APPROVAL_WEBHOOK_ERROR')
  }
}
