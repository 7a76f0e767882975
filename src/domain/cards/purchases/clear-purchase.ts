/** Purchase clearing: the merchant is paid in any case. */
import type { Rows } from '../../../engine/rows.ts'
import { getPurchase, OPEN_STATUSES, type PurchaseRef, requireStatus } from './get-purchase.ts'
import { advance, appendRecord, type CardTransaction } from './purchase.ts'
import { debitSource, merchantMovement, owed, releaseHold } from './purchase-money.ts'

/**
 * The state of the card does not matter. What the funding source cannot pay is owed.
 * @param amount minor units; zero: no more clearings will come
 * @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT, AMOUNT_OUT_OF_RANGE
 */
export function clearPurchase(rows: Rows, ref: PurchaseRef, amount: bigint): CardTransaction {
  const purchase = getPurchase(rows, ref)
  requireStatus(purchase, OPEN_STATUSES, 'can be cleared')
  if (amount === 0n) return advance(rows, purchase, 'expire', { ...releaseHold(rows, purchase), lastEventAt: rows.now })
  const isBeyond = amount > purchase.heldAmount
  const cleared = {
    ...debitSource(rows, purchase, amount, [merchantMovement(purchase, amount)]),
    pullCount: purchase.pullCount + (isBeyond ? 1 : 0),
    settledCount: purchase.settledCount + 1,
    settledAmount: appendRecord(rows, purchase, 'CLEARING', purchase.settledAmount + amount, amount),
    lastEventAt: rows.now,
  }
  const after = { ...purchase, ...cleared }
  if (owed(after) > 0n) return advance(rows, purchase, 'failPull', cleared)
  return advance(rows, purchase, after.settledAmount < after.authorizedAmount ? 'clearInPart' : 'settle', cleared)
}
