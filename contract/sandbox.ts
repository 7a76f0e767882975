/** Owns the operations that simulate the outside world; none of them exists in production. */
import Type from 'typebox'
import { InternalAccount } from './internal-accounts.ts'
import { LIMITS } from './limits.ts'
import { operations } from './operation.ts'
import { amount, id } from './schema.ts'

const TestWebhookResponse = Type.Object(
  {
    url: Type.Optional(Type.String({ format: 'uri', description: 'Where the event was sent' })),
    response_status: Type.Integer({ description: 'HTTP status that the endpoint answered with' }),
    response_body: Type.Optional(Type.String({ description: 'Beginning of what it answered' })),
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
    description: 'Simulates a deposit: an incoming transaction, completed at once.',
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
  sendTestWebhook: {
    ...webhookTest,
    path: '/sandbox/webhooks/test',
    summary: 'Send a test event',
    description:
      "Sends one TEST event to the platform's webhook endpoint, signed like any other, and tells what it answered. It is not retried.",
  },
  sendWebhookTest: {
    ...webhookTest,
    path: '/webhooks/test',
    summary: 'Send a test event (older address)',
    description: 'The same as `POST /sandbox/webhooks/test`.',
  },
})
