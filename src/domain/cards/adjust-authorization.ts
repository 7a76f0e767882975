/** Owns the change of what is authorized while a purchase is open: more (an incremental authorization), or less (a partial reversal). */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { refusalOf } from './authorize-purchase.ts'
import { advance } from './purchase-machine.ts'
import { keepAside, letGo } from './purchase-money.ts'
import { OPEN, type PurchaseRef, purchaseOf, refuseUnless } from './purchase-of.ts'
import { type CardTransaction, cards } from './tables.ts'

/**
 * @param total minor units, above zero: what is authorized from now on, cleared parts included
 * @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT; for more: INVALID_STATE_TRANSITION when the card does not pay, INSUFFICIENT_BALANCE, ACCOUNT_NOT_ACTIVE
 */
export function adjustAuthorization(rows: Rows, ref: PurchaseRef, total: bigint): CardTransaction {
  const purchase = purchaseOf(rows, ref)
  refuseUnless(purchase, OPEN, 'can have its amount changed')
  const { settledAmount, heldAmount } = purchase
  if (total <= settledAmount)
    return advance(rows, purchase, 'settle', {
      ...letGo(rows, purchase),
      authorizedAmount: total,
      lastEventAt: rows.now,
    })
  const wanted = total - settledAmount
  const isMore = wanted > heldAmount
  if (isMore) refuseUnlessPaying(rows, purchase.cardId)
  return advance(rows, purchase, undefined, {
    authorizedAmount: total,
    ...keepAside(rows, purchase, wanted),
    pullCount: purchase.pullCount + (isMore ? 1 : 0),
    lastEventAt: rows.now,
  })
}

function refuseUnlessPaying(rows: Rows, cardId: string): void {
  const reason = refusalOf(rows, rows.get(cards, cardId))
  if (reason) refuse('INVALID_STATE_TRANSITION', `The card pays no more than was authorized: ${reason}`, { reason })
}
