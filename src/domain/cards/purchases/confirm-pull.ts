/** Owns the end of waiting for a pull: it is confirmed, or the money never came. */
import type { Rows } from '../../../engine/rows.ts'
import { advance, type CardTransaction, cardTransactions } from './purchase.ts'
import { creditSource, foresee, netPulled, netSettled, releaseHold } from './purchase-money.ts'

/** Nothing else follows from it, and nobody is told: the purchase is what it was. */
export function confirmPull(rows: Rows, purchaseId: string): void {
  const purchase = rows.get(cardTransactions, purchaseId)
  if (purchase.pendingPulls > 0) rows.change(cardTransactions, purchase, { pendingPulls: 0, updatedAt: rows.now })
}

/** Everything that was set aside or taken is the funding source's again, and what the merchant has got is owed. */
export function failPull(rows: Rows, purchaseId: string): CardTransaction | undefined {
  const purchase = rows.get(cardTransactions, purchaseId)
  if (purchase.pendingPulls === 0) return undefined
  foresee(rows, purchase)
  const released = releaseHold(rows, purchase)
  const { suspendedAmount } = creditSource(rows, purchase, netPulled(purchase))
  // As if there had been no pull, but for what is in suspense: that is still to be given back.
  const undone = {
    ...released,
    pendingPulls: 0,
    pulledAmount: suspendedAmount,
    creditedAmount: 0n,
    suspendedAmount,
    lastEventAt: rows.now,
  }
  const isOver = netSettled(purchase) === 0n && purchase.status !== 'AUTHORIZED'
  const isException = purchase.status === 'EXCEPTION'
  return advance(rows, purchase, isOver || isException ? undefined : 'failPull', undone)
}
