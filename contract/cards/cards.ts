/** Owns cards: what a cardholder pays with, out of their internal accounts. */
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
    "Accounts of the cardholder, all in the card's currency, USD or USDB. A purchase is paid by the first of them that covers the whole of it",
})
const CAP =
  "Most that one purchase may cost, in minor units of the card's currency: that much is paid, more is declined. Increments count towards it"
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
          "A page of the issuer's, to be shown in a frame, with number, security code and expiry. The service has none of them. It works for minutes and is in the reply of `GET /cards/{id}` alone, and only to a token with TRANSACT: ask for it when it is to be shown",
      }),
    ),
    issuerRef: Type.Optional(Type.String({ description: "The issuer's reference" })),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  {
    $id: 'Card',
    description: 'What the issuer decides (brand, last4, expiry, issuerRef) is absent until the card is ACTIVE.',
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
      'Asks the issuer for a card of an approved customer. It answers PENDING_ISSUE; the event CARD.STATE_CHANGE says when the card is ACTIVE, or CLOSED because the issuer refused it. A funding source that is an embedded wallet pays only after its holder has agreed: see `POST /auth/delegated-keys`.',
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
    summary: 'Freeze, unfreeze or close a card, or change what pays for it',
    description:
      'Needs the signature of a session of any wallet of the cardholder; of a cardholder without a wallet it is done at once. ACTIVE and FROZEN lead to each other and to CLOSED. A frozen card declines purchases; what was authorized before goes on. `fundingSources` replaces the whole list; with the same signature the wallets in it agree to pay for the card, and the consent of those that are no longer in it ends.',
    permission: 'TRANSACT',
    signed: true,
    params,
    body: CardUpdateRequest,
    replies: { 200: Card, 202: SignedRequestChallenge },
    errors: ['FUNDING_SOURCE_INELIGIBLE', 'INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'],
  },
})
