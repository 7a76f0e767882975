/** Events of one object with their webhook deliveries, as the histories of objects show them. */
import Type, { type Static } from 'typebox'
import { choice, id, Timestamp } from '../schema.ts'
import { EVENT_TYPES } from './events.ts'

const DeliveryAttempt = Type.Object(
  {
    outcome: choice(['DELIVERED', 'FAILED', 'GIVEN_UP']),
    httpStatus: Type.Optional(Type.Integer({ description: 'Absent when there was no response' })),
    error: Type.Optional(Type.String({ description: 'Why there was no response' })),
    durationMs: Type.Integer({ minimum: 0 }),
    at: Timestamp,
  },
  { $id: 'DeliveryAttempt' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveredEvent = Type.Object(
  {
    id: id('Webhook'),
    type: choice(EVENT_TYPES),
    sequence: Type.Integer({ minimum: 1, description: 'Number of the event within its object, from 1' }),
    status: Type.String({ description: 'Of the object, after the event' }),
    at: Timestamp,
    attempts: Type.Array(DeliveryAttempt, { description: 'Oldest first' }),
  },
  { $id: 'DeliveredEvent' },
)
export type DeliveredEvent = Static<typeof DeliveredEvent>
