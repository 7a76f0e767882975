/** Settlement start: from here on an outgoing payment is owed to the receiver's institution. */
import { command } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import type { Settlement } from '../../../../providers/uma/port.ts'
import { settlements, transactions } from '../../transactions/transaction.ts'
import { storeMessages, type TimedMessage } from '../messages.ts'

export interface AgreedSettlement {
  readonly transactionId: string
  readonly agreed: Settlement
  readonly messages: readonly TimedMessage[]
}

/**
 * Stores the agreed settlement before the payment is reported to the other institution: from the report on, only that
 * institution's answer ends the payment.
 * @returns the settlement in effect: a concurrent attempt may have agreed on one before; undefined when the payment has ended
 */
export const beginSettlement = command({
  reads: (_seen, { transactionId }: AgreedSettlement) => [
    [transactions, transactionId],
    [settlements, transactionId],
  ],
  run(rows, { transactionId, agreed, messages }): Settlement | undefined {
    const { status } = rows.get(transactions, transactionId)
    const existing = rows.find(settlements, transactionId)
    storeMessages(rows, transactionId, messages)
    if (existing) return existing
    if (status !== 'PROCESSING') return undefined
    const { institution, invoice, callback } = agreed
    return rows.add(settlements, { id: transactionId, institution, invoice, callback, createdAt: rows.now })
  },
})

/** Whether only the other institution's answer ends the payment. */
export function isOwed(rows: Rows, transactionId: string): boolean {
  // Reading the payment too makes the commit fail if another attempt begins to settle it after this check.
  rows.get(transactions, transactionId)
  return rows.find(settlements, transactionId) !== undefined
}
