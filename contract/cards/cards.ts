/** Card contract: cards with which cardholders pay from their internal accounts. */
import Type, { type Static } from 'typebox'
import { text } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations } from '../operation.ts'
import { amount, CurrencyCode, choice, id, list, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { SignedRequestChallenge } from '../wallets/wallet-keys.ts'
import { cardLifecycle } from './card-lifecycle.ts'

const CardState = statusSchema(cardLifecycle, { $id: 'CardState' })
export const CardForm = choice(['VIRTUAL'], { $id: 'CardForm' })
export const CardStateReason = choice(
  ['ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE', 'CLOSED_BY_GRID'],
  {
    $id: 'CardStateReason',
    description: 'Why a card is CLOSED',
  },
)
export const CardBrand = choice(['VISA', 'MASTERCARD'], { $id: 'CardBrand' })

const fundingSources = Type.Array(id('InternalAccount'), {
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
  description:
    "Accounts of the cardholder, all in the card's currency, USD or USDB. The first one that covers the whole purchase pays for it",
})
const CAP =
  "Maximum of one purchase, in minor units of the card's currency; a purchase above it is declined. Increments count towards it"
const maxSpend = amount({ minimum: 1, description: CAP })
const maxSpendOrNone = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  format: 'int64',
  minimum: 1,
  maximum: LIMITS.amount,
  description: `${CAP}. null: no cap`,
})
const platformCardId = text(255, { description: "The platform's own id of the card", examples: ['card-4711'] })

export const Card = Type.Object(
  {
    id: id('Card'),
    cardholderId: id('Customer'),
    platformCardId: Type.Optional(platformCardId),
    state: CardState,
    stateReason: Type.Optional(Type.Union([CardStateReason, Type.Null()])),
    form: CardForm,
    fundingSources,
    currency: Type.Optional(CurrencyCode),
    maxSpendPerTransaction: maxSpendOrNone,
    brand: Type.Optional(CardBrand),
    last4: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', examples: ['4719'] })),
    expMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: 12 })),
    expYear: Type.Optional(Type.Integer({ minimum: 2000, maximum: 9999 })),
    panEmbedUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          "The issuer's page with card number, security code and expiry, for display in a frame. The service stores none of them. The URL expires within minutes and is returned only by `GET /cards/{id}`, to a token with TRANSACT: request it when it is shown",
      }),
    ),
    issuerRef: Type.Optional(Type.String({ description: "The issuer's reference" })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  {
    $id: 'Card',
    description:
      'The fields that the issuer sets (brand, last4, expiry, issuerRef) are absent until the card is ACTIVE.',
  },
)
export type Card = Static<typeof Card>

const CardCreateRequest = Type.Object(
  {
    cardholderId: id('Customer'),
    form: CardForm,
    fundingSources,
    platformCardId: Type.Optional(platformCardId),
    maxSpendPerTransaction: Type.Optional(maxSpend),
  },
  { $id: 'CardCreateRequest' },
)
export type CardCreateRequest = Static<typeof CardCreateRequest>

const CardUpdateRequest = Type.Object(
  {
    state: Type.Optional(choice(['ACTIVE', 'FROZEN', 'CLOSED'])),
    fundingSources: Type.Optional(fundingSources),
    maxSpendPerTransaction: Type.Optional(maxSpendOrNone),
  },
  {
    $id: 'CardUpdateRequest',
    minProperties: 1,
    description: 'CLOSED cannot be combined with fundingSources or maxSpendPerTransaction',
  },
)
export type CardUpdateRequest = Static<typeof CardUpdateRequest>

const tag = 'Cards'
const params = Type.Object({ id: id('Card') })

export const cardOperations = operations({
  createCard: {
    method: 'POST',
    path: '/cards',
    tag,
    summary: 'Issue a card',
    description:
      'Requests a card for an approved customer from the issuer. The reply is PENDING_ISSUE; the event CARD.STATE_CHANGE reports when the card is ACTIVE, or CLOSED because the issuer rejected it. A funding source that is an embedded wallet pays only with the consent of its holder: see `POST /auth/delegated-keys`.',
    permission: 'MANAGE',
    body: CardCreateRequest,
    replies: { 201: Card },
    errors: [
      'USER_NOT_FOUND',
      'CUSTOMER_DELETED',
      'CARDHOLDER_KYC_NOT_APPROVED',
      'FUNDING_SOURCE_INELIGIBLE',
      'NOT_IMPLEMENTED',
    ],
  },
  listCards: {
    method: 'GET',
    path: '/cards',
    tag,
    summary: 'List cards',
    permission: 'VIEW',
    query: Type.Object({
      cardholderId: Type.Optional(id('Customer')),
      accountId: Type.Optional({ ...id('InternalAccount'), description: 'One of the funding sources' }),
      platformCardId: Type.Optional(platformCardId),
      state: Type.Optional(CardState),
      sortOrder: Type.Optional(choice(['asc', 'desc'], { default: 'desc', description: 'By creation' })),
      ...pageQuery,
    }),
    replies: { 200: list(Card, 'CardListResponse') },
  },
  getCardById: {
    method: 'GET',
    path: '/cards/{id}',
    tag,
    summary: 'Get a card',
    permission: 'VIEW',
    params,
    replies: { 200: Card },
  },
  updateCardById: {
    method: 'PATCH',
    path: '/cards/{id}',
    tag,
    summary: 'Freeze, unfreeze or close a card, or change its funding sources or cap',
    description:
      'Requires the signature of a session of any wallet of the cardholder; no signature if the cardholder has no wallet. ACTIVE and FROZEN cards can change to each other and to CLOSED. A frozen card declines purchases; existing authorizations are still cleared. `fundingSources` replaces the whole list. The signature also gives the consent of the wallets in the list; the consent of wallets removed from it ends.',
    permission: 'TRANSACT',
    signed: true,
    params,
    body: CardUpdateRequest,
    replies: { 200: Card, 202: SignedRequestChallenge },
    errors: ['FUNDING_SOURCE_INELIGIBLE', 'INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'],
  },
})
