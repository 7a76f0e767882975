/** Card transaction contract: one purchase each, from authorization through clearings to returns. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount, text } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, Country, choice, id, list, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { cardTransactionLifecycle } from './card-transaction-lifecycle.ts'

const CardTransactionStatus = statusSchema(cardTransactionLifecycle, { $id: 'CardTransactionStatus' })

/** Decline reason → its description. */
export const CARD_DECLINE_REASONS = {
  INSUFFICIENT_FUNDS: 'No funding source covers the whole amount.',
  CARD_PAUSED: 'The card is FROZEN.',
  CARD_CLOSED: 'The card is CLOSED.',
  CARD_NOT_ISSUED: 'The issuer has not provided the card yet.',
  CARDHOLDER_NOT_APPROVED: 'The cardholder is no longer approved.',
  FUNDING_SOURCE_NOT_ACTIVE: 'None of the funding sources is ACTIVE.',
  FUNDING_SOURCE_NOT_AUTHORIZED:
    'No other funding source covers the whole amount, and the holder of a wallet among them has not consented to the card.',
  SPENDING_LIMIT_EXCEEDED: 'The amount exceeds `maxSpendPerTransaction` of the card.',
} as const
export type CardDeclineReason = keyof typeof CARD_DECLINE_REASONS

const CardDeclineReasons = choice(Object.keys(CARD_DECLINE_REASONS) as CardDeclineReason[], {
  $id: 'CardDeclineReason',
  description: Object.entries(CARD_DECLINE_REASONS)
    .map(([reason, about]) => `- \`${reason}\`: ${about}`)
    .join('\n'),
})

export const CardMerchant = Type.Object(
  {
    descriptor: text(255, { description: 'Merchant name as on the statement', examples: ['BLUE BOTTLE COFFEE'] }),
    mcc: Type.Optional(
      Type.String({ pattern: '^[0-9]{4}$', description: 'Merchant category, ISO 18245', examples: ['5814'] }),
    ),
    country: Type.Optional(Country),
  },
  { $id: 'CardMerchant' },
)
export type CardMerchant = Static<typeof CardMerchant>

const count = Type.Integer({ minimum: 0 })
const total = (description: string) => amount({ description })

const CardPullSummary = Type.Object(
  {
    count,
    totalAmount: total('Held at or debited from the funding source, in its minor units; excludes failed pulls'),
    pendingCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Unconfirmed pulls' })),
  },
  { $id: 'CardPullSummary' },
)
const CardRefundSummary = Type.Object(
  { count, totalAmount: total('Returned by the merchant') },
  { $id: 'CardRefundSummary' },
)
const CardSettlementSummary = Type.Object(
  { count, totalAmount: total('Cleared by the merchant') },
  { $id: 'CardSettlementSummary' },
)

export const CardTransaction = Type.Object(
  {
    id: id('CardTransaction'),
    type: Type.Literal('CARD'),
    direction: Type.Literal('DEBIT'),
    status: CardTransactionStatus,
    cardId: id('Card'),
    accountId: id('InternalAccount'),
    customerId: id('Customer'),
    platformCustomerId: Type.String({ description: "The platform's own id of the cardholder" }),
    destination: Type.Object(
      { destinationType: Type.Literal('CARD'), cardId: id('Card') },
      { $id: 'CardTransactionDestination' },
    ),
    merchant: CardMerchant,
    authorizedAmount: CurrencyAmount,
    settledAmount: Type.Optional(CurrencyAmount),
    refundedAmount: Type.Optional(CurrencyAmount),
    pullSummary: CardPullSummary,
    settlementSummary: CardSettlementSummary,
    refundSummary: CardRefundSummary,
    declineReason: Type.Optional(CardDeclineReasons),
    issuerTransactionToken: Type.Optional(Type.String({ description: "The issuer's reference" })),
    authorizedAt: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastEventAt: Type.Optional(Timestamp),
  },
  {
    $id: 'CardTransaction',
    description:
      'A purchase. `accountId` is the funding source that pays for it. A declined purchase is an EXCEPTION with a `declineReason` and moved no money. Any other EXCEPTION means that the merchant was paid and the funding source could not cover it all; the operator debits the rest when it is available.',
  },
)
export type CardTransaction = Static<typeof CardTransaction>

const tag = 'Cards'

export const cardTransactionOperations = operations({
  listCardTransactions: {
    method: 'GET',
    path: '/card-transactions',
    tag,
    summary: 'List card transactions',
    permission: 'VIEW',
    query: Type.Object({
      cardId: Type.Optional(id('Card')),
      customerId: Type.Optional(id('Customer')),
      accountId: Type.Optional(id('InternalAccount')),
      status: Type.Optional(CardTransactionStatus),
      startDate: Type.Optional(Timestamp),
      endDate: Type.Optional(Timestamp),
      sortOrder: Type.Optional(choice(['asc', 'desc'], { default: 'desc', description: 'By creation' })),
      ...pageQuery,
    }),
    replies: { 200: list(CardTransaction, 'CardTransactionListResponse') },
  },
  getCardTransactionById: {
    method: 'GET',
    path: '/card-transactions/{id}',
    tag,
    summary: 'Get a card transaction',
    permission: 'VIEW',
    params: Type.Object({ id: id('CardTransaction') }),
    replies: { 200: CardTransaction },
  },
})
