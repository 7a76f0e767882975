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
})
