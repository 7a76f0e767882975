/** Purchase clearing: the merchant is paid in any case. */
import { command } from '../../../engine/command.ts'
import { getPurchase, OPEN_STATUSES, type PurchaseStep, purchaseReads, requireStatus } from './get-purchase.ts'
import { advance, appendRecord, type CardTransaction } from './purchase.ts'
import { debitSource, merchantMovement, owed, releaseHold } from './purchase-money.ts'

/**
 * The state of the card does not matter. What the funding source cannot pay is owed.
 * An amount of zero: no more clearings will follow.
 * @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT, AMOUNT_OUT_OF_RANGE
 */
export const clearPurchase = command({
  reads: purchaseReads,
  run(rows, step: PurchaseStep): CardTransaction {
    const { amount } = step
    const purchase = getPurchase(rows, step)
    requireStatus(purchase, OPEN_STATUSES, 'can be cleared')
    if (amount === 0n)
      return advance(rows, purchase, 'expire', { ...releaseHold(rows, purchase), lastEventAt: rows.now })
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
  },
})
