/** Settlement of an announced payment: its money arrives, or its time limit passes. */
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import type { ToldSettlement } from '../../../providers/uma/port.ts'
import { creditRecipient } from '../transactions/decide-approval.ts'
import { settlements, type Transaction, transactions } from '../transactions/transaction.ts'
import { payments } from '../transactions/transaction-machine.ts'
import { type HeardMessage, keepMessages } from './keep-messages.ts'

/**
 * Credits the recipient. Told again, it changes nothing.
 * @throws Refusal QUOTE_EXPIRED when it was not credited and never will be; TRANSACTION_NOT_FOUND, INVALID_AMOUNT, INVALID_STATE_TRANSITION
 */
export function settlePayment(
  rows: Rows,
  transactionId: string,
  { institution, amount }: Pick<ToldSettlement, 'institution' | 'amount'>,
  messages: readonly HeardMessage[],
): Transaction {
  const payment = rows.get(transactions, transactionId)
  const settlement = rows.find(settlements, transactionId)
  if (payment.type !== 'INCOMING' || settlement?.institution !== institution) throw notFound('Transaction')
  if (amount !== payment.receivedAmount) refuse('INVALID_AMOUNT', 'The amount is not the one that was asked for')
  if (payment.status === 'PENDING') refuse('INVALID_STATE_TRANSITION', 'The payment has not been taken')
  if (payment.status !== 'COMPLETED' && payment.status !== 'PROCESSING')
    refuse('QUOTE_EXPIRED', 'The payment was not paid in time, or not taken; it will not be credited')
  keepMessages(rows, transactionId, messages)
  return payment.status === 'COMPLETED' ? payment : creditRecipient(rows, payment)
}

/** Fails a payment that was taken and not paid in time; whoever says afterwards that it is paid is told that it is not. */
export function endSettlement(rows: Rows, transactionId: string): void {
  const payment = rows.get(transactions, transactionId)
  if (payment.status !== 'PROCESSING') return
  move(rows, payments, payment, 'fail', { failureReason: 'QUOTE_EXPIRED', updatedAt: rows.now })
}
