/** Owns the finding of a purchase that the network speaks of. */

import { notFound, refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { cards } from '../card.ts'
import { type CardTransaction, type CardTransactionStatus, cardTransactions } from './purchase.ts'
import { foresee } from './purchase-money.ts'

/** A purchase, and the card with which it was made. Bare ids. */
export interface PurchaseRef {
  readonly cardId: string
  readonly purchaseId: string
}

/** @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, also for a purchase by another card */
export function getPurchase(rows: Rows, { cardId, purchaseId }: PurchaseRef): CardTransaction {
  const known = rows.lastSeen(cardTransactions, purchaseId)
  rows.together([cards, cardId, 'seen'], [cardTransactions, purchaseId])
  if (known) foresee(rows, known)
  if (!rows.peek(cards, cardId)) throw notFound('Card')
  const purchase = rows.get(cardTransactions, purchaseId)
  if (purchase.cardId !== cardId) throw notFound('CardTransaction')
  foresee(rows, purchase)
  return purchase
}

/** @throws Refusal INVALID_INPUT for a purchase in any other state, and for one that was declined */
export function requireStatus(
  { status, declineReason }: CardTransaction,
  states: readonly CardTransactionStatus[],
  done: string,
): void {
  if (declineReason !== null) refuseField('INVALID_INPUT', 'cardTransactionId', 'was declined; nothing follows from it')
  if (!states.includes(status))
    refuseField('INVALID_INPUT', 'cardTransactionId', `is ${status}; only one that is ${states.join(' or ')} ${done}`)
}

/** Of these, more clearings are expected. */
export const OPEN_STATUSES: readonly CardTransactionStatus[] = ['AUTHORIZED', 'PARTIALLY_SETTLED']
