/** Webhook receiver of the sandbox: an endpoint that verifies what it receives and shows it. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { Timestamp } from '../schema.ts'

const SandboxReceivedWebhook = Type.Object(
  {
    receivedAt: Timestamp,
    body: Type.String({ description: 'The first 16 KB' }),
    isServiceSignatureValid: Type.Boolean({ description: '`X-Service-Signature`, by a published key' }),
    isStandardSignatureValid: Type.Boolean({
      description: '`webhook-signature` of Standard Webhooks, by the secret of the platform, at most five minutes old',
    }),
  },
  { $id: 'SandboxReceivedWebhook' },
)
export type SandboxReceivedWebhook = Static<typeof SandboxReceivedWebhook>

export const sandboxReceiverOperations = operations({
  getSandboxWebhookReceiver: {
    method: 'GET',
    path: '/sandbox/webhook-receiver',
    tag: 'Sandbox',
    summary: 'Get the built-in webhook receiver',
    description:
      'Set `url` as the `webhookEndpoint` to receive events without your own server. It answers 200 to every event whose two signatures are valid, and 401 to others; the newest 50 are kept while the process runs.',
    permission: 'VIEW',
    sandbox: true,
    replies: {
      200: Type.Object(
        { url: Type.String(), received: Type.Array(SandboxReceivedWebhook) },
        { $id: 'SandboxWebhookReceiver' },
      ),
    },
  },
})
