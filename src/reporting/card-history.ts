/** Histories of cards and purchases: amounts held, cleared, refunded and owed, and their events. */
import {
  type CardHistory,
  type CardTransactionHistory,
  PURCHASES_SHOWN,
  type Purchase,
} from '../../contract/cards/card-history.ts'
import { wireAmount } from '../core/currency.ts'
import { wireId } from '../core/ids.ts'
import { presentCard } from '../domain/cards/card.ts'
import { type CardTransaction, presentCardTransaction } from '../domain/cards/purchases/purchase.ts'
import { owed } from '../domain/cards/purchases/purchase-money.ts'
import { getCardTransactionById, listLatestPurchases, sumCardPurchases } from '../domain/cards/purchases/queries.ts'
import { getCardById } from '../domain/cards/queries.ts'
import type { Store } from '../infra/db/store.ts'
import { deliveredEvents } from './delivered-events.ts'
import { listParties } from './parties.ts'

/** @param cardId bare @throws Refusal CARD_NOT_FOUND */
export async function getCardHistory(store: Store, platformId: string, cardId: string): Promise<CardHistory> {
  const card = await getCardById(store, platformId, cardId)
  const [[source], sums, purchases, events] = await Promise.all([
    listParties(
      store,
      platformId,
      card.fundingSources.slice(0, 1).map((id) => wireId('InternalAccount', id)),
    ),
    sumCardPurchases(store, platformId, cardId),
    listLatestPurchases(store, platformId, cardId, PURCHASES_SHOWN + 1),
    deliveredEvents(store, platformId, cardId),
  ])
  return {
    card: presentCard(card),
    // All sources are the cardholder's.
    holderName: source?.name ?? card.platformCustomerId,
    sums: {
      held: wireAmount(sums.held),
      cleared: wireAmount(sums.cleared),
      refunded: wireAmount(sums.refunded),
      owed: wireAmount(sums.owed),
    },
    purchases: purchases.slice(0, PURCHASES_SHOWN).map(shownPurchase),
    hasMorePurchases: purchases.length > PURCHASES_SHOWN,
    events,
  }
}

/** @param purchaseId bare @throws Refusal CARD_TRANSACTION_NOT_FOUND */
export async function getCardTransactionHistory(
  store: Store,
  platformId: string,
  purchaseId: string,
): Promise<CardTransactionHistory> {
  const purchase = await getCardTransactionById(store, platformId, purchaseId)
  return { ...shownPurchase(purchase), events: await deliveredEvents(store, platformId, purchaseId) }
}

const shownPurchase = (purchase: CardTransaction): Purchase => ({
  transaction: presentCardTransaction(purchase),
  sums: {
    held: wireAmount(purchase.heldAmount),
    cleared: wireAmount(purchase.settledAmount),
    refunded: wireAmount(purchase.refundedAmount),
    owed: wireAmount(owed(purchase)),
  },
})
