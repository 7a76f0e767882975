/** Owns the asking for a card. */

import type { CardCreateRequest } from '../../../contract/cards/cards.ts'
import { bareId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import type { CardIssuer, CardRequest } from '../../providers/card-issuer/port.ts'
import { customers } from '../customers/tables.ts'
import { type Card, cards } from './card.ts'
import { checkFundingSources } from './funding-sources.ts'

/** What the issuer says is told by events. @throws Refusal as `addCard` */
export function createCard(rows: Rows, issuer: CardIssuer, wish: CardCreateRequest): Card {
  const card = addCard(rows, issuer, wish)
  enqueue(rows, 'issueCard', rows.now, card.id)
  return card
}

/**
 * Adds a card that the issuer is still to be asked for. The cardholder is looked at before the sources (decision 72).
 * @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, CARDHOLDER_KYC_NOT_APPROVED, FUNDING_SOURCE_INELIGIBLE
 */
export function addCard(rows: Rows, issuer: CardIssuer, wish: CardCreateRequest): Card {
  const cardholderId = bareId(wish.cardholderId)
  const { platformCustomerId, status, deletedAt } = rows.get(customers, cardholderId)
  if (deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  if (status !== 'APPROVED')
    refuse('CARDHOLDER_KYC_NOT_APPROVED', `The customer is ${status}; cards are issued to approved customers only`)
  const fundingSources = wish.fundingSources.map(bareId)
  const currency = checkFundingSources(rows, issuer, cardholderId, fundingSources)
  const id = rows.newId()
  return rows.add(cards, {
    id,
    status: 'PENDING_ISSUE',
    stateReason: null,
    cardholderId,
    platformCustomerId,
    platformCardId: wish.platformCardId ?? id,
    fundingSources,
    currency,
    brand: null,
    last4: null,
    expMonth: null,
    expYear: null,
    issuerRef: null,
    version: 0,
    createdAt: rows.now,
    updatedAt: rows.now,
    maxSpend: wish.maxSpendPerTransaction === undefined ? null : BigInt(wish.maxSpendPerTransaction),
    consents: {},
  })
}

/** How the issuer is asked for a card. */
export const issueRequest = (
  platformId: string,
  { id, platformCardId, cardholderId, currency, createdAt }: Card,
): CardRequest => ({
  platformId,
  cardId: id,
  platformCardId: platformCardId === id ? undefined : platformCardId,
  cardholderId,
  currency,
  requestedAt: createdAt,
})
