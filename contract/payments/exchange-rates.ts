/** Exchange rates: the current price of a payment, not locked. */
import Type, { type Static } from 'typebox'
import { Currency, PaymentRail } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations } from '../operation.ts'
import { amount, CurrencyCode, list, pageQuery, Timestamp } from '../schema.ts'

export const ExchangeRate = Type.Object(
  {
    sourceCurrency: Currency,
    sendingAmount: amount({ description: 'Fees included; minor units of the source currency' }),
    minSendingAmount: amount({ description: 'Smallest payment; minor units of the source currency' }),
    maxSendingAmount: amount({ description: 'Largest payment; minor units of the source currency' }),
    destinationCurrency: Currency,
    destinationPaymentRail: PaymentRail,
    receivingAmount: amount({ description: 'After fees; minor units of the destination currency' }),
    exchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description: 'Source currency for one unit of the destination currency, in major units, after fees',
    }),
    fees: Type.Object(
      { fixed: Type.Optional(amount({ description: 'Minor units of the source currency' })) },
      { $id: 'ExchangeRateFees' },
    ),
    updatedAt: Timestamp,
  },
  { $id: 'ExchangeRate', description: 'The rate of one corridor at one time' },
)
export type ExchangeRate = Static<typeof ExchangeRate>

export const RateOrigin = Type.Object(
  {
    sources: Type.Array(Type.String(), { description: 'Host names' }),
    midRate: Type.String({ description: 'Mid-market rate: sending units for one receiving unit' }),
    spread: Type.String({ description: "Fraction by which the quote's rate is worse", examples: ['0.004'] }),
    at: Timestamp,
  },
  { $id: 'RateOrigin', description: 'Where an exchange rate comes from' },
)
export type RateOrigin = Static<typeof RateOrigin>

const RateOrigins = Type.Object(
  { origins: Type.Record(Type.String(), RateOrigin, { description: 'By the code of the other currency' }) },
  { $id: 'RateOrigins' },
)
export type RateOrigins = Static<typeof RateOrigins>

export const exchangeRateOperations = operations({
  getExchangeRates: {
    method: 'GET',
    path: '/exchange-rates',
    tag: 'Exchange rates',
    summary: 'List exchange rates',
    description: 'For information: only a quote locks a rate.',
    permission: 'VIEW',
    query: Type.Object({
      sourceCurrency: Type.Optional(CurrencyCode),
      destinationCurrency: Type.Optional(Type.Array(CurrencyCode, { maxItems: 50, description: 'One or several' })),
      sendingAmount: Type.Optional(
        Type.Integer({
          format: 'int64',
          minimum: 0,
          maximum: LIMITS.amount,
          default: 10000,
          description: 'Minor units of the source currency',
        }),
      ),
      ...pageQuery,
    }),
    replies: { 200: list(ExchangeRate, 'ExchangeRateListResponse') },
    errors: ['INVALID_CURRENCY'],
  },
  getRateOrigins: {
    method: 'GET',
    path: '/exchange-rates/origins',
    tag: 'Exchange rates',
    summary: 'Get the origins of exchange rates',
    description:
      "Of the current rates from one currency to the platform's others. A currency without a rate is left out.",
    permission: 'VIEW',
    query: Type.Object({ sourceCurrency: CurrencyCode }),
    replies: { 200: RateOrigins },
    errors: ['INVALID_CURRENCY'],
  },
})
