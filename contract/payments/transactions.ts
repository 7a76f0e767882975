/** Transactions: every payment, incoming or outgoing, and the filters to find one. */
import Type, { type Static } from 'typebox'
import { PaymentInstructions } from '../accounts/instruction-types.ts'
import {
  AccountId,
  CounterpartyInformation,
  CurrencyAmount,
  Memo,
  OwnerId,
  PurposeOfPayment,
  RemittanceInformation,
  TransactionType,
  text,
  UmaAddress,
} from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, CurrencyCode, choice, id, list, oneOf, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { INCOMING_FAILURE_REASONS, OUTGOING_FAILURE_REASONS } from './failure-reasons.ts'
import { OutgoingRateDetails } from './quotes.ts'
import { refundLifecycle, transactionLifecycle } from './transaction-lifecycle.ts'

const TransactionStatus = statusSchema(transactionLifecycle, { $id: 'TransactionStatus' })

/** Schema of the reasons, with the cause of each in the description. */
const reasonOf = <Reasons extends Readonly<Record<string, { readonly cause: string }>>>(
  $id: string,
  reasons: Reasons,
) =>
  choice(Object.keys(reasons) as (keyof Reasons & string)[], {
    $id,
    description: Object.entries(reasons)
      .map(([reason, { cause }]) => `- \`${reason}\`: ${cause}`)
      .join('\n'),
  })
const IncomingFailureReason = reasonOf('IncomingTransactionFailureReason', INCOMING_FAILURE_REASONS)
const OutgoingFailureReason = reasonOf('OutgoingTransactionFailureReason', OUTGOING_FAILURE_REASONS)

const currency = Type.Optional(CurrencyCode)

export const TransactionSource = oneOf(
  'sourceType',
  [
    Type.Object(
      { sourceType: Type.Literal('ACCOUNT'), accountId: AccountId, currency },
      { $id: 'AccountTransactionSource' },
    ),
    Type.Object(
      { sourceType: Type.Literal('UMA_ADDRESS'), umaAddress: UmaAddress, currency },
      { $id: 'UmaAddressTransactionSource' },
    ),
    Type.Object(
      {
        sourceType: Type.Literal('REALTIME_FUNDING'),
        currency: CurrencyCode,
        customerId: Type.Optional(id('Customer')),
      },
      { $id: 'RealtimeFundingTransactionSource' },
    ),
  ],
  { $id: 'TransactionSource', description: 'Where the money comes from' },
)
export type TransactionSource = Static<typeof TransactionSource>

export const TransactionDestination = oneOf(
  'destinationType',
  [
    Type.Object(
      { destinationType: Type.Literal('ACCOUNT'), accountId: AccountId, currency },
      { $id: 'AccountTransactionDestination' },
    ),
    Type.Object(
      { destinationType: Type.Literal('UMA_ADDRESS'), umaAddress: UmaAddress, currency },
      { $id: 'UmaAddressTransactionDestination' },
    ),
  ],
  { $id: 'TransactionDestination', description: 'Where the money goes' },
)
export type TransactionDestination = Static<typeof TransactionDestination>

export const ReconciliationInstructions = Type.Object(
  {
    reference: Type.Optional(Type.String({ description: 'Identical on both sides of the payment' })),
    transactionHash: Type.Optional(Type.String({ description: 'Transaction hash on the chain of the payment' })),
  },
  { $id: 'ReconciliationInstructions', description: 'How to find the payment in a bank statement or on a chain' },
)

const IncomingRateDetails = Type.Object(
  {
    serviceApiMultiplier: Type.Number({ exclusiveMinimum: 0 }),
    serviceApiFixedFee: amount({ description: 'In minor units of the receiving currency' }),
    serviceApiVariableFeeRate: Type.Number({
      minimum: 0,
      description: 'Fraction of the amount: 0.005 is half a percent',
    }),
    serviceApiVariableFeeAmount: amount({ description: 'In minor units of the receiving currency' }),
  },
  { $id: 'IncomingRateDetails' },
)

export const Refund = Type.Object(
  {
    reference: Type.String({ examples: ['UMA-Q12345-REFUND'] }),
    initiatedAt: Timestamp,
    settledAt: Type.Optional(Timestamp),
    status: statusSchema(refundLifecycle),
    reason: Type.Optional(choice(['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT'])),
  },
  { $id: 'Refund', description: 'The return of the money to the sender' },
)
export type Refund = Static<typeof Refund>

const common = {
  id: id('Transaction'),
  status: TransactionStatus,
  destination: TransactionDestination,
  customerId: OwnerId,
  platformCustomerId: Type.String({ description: "The platform's own id of the same customer" }),
  settledAt: Type.Optional(Timestamp),
  createdAt: Type.Optional(Timestamp),
  updatedAt: Type.Optional(Timestamp),
  agentId: Type.Optional(id('Agent')),
  description: Type.Optional(Memo),
  remittanceInformation: Type.Optional(RemittanceInformation),
  purposeOfPayment: Type.Optional(PurposeOfPayment),
  counterpartyInformation: Type.Optional(CounterpartyInformation),
  reconciliationInstructions: Type.Optional(ReconciliationInstructions),
}

