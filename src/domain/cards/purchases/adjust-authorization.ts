/** Authorization adjustment: an incremental authorization, or a partial reversal. */
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { cards } from '../card.ts'
import { mayDebit } from '../delegated-keys/consents.ts'
import { declineReasonOfCard } from './authorize-purchase.ts'
import { getPurchase, OPEN_STATUSES, type PurchaseStep, purchaseReads, requireStatus } from './get-purchase.ts'
import { advance, type CardTransaction } from './purchase.ts'
import { adjustHold, releaseHold } from './purchase-money.ts'

/**
 * The amount is the new total, cleared parts included; above zero.
 * @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT; for an increase: INVALID_STATE_TRANSITION when the card declines it, or may not debit this wallet, INSUFFICIENT_BALANCE, ACCOUNT_NOT_ACTIVE
 */
export const adjustAuthorization = command({
  reads: purchaseReads,
  run(rows, step: PurchaseStep): CardTransaction {
    const { amount: total } = step
    const purchase = getPurchase(rows, step)
    requireStatus(purchase, OPEN_STATUSES, 'can have its amount changed')
    const { settledAmount, heldAmount } = purchase
    if (total <= settledAmount)
      return advance(rows, purchase, 'settle', {
        ...releaseHold(rows, purchase),
        authorizedAmount: total,
        lastEventAt: rows.now,
      })
    const wanted = total - settledAmount
    const isIncrease = wanted > heldAmount
    if (isIncrease) refuseIncrease(rows, purchase, total)
    return advance(rows, purchase, undefined, {
      authorizedAmount: total,
      ...adjustHold(rows, purchase, wanted),
      pullCount: purchase.pullCount + (isIncrease ? 1 : 0),
      lastEventAt: rows.now,
    })
  },
})

function refuseIncrease(rows: Rows, { cardId, accountId }: CardTransaction, total: bigint): void {
  const card = rows.get(cards, cardId)
  const isAllowed = mayDebit(rows, card, accountId)
  const reason = declineReasonOfCard(rows, card, total) ?? (isAllowed ? undefined : 'FUNDING_SOURCE_NOT_AUTHORIZED')
  if (reason) refuse('INVALID_STATE_TRANSITION', `The authorized amount cannot be increased: ${reason}`, { reason })
}
