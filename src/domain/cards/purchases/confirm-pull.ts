/** Pull confirmation: a pending pull is confirmed, or has failed. */
import { command } from '../../../engine/command.ts'
import { advance, type CardTransaction, cardTransactions } from './purchase.ts'
import { creditSource, netPulled, netSettled, purchaseMoneyReads, releaseHold } from './purchase-money.ts'

/** Emits no event: the purchase does not change. */
export const confirmPull = command({
  reads: (_seen, purchaseId: string) => [[cardTransactions, purchaseId]],
  run(rows, purchaseId): void {
    const purchase = rows.get(cardTransactions, purchaseId)
    if (purchase.pendingPulls > 0) rows.change(cardTransactions, purchase, { pendingPulls: 0, updatedAt: rows.now })
  },
})

/** Releases and credits everything to the funding source; what the merchant received is then owed. */
export const failPull = command({
  reads: (seen, purchaseId: string) => [
    [cardTransactions, purchaseId],
    ...purchaseMoneyReads(seen.lastSeen(cardTransactions, purchaseId)),
  ],
  run(rows, purchaseId): CardTransaction | undefined {
    const purchase = rows.get(cardTransactions, purchaseId)
    if (purchase.pendingPulls === 0) return undefined
    const released = releaseHold(rows, purchase)
    const { suspendedAmount } = creditSource(rows, purchase, netPulled(purchase))
    // As if there had been no pull, except for money in suspense, which is still due to the funding source.
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
  },
})
