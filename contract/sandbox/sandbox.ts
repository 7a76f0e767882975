/** Sandbox operations that simulate payments and test webhooks. None of them exists in production. */
import Type from 'typebox'
import { InternalAccount } from '../accounts/internal-accounts.ts'
import { UmaAddress } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations } from '../operation.ts'
import { IncomingTransaction, OutgoingTransaction } from '../payments/transactions.ts'
import { amount, CurrencyCode, id } from '../schema.ts'

const TestWebhookResponse = Type.Object(
  {
    url: Type.Optional(Type.String({ format: 'uri', description: 'URL that the event was sent to' })),
    response_status: Type.Integer({ description: 'HTTP status of the response' }),
    response_body: Type.Optional(Type.String({ description: 'Start of the response body' })),
  },
  { $id: 'TestWebhookResponse' },
)

const webhookTest = {
  method: 'POST',
  tag: 'Sandbox',
  permission: 'TRANSACT',
  sandbox: true,
  body: Type.Object({}),
  bodyOptional: true,
  replies: { 200: TestWebhookResponse },
  errors: ['WEBHOOK_ENDPOINT_NOT_SET', 'WEBHOOK_DELIVERY_ERROR'],
} as const

export const sandboxOperations = operations({
  sandboxFundInternalAccount: {
    method: 'POST',
    path: '/sandbox/internal-accounts/{accountId}/fund',
    tag: 'Sandbox',
    summary: 'Fund an internal account',
    description: 'Simulates a deposit: an incoming transaction, completed immediately.',
    permission: 'TRANSACT',
    sandbox: true,
    params: Type.Object({ accountId: id('InternalAccount') }),
    body: Type.Object(
      {
        amount: amount({
          minimum: 1,
          maximum: LIMITS.sandboxFund,
          description: "In minor units of the account's currency",
        }),
      },
      { $id: 'SandboxFundRequest' },
    ),
    replies: { 200: InternalAccount },
    errors: ['AMOUNT_OUT_OF_RANGE', 'ACCOUNT_NOT_ACTIVE'],
  },
  sandboxCreateInternalAccount: {
    method: 'POST',
    path: '/sandbox/internal-accounts',
    tag: 'Sandbox',
    summary: 'Open another internal account',
    description:
      'Opens another account in a currency in which the customer already has one, for example to test the order of funding sources. Payments to the UMA address of the customer still go to the first account. In production the operator opens it with `causeway accounts create`.',
    permission: 'TRANSACT',
    sandbox: true,
    body: Type.Object(
      { customerId: id('Customer'), currency: CurrencyCode },
      { $id: 'SandboxInternalAccountCreateRequest' },
    ),
    replies: { 201: InternalAccount },
    errors: ['INVALID_CURRENCY', 'USER_NOT_READY', 'USER_NOT_FOUND', 'CUSTOMER_DELETED'],
  },
  sandboxSend: {
    method: 'POST',
    path: '/sandbox/send',
    tag: 'Sandbox',
    summary: 'Fund a quote',
    description:
      'Simulates the payment that a quote with real-time funding waits for. Any amount other than that of the quote is sent back, and the payment fails with FUNDING_AMOUNT_MISMATCH.',
    permission: 'TRANSACT',
    sandbox: true,
    body: Type.Object(
      {
        quoteId: id('Quote'),
        currencyCode: CurrencyCode,
        currencyAmount: Type.Optional(
          amount({ minimum: 1, description: 'In minor units; default: the amount of the quote' }),
        ),
      },
      { $id: 'SandboxSendRequest' },
    ),
    replies: { 200: OutgoingTransaction },
    errors: [
      'INVALID_CURRENCY',
      'QUOTE_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_ALREADY_EXECUTED',
      'INVALID_STATE_TRANSITION',
      'USER_NOT_READY',
      'EXTERNAL_ACCOUNT_NOT_FOUND',
      'ACCOUNT_NOT_ACTIVE',
      'AMOUNT_OUT_OF_RANGE',
    ],
  },
  sandboxReceive: {
    method: 'POST',
    path: '/sandbox/uma/receive',
    tag: 'Sandbox',
    summary: 'Receive a payment from a UMA address',
    description:
      'Simulates a payment to a customer, named by UMA address or by id. If a webhook endpoint is set, the platform is asked for approval first.',
    permission: 'TRANSACT',
    sandbox: true,
    body: Type.Object(
      {
        senderUmaAddress: UmaAddress,
        receiverUmaAddress: Type.Optional(UmaAddress),
        customerId: Type.Optional(id('Customer')),
        receivingCurrencyCode: CurrencyCode,
        receivingCurrencyAmount: amount({ minimum: 1, description: 'In minor units of the receiving currency' }),
      },
      { $id: 'SandboxUmaReceiveRequest' },
    ),
    replies: { 200: IncomingTransaction },
    errors: [
      'INVALID_UMA_ADDRESS',
      'INVALID_CURRENCY',
      'AMOUNT_OUT_OF_RANGE',
      'USER_NOT_READY',
      'USER_NOT_FOUND',
      'UMA_NOT_FOUND',
      'COUNTERPARTY_NOT_ALLOWED',
      'ACCOUNT_NOT_ACTIVE',
    ],
  },
  sendTestWebhook: {
    ...webhookTest,
    path: '/sandbox/webhooks/test',
    summary: 'Send a test event',
    description:
      "Sends one TEST event to the platform's webhook endpoint, signed like any other, and returns the response of the endpoint. It is not retried.",
  },
  sendWebhookTest: {
    ...webhookTest,
    path: '/webhooks/test',
    summary: 'Send a test event (older path)',
    description: 'The same as `POST /sandbox/webhooks/test`.',
  },
})
