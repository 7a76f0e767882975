/** Owns the change of what is authorized while a purchase is open: more (an incremental authorization), or less (a partial reversal). */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { refusalOf } from './authorize-purchase.ts'
import { mayDrawOn } from './consent/consents.ts'
import { advance } from './purchase-machine.ts'
import { keepAside, letGo } from './purchase-money.ts'
import { OPEN, type PurchaseRef, purchaseOf, refuseUnless } from './purchase-of.ts'
import { type CardTransaction, cards } from './tables.ts'

/**
 * @param total minor units, above zero: what is authorized from now on, cleared parts included
 * @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, INVALID_INPUT; for more: INVALID_STATE_TRANSITION when the card does not pay so much, or not from this wallet, INSUFFICIENT_BALANCE, ACCOUNT_NOT_ACTIVE
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
  if (isMore) refuseUnlessPaying(rows, purchase, total)
  return advance(rows, purchase, undefined, {
    authorizedAmount: total,
    ...keepAside(rows, purchase, wanted),
    pullCount: purchase.pullCount + (isMore ? 1 : 0),
    lastEventAt: rows.now,
  })
}

function refuseUnlessPaying(rows: Rows, { cardId, accountId }: CardTransaction, total: bigint): void {
  const card = rows.get(cards, cardId)
  const isAllowed = mayDrawOn(rows, card, accountId)
  const reason = refusalOf(rows, card, total) ?? (isAllowed ? undefined : 'FUNDING_SOURCE_NOT_AUTHORIZED')
  if (reason) refuse('INVALID_STATE_TRANSITION', `The card pays no more than was authorized: ${reason}`, { reason })
}
