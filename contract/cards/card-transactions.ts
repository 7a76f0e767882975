/** Owns card transactions: one purchase each, from its authorization over its clearings to its returns. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount, text } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, Country, choice, id, list, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { cardTransactionLifecycle } from './card-transaction-lifecycle.ts'

const CardTransactionStatus = statusSchema(cardTransactionLifecycle, { $id: 'CardTransactionStatus' })

/** Why a purchase was declined → what it means. */
export const CARD_DECLINE_REASONS = {
  INSUFFICIENT_FUNDS: 'No funding source covers the whole amount.',
  CARD_PAUSED: 'The card is FROZEN.',
  CARD_CLOSED: 'The card is CLOSED.',
  CARD_NOT_ISSUED: 'The issuer has not provided the card yet.',
  CARDHOLDER_NOT_APPROVED: 'The cardholder is no longer approved.',
  FUNDING_SOURCE_NOT_ACTIVE: 'None of the funding sources is ACTIVE.',
  FUNDING_SOURCE_NOT_AUTHORIZED:
    'No other funding source covers the whole amount, and the holder of a wallet among them has not let the card pay from it.',
  SPENDING_LIMIT_EXCEEDED: 'The purchase costs more than `maxSpendPerTransaction` of the card.',
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
    descriptor: text(255, { description: 'As it is on the statement', examples: ['BLUE BOTTLE COFFEE'] }),
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
    totalAmount: total('Set aside or taken from the funding source, in its minor units; without what failed'),
    pendingCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Pulls that are not confirmed yet' })),
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
      'A purchase. `accountId` is the funding source that pays for it. A declined one is an EXCEPTION with a `declineReason`, and moved nothing. Any other EXCEPTION means that the merchant is paid and the funding source did not bear it all: an operator takes the rest when it is there.',
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
