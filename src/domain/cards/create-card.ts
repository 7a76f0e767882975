/** Card creation use case: adds the card and schedules the request to the issuer. */
import type { CardCreateRequest } from '../../../contract/cards/cards.ts'
import { bareId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import { command } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import type { CardIssuer, CardRequest } from '../../providers/card-issuer/port.ts'
import { customers } from '../customers/customer.ts'
import { type Card, cards } from './card.ts'
import { checkFundingSources, fundingSourceReads } from './funding-sources.ts'

export interface NewCard {
  readonly issuer: CardIssuer
  readonly request: CardCreateRequest
}

/** The issuer's answer is reported by events. @throws Refusal as `addCard` */
export const createCard = command({
  reads: (_seen, { request }: NewCard) => [
    [customers, bareId(request.cardholderId)],
    ...fundingSourceReads(request.fundingSources.map(bareId)),
  ],
  run(rows, { issuer, request }): Card {
    const card = addCard(rows, issuer, request)
    enqueue(rows, 'issueCard', rows.now, card.id)
    return card
  },
})

/**
 * Adds a card without asking the issuer. The cardholder is checked before the funding sources (decision 72).
 * @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, CARDHOLDER_KYC_NOT_APPROVED, FUNDING_SOURCE_INELIGIBLE
 */
export function addCard(rows: Rows, issuer: CardIssuer, request: CardCreateRequest): Card {
  const cardholderId = bareId(request.cardholderId)
  const { platformCustomerId, status, deletedAt } = rows.get(customers, cardholderId)
  if (deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  if (status !== 'APPROVED')
    refuse('CARDHOLDER_KYC_NOT_APPROVED', `The customer is ${status}; cards are issued to approved customers only`)
  const fundingSources = request.fundingSources.map(bareId)
  const currency = checkFundingSources(rows, issuer, cardholderId, fundingSources)
  const id = rows.newId()
  return rows.add(cards, {
    id,
    status: 'PENDING_ISSUE',
    stateReason: null,
    cardholderId,
    platformCustomerId,
    platformCardId: request.platformCardId ?? id,
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
    maxSpend: request.maxSpendPerTransaction === undefined ? null : BigInt(request.maxSpendPerTransaction),
    consents: {},
  })
}

/** The request to the issuer. */
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
