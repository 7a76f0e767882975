/** History of a payment: its quote, parties, postings, events, UMA messages, and what its rail knows about it. */
import Type, { type Static } from 'typebox'
import { Party } from '../accounts/parties.ts'
import { DeliveredEvent } from '../events/delivered-events.ts'
import { NamedPosting } from '../ledger/postings.ts'
import { operations } from '../operation.ts'
import { choice, id, Timestamp } from '../schema.ts'
import { RateOrigin } from './exchange-rates.ts'
import { Quote } from './quotes.ts'
import { Transaction } from './transactions.ts'

const OutsideFact = Type.Object(
  {
    name: Type.String(),
    value: Type.String(),
    shows: Type.Optional(
      choice(['TRANSACTION', 'BLOCK'], { description: 'What the chain of the rail has under the value' }),
    ),
  },
  { $id: 'OutsideFact' },
)
export type OutsideFact = Static<typeof OutsideFact>

const PaymentOutside = Type.Object(
  { rail: Type.String({ description: 'Id of the rail that carries the payment' }), facts: Type.Array(OutsideFact) },
  { $id: 'PaymentOutside', description: 'The payment outside; absent: it has not left, or never will' },
)
export type PaymentOutside = Static<typeof PaymentOutside>

const ExchangedMessage = Type.Object(
  {
    id: id('UmaMessage'),
    direction: choice(['SENT', 'RECEIVED']),
    kind: Type.String({ examples: ['PAY_REQUEST'] }),
    institution: Type.String({ description: 'Domain of the other institution' }),
    fields: Type.Record(Type.String(), Type.String(), { description: 'Encrypted fields are shown as such' }),
    at: Timestamp,
  },
  { $id: 'ExchangedMessage' },
)
export type ExchangedMessage = Static<typeof ExchangedMessage>

const TransactionHistory = Type.Object(
  {
    transaction: Transaction,
    quote: Type.Optional(Quote),
    rateOrigin: Type.Optional(RateOrigin),
    outside: Type.Optional(PaymentOutside),
    nextCheckAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the rail is polled next; in the sandbox only, while the payment is in progress',
      }),
    ),
    twinId: Type.Optional(id('Transaction')),
    parties: Type.Array(Party),
    postings: Type.Array(NamedPosting),
    events: Type.Array(DeliveredEvent),
    umaMessages: Type.Array(ExchangedMessage, { description: 'In order; empty for other payments' }),
  },
  {
    $id: 'TransactionHistory',
    description:
      '`twinId` is a transaction with the same reference: the other side of a payment between two customers, or the transfer that forwards it to a deposit account.',
  },
)
export type TransactionHistory = Static<typeof TransactionHistory>

export const transactionHistoryOperations = operations({
  getTransactionHistory: {
    method: 'GET',
    path: '/transactions/{transactionId}/history',
    tag: 'Transactions',
    summary: 'Get the history of a transaction',
    permission: 'VIEW',
    params: Type.Object({ transactionId: id('Transaction') }),
    replies: { 200: TransactionHistory },
  },
})
