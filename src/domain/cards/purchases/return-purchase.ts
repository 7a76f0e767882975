/** Purchase return: the merchant refunds. */
import { formatMoney } from '../../../core/currency.ts'
import { refuseField } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { getPurchase, type PurchaseStep, purchaseReads, requireStatus } from './get-purchase.ts'
import { advance, appendRecord, type CardTransaction } from './purchase.ts'
import { creditSource, merchantMovement, netSettled, owed, releaseHold } from './purchase-money.ts'

/**
 * Covers what the funding source still owes first, and credits it with the rest.
 * The amount is above zero.
 * @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT
 */
export const returnPurchase = command({
  reads: purchaseReads,
  run(rows, step: PurchaseStep): CardTransaction {
    const { amount } = step
    const purchase = getPurchase(rows, step)
    requireStatus(purchase, ['PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION'], 'can be returned')
    if (purchase.settledCount === 0) refuseField('INVALID_INPUT', 'cardTransactionId', 'has no clearing')
    const most = netSettled(purchase)
    if (amount > most)
      refuseField(
        'INVALID_INPUT',
        'amount',
        `exceeds the settled amount not yet returned, ${formatMoney(most, purchase.currency)}`,
      )
    const missing = owed(purchase)
    const back = amount > missing ? amount - missing : 0n
    const returned = {
      ...creditSource(rows, purchase, back, [merchantMovement(purchase, -amount)]),
      refundCount: purchase.refundCount + 1,
      refundedAmount: appendRecord(rows, purchase, 'REFUND', purchase.refundedAmount + amount, amount),
      lastEventAt: rows.now,
    }
    const name = moveAfterReturn({ ...purchase, ...returned })
    const isOver = name !== undefined
    return advance(rows, purchase, name, { ...returned, ...(isOver && releaseHold(rows, purchase)) })
  },
})

/** Undefined: no transition; clearings or an amount owed are still expected. */
function moveAfterReturn(after: CardTransaction) {
  if (netSettled(after) === 0n) return after.status === 'SETTLED' ? 'refund' : 'refundEarly'
  if (after.status === 'SETTLED') return 'refundInPart'
  return after.status === 'EXCEPTION' && owed(after) === 0n ? 'recover' : undefined
}
