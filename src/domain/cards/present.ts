/** Owns how cards and card transactions look on the wire. */
import type { CardTransaction as WireCardTransaction } from '../../../contract/cards/card-transactions.ts'
import type { Card as WireCard } from '../../../contract/cards/cards.ts'
import { presentMoney, wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Card, CardTransaction } from './tables.ts'

/** @param panEmbedUrl where the issuer shows the card; only for the reply to whoever asks for this card */
export function presentCard(card: Card, panEmbedUrl?: string): WireCard {
  const shown: { [Name in keyof WireCard]: WireCard[Name] | undefined } = {
    id: wireId('Card', card.id),
    cardholderId: wireId('Customer', card.cardholderId),
    platformCardId: card.platformCardId,
    state: card.status,
    stateReason: card.stateReason,
    form: 'VIRTUAL',
    fundingSources: card.fundingSources.map((id) => wireId('InternalAccount', id)),
    currency: card.currency,
    maxSpendPerTransaction: card.maxSpend === null ? null : wireAmount(card.maxSpend),
    brand: card.brand ?? undefined,
    last4: card.last4 ?? undefined,
    expMonth: card.expMonth ?? undefined,
    expYear: card.expYear ?? undefined,
    panEmbedUrl,
    issuerRef: card.issuerRef ?? undefined,
    createdAt: isoTime(card.createdAt),
    updatedAt: isoTime(card.updatedAt),
  }
  return shown as WireCard
}

export function presentCardTransaction(purchase: CardTransaction): WireCardTransaction {
  const { currency, settledCount, settledAmount, refundCount, refundedAmount } = purchase
  const cardId = wireId('Card', purchase.cardId)
  const shown: { [Name in keyof WireCardTransaction]: WireCardTransaction[Name] | undefined } = {
    id: wireId('CardTransaction', purchase.id),
    type: 'CARD',
    direction: 'DEBIT',
    status: purchase.status,
    cardId,
    accountId: wireId('InternalAccount', purchase.accountId),
    customerId: wireId('Customer', purchase.customerId),
    platformCustomerId: purchase.platformCustomerId,
    destination: { destinationType: 'CARD', cardId },
    merchant: purchase.merchant,
    authorizedAmount: presentMoney(purchase.authorizedAmount, currency),
    settledAmount: settledCount > 0 ? presentMoney(settledAmount, currency) : undefined,
    refundedAmount: refundCount > 0 ? presentMoney(refundedAmount, currency) : undefined,
    pullSummary: {
      count: purchase.pullCount,
      totalAmount: wireAmount(purchase.pulledAmount + purchase.heldAmount),
      pendingCount: purchase.pendingPulls,
    },
    settlementSummary: { count: settledCount, totalAmount: wireAmount(settledAmount) },
    refundSummary: { count: refundCount, totalAmount: wireAmount(refundedAmount) },
    declineReason: purchase.declineReason ?? undefined,
    issuerTransactionToken: purchase.issuerTransactionToken,
    authorizedAt: isoTime(purchase.createdAt),
    createdAt: isoTime(purchase.createdAt),
    updatedAt: isoTime(purchase.updatedAt),
    lastEventAt: purchase.lastEventAt === null ? undefined : isoTime(purchase.lastEventAt),
  }
  return shown as WireCardTransaction
}
