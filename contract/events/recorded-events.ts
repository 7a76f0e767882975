/** Recorded events: what happened on a platform, how each event was delivered, and sending events again. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { choice, id, list, pageQuery, Timestamp } from '../schema.ts'
import { EVENT_TYPES } from './events.ts'

/** Largest number of events that a list shows and a replay sends. */
export const EVENTS_MAX = 10_000
/** Largest number of attempts shown for an event. */
export const ATTEMPTS_SHOWN = 100

/** Resource of an event's object, by the first word of its type. An invitation has a code instead of an id. */
export const EVENT_RESOURCES: Readonly<Record<string, string>> = {
  OUTGOING_PAYMENT: 'Transaction',
  INCOMING_PAYMENT: 'Transaction',
  CUSTOMER: 'Customer',
  INTERNAL_ACCOUNT: 'InternalAccount',
  EXTERNAL_ACCOUNT: 'ExternalAccount',
  VERIFICATION: 'Verification',
  BULK_UPLOAD: 'Job',
  CARD: 'Card',
  CARD_TRANSACTION: 'CardTransaction',
  AGENT_ACTION: 'AgentAction',
}

const DELIVERY_STATES = {
  PENDING: 'It has not been sent yet.',
  RETRYING: 'The endpoint has not accepted it; it will be retried.',
  DELIVERED: 'The endpoint has accepted it.',
  FAILED: 'The endpoint has not accepted it, and it is sent again only on request.',
  NOT_SENT: 'No endpoint was set when it happened.',
} as const
export type DeliveryStatus = keyof typeof DELIVERY_STATES
const DeliveryStatus = choice(Object.keys(DELIVERY_STATES) as DeliveryStatus[], {
  $id: 'EventDeliveryStatus',
  description: Object.entries(DELIVERY_STATES)
    .map(([name, sentence]) => `- \`${name}\`: ${sentence}`)
    .join('\n'),
})

const EventType = choice(EVENT_TYPES)
export const ResourceId = Type.String({
  pattern: '^[A-Z][A-Za-z]{2,30}:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  examples: ['Transaction:019542f5-b3e7-7d02-8000-000000000001'],
})

const listed = {
  id: id('Webhook'),
  type: EventType,
  resourceId: Type.Optional(ResourceId),
  sequence: Type.Integer({ minimum: 1, description: 'Number of the event within its resource, from 1' }),
  createdAt: Timestamp,
  deliveryStatus: DeliveryStatus,
  attemptCount: Type.Integer({ minimum: 0, description: 'Requests with this event, including those of replays' }),
}
const RecordedEvent = Type.Object(listed, { $id: 'Event' })
export type RecordedEvent = Static<typeof RecordedEvent>

export const EventAttempt = Type.Object(
  {
    attemptedAt: Timestamp,
    outcome: choice(['DELIVERED', 'FAILED', 'GIVEN_UP']),
    httpStatus: Type.Optional(Type.Integer({ description: 'Absent when there was no response' })),
    error: Type.Optional(Type.String({ description: 'Why there was no response' })),
    durationMs: Type.Integer({ minimum: 0 }),
    requestHeaders: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'As they were sent' })),
    reply: Type.Optional(Type.String({ description: 'The first 2000 characters of the response' })),
    replayId: Type.Optional(id('EventReplay')),
  },
  { $id: 'EventAttempt' },
)
export type EventAttempt = Static<typeof EventAttempt>

const EventWithAttempts = Type.Object(
  {
    ...listed,
    body: Type.String({ description: 'The body of the webhook, byte for byte: what the signatures are over' }),
    attempts: Type.Array(EventAttempt, { maxItems: ATTEMPTS_SHOWN, description: 'Newest first' }),
  },
  { $id: 'EventWithAttempts' },
)
export type EventWithAttempts = Static<typeof EventWithAttempts>

const EventReplay = Type.Object(
  {
    id: id('EventReplay'),
    state: choice(['RUNNING', 'COMPLETED', 'STOPPED'], {
      description: 'STOPPED: the endpoint did not accept an event in five attempts, or the endpoint was removed',
    }),
    total: Type.Integer({ minimum: 0, description: 'Events to be sent' }),
    sent: Type.Integer({ minimum: 0, description: 'Events that the endpoint has accepted' }),
    failure: Type.Optional(Type.String({ description: 'Why it stopped' })),
    failedEventId: Type.Optional(id('Webhook')),
    createdAt: Timestamp,
    endedAt: Type.Optional(Timestamp),
  },
  { $id: 'EventReplay' },
)
export type EventReplay = Static<typeof EventReplay>

const tag = 'Events'
const params = Type.Object({ eventId: id('Webhook') })

export const recordedEventOperations = operations({
  listEvents: {
    method: 'GET',
    path: '/events',
    tag,
    summary: 'List events',
    description: `Newest first: filters and \`totalCount\` cover the newest ${EVENTS_MAX} events of the time range. Use \`createdBefore\` for older ones. Events are listed whether or not an endpoint was set when they happened.`,
    permission: 'VIEW',
    query: Type.Object({
      type: Type.Optional(EventType),
      resourceId: Type.Optional(ResourceId),
      deliveryStatus: Type.Optional(DeliveryStatus),
      createdAfter: Type.Optional(Timestamp),
      createdBefore: Type.Optional(Timestamp),
      ...pageQuery,
    }),
    replies: { 200: list(RecordedEvent, 'EventListResponse') },
  },
  getEventById: {
    method: 'GET',
    path: '/events/{eventId}',
    tag,
    summary: 'Get an event',
    description: `With its body and its newest ${ATTEMPTS_SHOWN} attempts. Attempts are kept for 30 days, unless the installation sets another period.`,
    permission: 'VIEW',
    params,
    replies: { 200: EventWithAttempts },
  },
  resendEvent: {
    method: 'POST',
    path: '/events/{eventId}/resend',
    tag,
    summary: 'Send an event again',
    description:
      'Sends it to the current endpoint with new signatures, up to five times until it is accepted. The response to a resent INCOMING_PAYMENT.PENDING is ignored.',
    permission: 'MANAGE',
    params,
    replies: { 200: EventReplay },
    errors: ['WEBHOOK_ENDPOINT_NOT_SET'],
  },
  replayEvents: {
    method: 'POST',
    path: '/events/replays',
    tag,
    summary: 'Send events of a time range again',
    description: `In order of creation, one after another, each until it is accepted; after five attempts at one event the replay stops. At most ${EVENTS_MAX} events, and one replay at a time: another is refused with 409 \`CONFLICT\`. Events that still wait for their first delivery are skipped. Those that happened without an endpoint are sent.`,
    permission: 'MANAGE',
    body: Type.Object(
      {
        since: Timestamp,
        until: Type.Optional(
          Type.String({ format: 'date-time', description: 'Up to this time, inclusive; absent: up to now' }),
        ),
      },
      { $id: 'EventReplayRequest' },
    ),
    replies: { 200: EventReplay },
    errors: ['CONFLICT', 'WEBHOOK_ENDPOINT_NOT_SET'],
  },
  getEventReplay: {
    method: 'GET',
    path: '/events/replays/{replayId}',
    tag,
    summary: 'Get a replay',
    permission: 'VIEW',
    params: Type.Object({ replayId: id('EventReplay') }),
    replies: { 200: EventReplay },
  },
})
