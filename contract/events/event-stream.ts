/** Event stream: events as they happen, for programs that watch or forward them, and reports of how forwarding them went. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { choice, id, Timestamp } from '../schema.ts'
import { EVENT_TYPES } from './events.ts'
import { EventAttempt, ResourceId } from './recorded-events.ts'

/** Longest wait for an event, in seconds, and events in one response. */
export const STREAM_WAIT_SECONDS = 30
export const STREAM_PAGE = 100
/** Callers of one platform that may wait at a time, at each process. */
export const STREAM_WAITING = 20

const EventType = choice(EVENT_TYPES)

const StreamedEvent = Type.Object(
  {
    id: id('Webhook'),
    type: EventType,
    resourceId: Type.Optional(ResourceId),
    sequence: Type.Integer({ minimum: 1, description: 'Number of the event within its resource, from 1' }),
    createdAt: Timestamp,
    body: Type.String({ description: 'The body of the webhook, byte for byte' }),
  },
  { $id: 'StreamedEvent' },
)
export type StreamedEvent = Static<typeof StreamedEvent>

const EventStreamPage = Type.Object(
  {
    events: Type.Array(StreamedEvent, { maxItems: STREAM_PAGE, description: 'Those of one resource are in order' }),
    position: Type.String({ description: 'For the next call' }),
  },
  { $id: 'EventStreamPage' },
)
export type EventStreamPage = Static<typeof EventStreamPage>

const SignedEvent = Type.Object(
  {
    body: Type.String({ description: 'Byte for byte: what the signatures are over' }),
    headers: Type.Record(Type.String(), Type.String(), { description: 'Of the request, with both signatures' }),
  },
  { $id: 'SignedEvent' },
)
export type SignedEvent = Static<typeof SignedEvent>

const tag = 'Events'
const params = Type.Object({ eventId: id('Webhook') })

export const eventStreamOperations = operations({
  streamEvents: {
    method: 'GET',
    path: '/events/stream',
    tag,
    summary: 'Wait for events',
    description: `Long polling: the response comes with the first events that were committed since \`position\`, or empty after \`wait\` seconds. Each event comes once. Without \`position\` the response is empty, and its position is now. At most ${STREAM_WAITING} callers wait at a time; further ones get 429.`,
    permission: 'VIEW',
    query: Type.Object({
      position: Type.Optional(
        Type.String({ minLength: 1, maxLength: 4000, description: '`position` of the response before' }),
      ),
      type: Type.Optional(EventType),
      wait: Type.Optional(
        Type.Integer({ minimum: 0, maximum: STREAM_WAIT_SECONDS, description: 'Seconds to wait for an event' }),
      ),
    }),
    replies: { 200: EventStreamPage },
  },
  signEvent: {
    method: 'POST',
    path: '/events/{eventId}/signatures',
    tag,
    summary: 'Sign an event for forwarding',
    description:
      'The request with which the event would be sent to the endpoint now, with new signatures: for a program that forwards events to a server in development.',
    permission: 'MANAGE',
    noIdempotencyKey: true,
    params,
    replies: { 200: SignedEvent },
  },
  acknowledgeEvent: {
    method: 'POST',
    path: '/events/{eventId}/acknowledgements',
    tag,
    summary: 'Report that an event was forwarded',
    description:
      'Records an attempt with the response of the server that it was forwarded to. Only for events that happened without an endpoint; others are delivered to it, and answer 409 `CONFLICT`.',
    permission: 'MANAGE',
    params,
    body: Type.Object(
      {
        httpStatus: Type.Optional(
          Type.Integer({ minimum: 100, maximum: 599, description: 'Absent when there was no response' }),
        ),
        durationMs: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
      },
      { $id: 'EventAcknowledgementRequest' },
    ),
    replies: { 200: EventAttempt },
    errors: ['CONFLICT'],
  },
})
