/** Data of the dashboard's card pages: a card with its purchases, and a purchase with its events. */
import type { DeliveredEvent } from '../events/delivered-events.ts'
import type { CardTransaction } from './card-transactions.ts'
import type { Card } from './cards.ts'

export interface CardStory {
  readonly card: Card
  readonly holderName: string
  /** Totals over all purchases. */
  readonly sums: PurchaseSums
  /** Newest first. */
  readonly purchases: readonly Purchase[]
  /** Whether there are more purchases. */
  readonly hasMorePurchases: boolean
  readonly events: readonly DeliveredEvent[]
}

/** Minor units of the card's currency. */
export interface PurchaseSums {
  /** Held at the funding source. */
  readonly held: number
  /** Cleared by merchants, less what they returned later. */
  readonly cleared: number
  readonly refunded: number
  /** Cleared, and not covered by the funding source. */
  readonly owed: number
}

export interface Purchase {
  readonly transaction: CardTransaction
  readonly sums: PurchaseSums
}

export interface PurchaseStory extends Purchase {
  readonly events: readonly DeliveredEvent[]
}
