/** Purchase look-up: the purchase that a message of the network names. */
import { notFound, refuseField } from '../../../core/refusal.ts'
import type { Read, SeenRows } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { cards } from '../card.ts'
import { type CardTransaction, type CardTransactionStatus, cardTransactions } from './purchase.ts'
import { purchaseMoneyReads } from './purchase-money.ts'

/** A purchase and its card; bare ids. */
export interface PurchaseRef {
  readonly cardId: string
  readonly purchaseId: string
}

/** A step of a purchase, by an amount: minor units of the card's currency. */
export interface PurchaseStep extends PurchaseRef {
  readonly amount: bigint
}

/** Rows that a step of a purchase reads. */
export const purchaseReads = (seen: SeenRows, { cardId, purchaseId }: PurchaseRef): Read[] => [
  [cards, cardId, 'peek'],
  [cardTransactions, purchaseId],
  ...purchaseMoneyReads(seen.lastSeen(cardTransactions, purchaseId)),
]

/** @throws Refusal CARD_NOT_FOUND, CARD_TRANSACTION_NOT_FOUND, also for a purchase by another card */
export function getPurchase(rows: Rows, { cardId, purchaseId }: PurchaseRef): CardTransaction {
  if (!rows.peek(cards, cardId)) throw notFound('Card')
  const purchase = rows.get(cardTransactions, purchaseId)
  if (purchase.cardId !== cardId) throw notFound('CardTransaction')
  return purchase
}

/** @throws Refusal INVALID_INPUT for a purchase in any other state, and for one that was declined */
export function requireStatus(
  { status, declineReason }: CardTransaction,
  states: readonly CardTransactionStatus[],
  /** What the request does, as in “can be cleared”. */
  action: string,
): void {
  if (declineReason !== null) refuseField('INVALID_INPUT', 'cardTransactionId', 'was declined and cannot change')
  if (!states.includes(status))
    refuseField(
      'INVALID_INPUT',
      'cardTransactionId',
      `is ${status}; only a card transaction that is ${states.join(' or ')} ${action}`,
    )
}

/** More clearings are expected. */
export const OPEN_STATUSES: readonly CardTransactionStatus[] = ['AUTHORIZED', 'PARTIALLY_SETTLED']
