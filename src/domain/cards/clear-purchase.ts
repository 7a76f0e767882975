/** Owns the clearing of a purchase: the merchant takes money, and has it in any case. */
import type { Rows } from '../../engine/rows.ts'
import { advance } from './purchase-machine.ts'
import { letGo, owed, pull, toMerchant } from './purchase-money.ts'
import { OPEN, type PurchaseRef, purchaseOf, refuseUnless } from './purchase-of.ts'
import { keepRecord } from './records.ts'
import type { CardTransaction } from './tables.ts'

/**
 * The state of the card does not matter: what was authorized is paid. What the funding source does not bear is owed.
 * @param amount minor units; zero: no more will come
 * @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT, AMOUNT_OUT_OF_RANGE
 */
export function clearPurchase(rows: Rows, ref: PurchaseRef, amount: bigint): CardTransaction {
  const purchase = purchaseOf(rows, ref)
  refuseUnless(purchase, OPEN, 'can be cleared')
  if (amount === 0n) return advance(rows, purchase, 'expire', { ...letGo(rows, purchase), lastEventAt: rows.now })
  const isBeyond = amount > purchase.heldAmount
  const cleared = {
    ...pull(rows, purchase, amount, [toMerchant(purchase, amount)]),
    pullCount: purchase.pullCount + (isBeyond ? 1 : 0),
    settledCount: purchase.settledCount + 1,
    settledAmount: keepRecord(rows, purchase, 'CLEARING', purchase.settledAmount + amount, amount),
    lastEventAt: rows.now,
  }
  const after = { ...purchase, ...cleared }
  if (owed(after) > 0n) return advance(rows, purchase, 'failPull', cleared)
  return advance(rows, purchase, after.settledAmount < after.authorizedAmount ? 'clearInPart' : 'settle', cleared)
}
