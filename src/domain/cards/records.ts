/** Owns the records of what the network told of a purchase. */
import { LIMITS } from '../../../contract/limits.ts'
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Row } from '../../engine/table.ts'
import { type CardTransaction, cardRecords } from './tables.ts'

const MAX = BigInt(LIMITS.amount)

/** Keeps a clearing or refund under the sequence of the event that tells of it. @returns the new total, if a purchase can have it */
export function keepRecord(
  rows: Rows,
  purchase: CardTransaction,
  kind: Row<typeof cardRecords>['kind'],
  total: bigint,
  amount: bigint,
): bigint {
  if (total > MAX) refuseField('AMOUNT_OUT_OF_RANGE', 'amount', `makes the sum of the purchase more than ${MAX}`)
  const sequence = purchase.version + 1
  rows.append(cardRecords, { cardTransactionId: purchase.id, sequence, kind, amount, createdAt: rows.now })
  return total
}
