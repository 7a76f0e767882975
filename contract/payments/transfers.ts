/** Transfers: money in or out in one currency, without a quote and without a fee. */
import Type from 'typebox'
import { PurposeOfPayment, RemittanceInformation } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, id } from '../schema.ts'
import { IncomingTransaction, OutgoingTransaction } from './transactions.ts'

const InternalAccountReference = Type.Object(
  { accountId: id('InternalAccount') },
  { $id: 'InternalAccountReference', description: 'An account the service holds' },
)
const ExternalAccountReference = Type.Object(
  { accountId: id('ExternalAccount') },
  { $id: 'ExternalAccountReference', description: 'An account elsewhere' },
)
const transferOut = {
  source: InternalAccountReference,
  destination: ExternalAccountReference,
  amount: Type.Optional(amount({ minimum: 1, description: 'In minor units; absent: the whole available balance' })),
}
/** Of an agent: its actions keep accounts and amount. */
export const AgentTransferOutRequest = Type.Object(transferOut, { $id: 'AgentTransferOutRequest' })

const tag = 'Transfers'

export const transferOperations = operations({
  createTransferIn: {
    method: 'POST',
    path: '/transfer-in',
    tag,
    summary: 'Transfer in',
    description:
      'Pulls money from an external account of the same owner and currency. It is credited when it has arrived; an account that the bank knows to be closed or empty fails at once.',
    permission: 'TRANSACT',
    body: Type.Object(
      {
        source: ExternalAccountReference,
        destination: InternalAccountReference,
        amount: Type.Optional(amount({ minimum: 1, description: 'In minor units; must be given' })),
      },
      { $id: 'TransferInRequest' },
    ),
    replies: { 201: IncomingTransaction },
    errors: [
      'INVALID_CURRENCY',
      'AMOUNT_OUT_OF_RANGE',
      'ACCOUNT_NOT_ACTIVE',
      'USER_NOT_READY',
      'INTERNAL_ACCOUNT_NOT_FOUND',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
      'NOT_IMPLEMENTED',
    ],
  },
  createTransferOut: {
    method: 'POST',
    path: '/transfer-out',
    tag,
    summary: 'Transfer out',
    description:
      'Sends money to an external account of the same currency. Without an amount, everything that can be spent goes out. A transfer that the bank refuses at once is answered with the FAILED transaction, and the balance is as it was.',
    permission: 'TRANSACT',
    body: Type.Object(
      {
        ...transferOut,
        remittanceInformation: Type.Optional(RemittanceInformation),
        purposeOfPayment: Type.Optional(PurposeOfPayment),
      },
      { $id: 'TransferOutRequest' },
    ),
    replies: { 200: OutgoingTransaction },
    errors: [
      'INSUFFICIENT_BALANCE',
      'INVALID_AMOUNT',
      'INVALID_CURRENCY',
      'AMOUNT_OUT_OF_RANGE',
      'ACCOUNT_NOT_ACTIVE',
      'USER_NOT_READY',
      'INTERNAL_ACCOUNT_NOT_FOUND',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
      'NOT_IMPLEMENTED',
    ],
  },
})
