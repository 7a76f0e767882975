/** Quotes: a locked rate for one payment, and its execution. */
import Type, { type Static } from 'typebox'
import { PaymentInstructions } from '../accounts/instruction-types.ts'
import {
  AccountId,
  CounterpartyInformation,
  Currency,
  Memo,
  PaymentRail,
  PurposeOfPayment,
  RemittanceInformation,
  text,
  UmaAddress,
} from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, CurrencyCode, choice, id, list, oneOf, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { SignedRequestChallenge } from '../wallets/wallet-keys.ts'
import { quoteLifecycle } from './quote-lifecycle.ts'

const QuoteStatus = statusSchema(quoteLifecycle, { $id: 'QuoteStatus' })
export const QuoteLockSide = choice(['SENDING', 'RECEIVING'], {
  $id: 'QuoteLockSide',
  description: 'Which amount is fixed; the other follows from rate and fees',
})
export const CryptoNetwork = choice(['SOLANA', 'ETHEREUM', 'BASE', 'POLYGON', 'SPARK', 'LIGHTNING', 'BITCOIN'], {
  $id: 'CryptoNetwork',
  description: 'The network that carries crypto assets',
})

const AccountQuoteSource = Type.Object(
  {
    sourceType: Type.Literal('ACCOUNT'),
    accountId: AccountId,
    customerId: Type.Optional(id('Customer')),
  },
  {
    $id: 'AccountQuoteSource',
    description: 'The balance of an internal account, or money that is pulled from an external account',
  },
)
const RealtimeFundingQuoteSource = Type.Object(
  {
    sourceType: Type.Literal('REALTIME_FUNDING'),
    currency: CurrencyCode,
    customerId: Type.Optional(id('Customer')),
    cryptoNetwork: Type.Optional(CryptoNetwork),
  },
  {
    $id: 'RealtimeFundingQuoteSource',
    description: 'Money that arrives by the payment instructions of the quote and executes it',
  },
)
export const QuoteSource = oneOf('sourceType', [AccountQuoteSource, RealtimeFundingQuoteSource], { $id: 'QuoteSource' })
export type QuoteSource = Static<typeof QuoteSource>

const AccountDestination = Type.Object(
  {
    destinationType: Type.Literal('ACCOUNT'),
    accountId: AccountId,
    paymentRail: Type.Optional(PaymentRail),
  },
  { $id: 'AccountDestination', description: 'An external account, or an internal account of this platform' },
)
const UmaAddressDestination = Type.Object(
  {
    destinationType: Type.Literal('UMA_ADDRESS'),
    umaAddress: UmaAddress,
    currency: Type.Optional(CurrencyCode),
  },
  { $id: 'UmaAddressDestination', description: 'The owner of a UMA address at this or another institution' },
)
export const QuoteDestination = oneOf('destinationType', [AccountDestination, UmaAddressDestination], {
  $id: 'QuoteDestination',
})
export type QuoteDestination = Static<typeof QuoteDestination>

export const OutgoingRateDetails = Type.Object(
  {
    counterpartyMultiplier: Type.Number({
      exclusiveMinimum: 0,
      description: 'Factor that the receiving side applies to the amount',
    }),
    counterpartyFixedFee: amount({
      description: 'Fixed fee of the receiving side, in minor units of the receiving currency',
    }),
    serviceApiMultiplier: Type.Number({
      exclusiveMinimum: 0,
      description: 'Factor that the service applies to the amount, its variable fee included',
    }),
    serviceApiFixedFee: amount({ description: 'Fixed fee of the service, in minor units of the sending currency' }),
    serviceApiVariableFeeRate: Type.Number({
      minimum: 0,
      description: 'Fraction of the amount sent: 0.005 is half a percent',
    }),
    serviceApiVariableFeeAmount: amount({
      description: 'The variable fee, in minor units of the sending currency',
    }),
    gridApiMultiplier: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    gridApiFixedFee: Type.Optional(amount()),
    gridApiVariableFeeRate: Type.Optional(Type.Number({ minimum: 0 })),
    gridApiVariableFeeAmount: Type.Optional(amount()),
  },
  {
    $id: 'OutgoingRateDetails',
    description:
      'Components of rate and fees. With `CAUSEWAY_COMPATIBILITY=grid`, each field that begins with `serviceApi` is repeated with `gridApi` instead',
  },
)

export const Quote = Type.Object(
  {
    id: id('Quote'),
    status: QuoteStatus,
    createdAt: Timestamp,
    expiresAt: Timestamp,
    source: QuoteSource,
    destination: QuoteDestination,
    sendingCurrency: Currency,
    receivingCurrency: Currency,
    totalSendingAmount: amount({
      minimum: 1,
      description: 'Debited from the sender, fees included; minor units of the sending currency',
    }),
    totalReceivingAmount: amount({
      minimum: 1,
      description: 'Credited to the receiver; minor units of the receiving currency',
    }),
    exchangeRate: Type.Number({
      exclusiveMinimum: 0,
      description: 'Sending currency for one unit of the receiving currency, in major units, after fees',
    }),
    feesIncluded: amount({ description: 'Part of the total sent; minor units of the sending currency' }),
    platformFeesIncluded: Type.Optional(
      amount({ description: "The platform's own part of `feesIncluded`; minor units of the sending currency" }),
    ),
    transactionId: id('Transaction'),
    description: Type.Optional(Memo),
    remittanceInformation: Type.Optional(RemittanceInformation),
    purposeOfPayment: Type.Optional(PurposeOfPayment),
    paymentInstructions: Type.Optional(Type.Array(PaymentInstructions)),
    counterpartyInformation: Type.Optional(CounterpartyInformation),
    rateDetails: Type.Optional(OutgoingRateDetails),
    payloadToSign: Type.Optional(
      Type.String({
        description: 'For a wallet as the source: the payload that its holder signs to execute the quote',
      }),
    ),
  },
  {
    $id: 'Quote',
    description:
      'A price that holds until `expiresAt`: (totalSendingAmount − feesIncluded) ÷ exchangeRate = totalReceivingAmount, in major units',
  },
)
export type Quote = Static<typeof Quote>

