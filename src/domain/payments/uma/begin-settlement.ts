/** Settlement start: from here on an outgoing payment is owed to the receiver's institution. */
import type { Rows } from '../../../engine/rows.ts'
import type { Settlement } from '../../../providers/uma/port.ts'
import { settlements, transactions } from '../transactions/transaction.ts'
import { type HeardMessage, keepMessages } from './keep-messages.ts'

/**
 * Notes by what the payment is settled, before the other institution is told that it is paid: afterwards only its word
 * ends the payment.
 * @returns what to settle by: an attempt that ran beside this one may have agreed before; undefined when the payment has ended
 */
export function beginSettlement(
  rows: Rows,
  transactionId: string,
  { institution, invoice, callback }: Settlement,
  messages: readonly HeardMessage[],
): Settlement | undefined {
  const { status } = rows.get(transactions, transactionId)
  const agreed = rows.find(settlements, transactionId)
  keepMessages(rows, transactionId, messages)
  if (agreed) return agreed
  if (status !== 'PROCESSING') return undefined
  return rows.add(settlements, { id: transactionId, institution, invoice, callback, createdAt: rows.now })
}

/** Whether only the other institution's word ends the payment. */
export function isOwed(rows: Rows, transactionId: string): boolean {
  // Under the payment's lock there is no other attempt that could begin to settle it after this look.
  rows.get(transactions, transactionId)
  return rows.find(settlements, transactionId) !== undefined
}