export const IncomingTransaction = Type.Object(
  {
    ...common,
    type: Type.Literal('INCOMING'),
    receivedAmount: CurrencyAmount,
    source: Type.Optional(TransactionSource),
    fees: Type.Optional(amount({ description: 'In minor units of the receiving currency' })),
    rateDetails: Type.Optional(IncomingRateDetails),
    failureReason: Type.Optional(IncomingFailureReason),
  },
  { $id: 'IncomingTransaction', description: 'A payment to the customer' },
)
export type IncomingTransaction = Static<typeof IncomingTransaction>

export const OutgoingTransaction = Type.Object(
  {
    ...common,
    type: Type.Literal('OUTGOING'),
    sentAmount: CurrencyAmount,
    source: TransactionSource,
    receivedAmount: Type.Optional(CurrencyAmount),
    exchangeRate: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: 'As on the quote' })),
    fees: Type.Optional(amount({ description: 'In minor units of the sending currency' })),
    platformFees: Type.Optional(
      amount({ description: "The platform's own part of `fees`; in minor units of the sending currency" }),
    ),
    quoteId: Type.Optional(id('Quote')),
    paymentInstructions: Type.Optional(Type.Array(PaymentInstructions)),
    refund: Type.Optional(Refund),
    rateDetails: Type.Optional(OutgoingRateDetails),
    failureReason: Type.Optional(OutgoingFailureReason),
  },
  { $id: 'OutgoingTransaction', description: 'A payment by the customer' },
)
export type OutgoingTransaction = Static<typeof OutgoingTransaction>

export const Transaction = oneOf('type', [IncomingTransaction, OutgoingTransaction], { $id: 'Transaction' })
export type Transaction = Static<typeof Transaction>

const tag = 'Transactions'
const Party = text(320, { description: 'An account id or a UMA address' })

export const transactionOperations = operations({
  listTransactions: {
    method: 'GET',
    path: '/transactions',
    tag,
    summary: 'List transactions',
    permission: 'VIEW',
    query: Type.Object({
      customerId: Type.Optional(OwnerId),
      platformCustomerId: Type.Optional(text(255)),
      accountIdentifier: Type.Optional(Party),
      senderAccountIdentifier: Type.Optional(Party),
      receiverAccountIdentifier: Type.Optional(Party),
      status: Type.Optional(TransactionStatus),
      type: Type.Optional(TransactionType),
      reference: Type.Optional(text(255)),
      startDate: Type.Optional(Timestamp),
      endDate: Type.Optional(Timestamp),
      currency: Type.Optional(CurrencyCode),
      minAmount: Type.Optional(amount({ description: 'In minor units of `currency`, which must be given too' })),
      maxAmount: Type.Optional(amount({ description: 'In minor units of `currency`, which must be given too' })),
      sortOrder: Type.Optional(choice(['asc', 'desc'], { default: 'desc', description: 'By creation' })),
      ...pageQuery,
    }),
    replies: { 200: list(Transaction, 'TransactionListResponse') },
  },
  getTransactionById: {
    method: 'GET',
    path: '/transactions/{transactionId}',
    tag,
    summary: 'Get a transaction',
    permission: 'VIEW',
    params: Type.Object({ transactionId: id('Transaction') }),
    replies: { 200: Transaction },
  },
  approvePendingPayment: {
    method: 'POST',
    path: '/transactions/{transactionId}/approve',
    tag,
    summary: 'Approve an incoming payment',
    description:
      'Only while the payment waits for the approval of the platform. Repeating the decision returns the same reply.',
    permission: 'TRANSACT',
    params: Type.Object({ transactionId: id('Transaction') }),
    body: Type.Object(
      {
        receiverCustomerInfo: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            maxProperties: 50,
            description: 'Details of the receiver that were requested, by field name',
          }),
        ),
      },
      { $id: 'ApprovePaymentRequest' },
    ),
    bodyOptional: true,
    replies: { 200: IncomingTransaction },
    errors: ['TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  },
  rejectPendingPayment: {
    method: 'POST',
    path: '/transactions/{transactionId}/reject',
    tag,
    summary: 'Reject an incoming payment',
    description: 'Only while the payment waits for the approval of the platform. The money is returned to the sender.',
    permission: 'TRANSACT',
    params: Type.Object({ transactionId: id('Transaction') }),
    body: Type.Object(
      { reason: Type.Optional(Type.String({ maxLength: 1000, description: "Free text for the platform's own use" })) },
      { $id: 'RejectPaymentRequest' },
    ),
    bodyOptional: true,
    replies: { 200: IncomingTransaction },
    errors: ['TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  },
})
