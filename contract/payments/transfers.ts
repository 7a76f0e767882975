/** Transfers: money in or out in one currency, without a quote and without a fee. */
import Type from 'typebox'
import { PurposeOfPayment, RemittanceInformation } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, id } from '../schema.ts'
import { IncomingTransaction, OutgoingTransaction } from './transactions.ts'

const InternalAccountReference = Type.Object(
  { accountId: id('InternalAccount') },
  { $id: 'InternalAccountReference', description: 'An account at this service' },
)
const ExternalAccountReference = Type.Object(
  { accountId: id('ExternalAccount') },
  { $id: 'ExternalAccountReference', description: 'An account outside this service' },
)
const transferOut = {
  source: InternalAccountReference,
  destination: ExternalAccountReference,
  amount: Type.Optional(amount({ minimum: 1, description: 'In minor units; absent: the whole available balance' })),
}
/** For agents: their actions store accounts and amount only. */
export const AgentTransferOutRequest = Type.Object(transferOut, { $id: 'AgentTransferOutRequest' })

const tag = 'Transfers'

export const transferOperations = operations({
  createTransferIn: {
    method: 'POST',
    path: '/transfer-in',
    tag,
    summary: 'Transfer in',
    description:
      'Pulls money from an external account of the same owner and currency. It is credited when it has arrived. If the bank reports the account as closed or empty, the transfer fails immediately.',
    permission: 'TRANSACT',
    body: Type.Object(
      {
        source: ExternalAccountReference,
        destination: InternalAccountReference,
        amount: Type.Optional(amount({ minimum: 1, description: 'In minor units; required' })),
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
      'RAIL_NOT_CONNECTED',
    ],
  },
  createTransferOut: {
    method: 'POST',
    path: '/transfer-out',
    tag,
    summary: 'Transfer out',
    description:
      'Sends money to an external account of the same currency. Without an amount, the whole available balance is sent. If the bank refuses the transfer immediately, the reply is a FAILED transaction, and the balance is unchanged.',
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
      'RAIL_NOT_CONNECTED',
    ],
  },
})