export const PlatformFeeOverride = Type.Object(
  {
    platformFixedFee: Type.Object({
      amount: amount({ description: 'In minor units' }),
      currency: Type.Union([CurrencyCode, Type.Object({ code: CurrencyCode })], {
        description: 'The sending currency: its code, or a currency object',
        examples: ['USD'],
      }),
    }),
    platformVariableFeeBps: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: 'Fraction of the amount sent less fixed fees, in basis points',
    }),
  },
  {
    $id: 'PlatformFeeOverride',
    description:
      "The platform's own fee for this payment. It is charged to the sender in addition to the service's fee, and credited to the platform's internal account in the sending currency when the payment completes; it is refunded if the payment fails",
  },
)
export type PlatformFeeOverride = Static<typeof PlatformFeeOverride>

export const QuoteRequest = Type.Object(
  {
    source: QuoteSource,
    destination: QuoteDestination,
    lockedCurrencySide: QuoteLockSide,
    lockedCurrencyAmount: amount({ minimum: 1, description: 'Minor units of the currency of the locked side' }),
    lookupId: Type.Optional(text(100, { description: 'From a receiver lookup; required for UMA destinations' })),
    immediatelyExecute: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Execute immediately, from a balance or by a pull. A quote with real-time funding is always executed when the money arrives',
      }),
    ),
    description: Type.Optional(Memo),
    remittanceInformation: Type.Optional(RemittanceInformation),
    purposeOfPayment: Type.Optional(PurposeOfPayment),
    platformFeeOverride: Type.Optional(PlatformFeeOverride),
    senderCustomerInfo: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 50,
        description: 'Details of the sender that the receiver requires, by field name',
      }),
    ),
  },
  { $id: 'QuoteRequest' },
)
export type QuoteRequest = Static<typeof QuoteRequest>

const tag = 'Quotes'
const params = Type.Object({ quoteId: id('Quote') })

export const quoteOperations = operations({
  createQuote: {
    method: 'POST',
    path: '/quotes',
    tag,
    summary: 'Create a quote',
    description:
      'Locks a rate and fees until `expiresAt` and creates the transaction in PENDING. The balance is checked when the quote is executed, not here.',
    permission: 'TRANSACT',
    body: QuoteRequest,
    replies: { 201: Quote },
    errors: [
      'INVALID_AMOUNT',
      'AMOUNT_OUT_OF_RANGE',
      'INVALID_CURRENCY',
      'SELF_PAYMENT',
      'INSUFFICIENT_BALANCE',
      'MISSING_MANDATORY_USER_INFO',
      'INVALID_UMA_ADDRESS',
      'USER_NOT_READY',
      'COUNTERPARTY_NOT_ALLOWED',
      'USER_NOT_FOUND',
      'INTERNAL_ACCOUNT_NOT_FOUND',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
      'INVALID_RECEIVER',
      'LOOKUP_REQUEST_NOT_FOUND',
      'ACCOUNT_NOT_ACTIVE',
      'RAIL_NOT_CONNECTED',
    ],
  },
  listQuotes: {
    method: 'GET',
    path: '/quotes',
    tag,
    summary: 'List quotes',
    description: 'Newest first.',
    permission: 'VIEW',
    query: Type.Object({
      createdAfter: Type.Optional(Timestamp),
      createdBefore: Type.Optional(Timestamp),
      customerId: Type.Optional(id('Customer')),
      sendingAccountId: Type.Optional(AccountId),
      receivingAccountId: Type.Optional(AccountId),
      sendingUmaAddress: Type.Optional(UmaAddress),
      receivingUmaAddress: Type.Optional(UmaAddress),
      status: Type.Optional(QuoteStatus),
      ...pageQuery,
    }),
    replies: { 200: list(Quote, 'QuoteListResponse') },
  },
  getQuoteById: {
    method: 'GET',
    path: '/quotes/{quoteId}',
    tag,
    summary: 'Get a quote',
    permission: 'VIEW',
    params,
    replies: { 200: Quote },
  },
  executeQuote: {
    method: 'POST',
    path: '/quotes/{quoteId}/execute',
    tag,
    summary: 'Execute a quote',
    description:
      "Debits the source immediately, or starts to pull the money from an external account, and pays the amounts of the quote. A failed pull or payout shows in the status and the events of the transaction, not in this reply. If the source is an embedded wallet, its holder signs the quote's `payloadToSign`; without a signature the reply is 202.",
    permission: 'TRANSACT',
    signed: 'EXISTING',
    params,
    body: Type.Object({}),
    bodyOptional: true,
    replies: { 200: Quote, 202: SignedRequestChallenge },
    errors: [
      'INSUFFICIENT_BALANCE',
      'AMOUNT_OUT_OF_RANGE',
      'USER_NOT_READY',
      'USER_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_ALREADY_EXECUTED',
      'INVALID_STATE_TRANSITION',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
    ],
  },
})
