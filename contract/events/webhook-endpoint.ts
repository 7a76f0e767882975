/** Webhook endpoint: whether deliveries succeed, and the keys that verify them. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { choice, Timestamp } from '../schema.ts'
import { EVENTS_MAX } from './recorded-events.ts'

const WebhookEndpoint = Type.Object(
  {
    url: Type.Optional(Type.String({ description: 'Absent when none is set' })),
    state: choice(['NOT_SET', 'ENABLED', 'DISABLED'], {
      description: 'DISABLED: it answered 410 or was silent for seven days; setting `webhookEndpoint` enables it',
    }),
    disabledAt: Type.Optional(Timestamp),
    lastSuccessAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it last accepted an event' })),
    failingSince: Type.Optional(
      Type.String({ format: 'date-time', description: 'First failure of the oldest event that is being retried' }),
    ),
    pendingEvents: Type.Integer({
      minimum: 0,
      description: `Events to be delivered, among the newest ${EVENTS_MAX}`,
    }),
    publicKeys: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description:
        'Keys that verify `X-Service-Signature`, newest first, as JSON Web Keys; also at `/.well-known/jwks.json`',
    }),
  },
  { $id: 'WebhookEndpoint' },
)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const webhookEndpointOperations = operations({
  getWebhookEndpoint: {
    method: 'GET',
    path: '/webhook-endpoint',
    tag: 'Events',
    summary: 'Get the state of the webhook endpoint',
    permission: 'VIEW',
    replies: { 200: WebhookEndpoint },
  },
})
