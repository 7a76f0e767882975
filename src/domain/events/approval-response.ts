/** Approval response: the response to INCOMING_PAYMENT.PENDING decides about the payment (decisions 26 and 71). */
import type { Rows } from '../../engine/rows.ts'
import { approvePendingPayment, failApproval, rejectPendingPayment } from '../payments/transactions/decide-approval.ts'
import { transactions } from '../payments/transactions/transaction.ts'
import type { Attempt } from './delivery.ts'
import type { WebhookEvent } from './webhook-request.ts'

/** Timeout of an approval request. */
export const APPROVAL_TIMEOUT_MS = 5_000

export const isApprovalRequest = ({ type }: Pick<WebhookEvent, 'type'>): boolean => type === 'INCOMING_PAYMENT.PENDING'

/** Applies the response, unless the payment has been decided. No response in time, and 202 ("later"), leave it pending until its deadline. */
export function applyApprovalResponse(
  rows: Rows,
  transactionId: string,
  { httpStatus, durationMs }: Pick<Attempt, 'httpStatus' | 'durationMs'>,
): void {
  if (rows.get(transactions, transactionId).status !== 'PENDING') return
  if (httpStatus === null && durationMs >= APPROVAL_TIMEOUT_MS) return
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
      failApproval(rows, { transactionId, failureReason: 'MISSING_MANDATORY_PAYEE_DATA' })
      return
    default:
      failApproval(rows, { transactionId, failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' })
  }
}
