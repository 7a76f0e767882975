/** Histories of cards and purchases: amounts held, cleared, refunded and owed, and their events. */
import Type, { type Static } from 'typebox'
import { DeliveredEvent } from '../events/delivered-events.ts'
import { operations } from '../operation.ts'
import { amount, id } from '../schema.ts'
import { CardTransaction } from './card-transactions.ts'
import { Card } from './cards.ts'

/** Purchases that the history of a card shows. */
export const PURCHASES_SHOWN = 50

const PurchaseSums = Type.Object(
  {
    held: amount({ description: 'Held at the funding source' }),
    cleared: amount({ description: 'Cleared by merchants, less what they returned later' }),
    refunded: amount(),
    owed: amount({ description: 'Cleared, and not covered by the funding source' }),
  },
  { $id: 'PurchaseSums', description: "Minor units of the card's currency" },
)
export type PurchaseSums = Static<typeof PurchaseSums>

const purchase = { transaction: CardTransaction, sums: PurchaseSums }
const Purchase = Type.Object(purchase, { $id: 'Purchase' })
export type Purchase = Static<typeof Purchase>

const CardHistory = Type.Object(
  {
    card: Card,
    holderName: Type.String(),
    sums: PurchaseSums,
    purchases: Type.Array(Purchase, { maxItems: PURCHASES_SHOWN, description: 'Newest first' }),
    hasMorePurchases: Type.Boolean(),
    events: Type.Array(DeliveredEvent),
  },
  { $id: 'CardHistory', description: '`sums` are totals over all purchases' },
)
export type CardHistory = Static<typeof CardHistory>

const CardTransactionHistory = Type.Object(
  { ...purchase, events: Type.Array(DeliveredEvent) },
  { $id: 'CardTransactionHistory' },
)
export type CardTransactionHistory = Static<typeof CardTransactionHistory>

const common = { method: 'GET', tag: 'Cards', permission: 'VIEW' } as const

export const cardHistoryOperations = operations({
  getCardHistory: {
    ...common,
    path: '/cards/{id}/history',
    summary: 'Get the history of a card',
    description: `With its newest ${PURCHASES_SHOWN} purchases.`,
    params: Type.Object({ id: id('Card') }),
    replies: { 200: CardHistory },
  },
  getCardTransactionHistory: {
    ...common,
    path: '/card-transactions/{id}/history',
    summary: 'Get the history of a card transaction',
    params: Type.Object({ id: id('CardTransaction') }),
    replies: { 200: CardTransactionHistory },
  },
})
