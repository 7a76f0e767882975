/** Owns the tables of webhook delivery: where each object's events stand, every attempt, and what was given up. */
import { bool, int, log, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'

/** How far the events of one object have been delivered. */
export const deliveries = table(
  'deliveries',
  {
    objectId: uuid,
    /** Sequence up to which every wanted event is delivered or given up. */
    delivered: int,
    /** Attempts at the next event so far. */
    attempts: int,
    firstFailedAt: orNull(time),
    /** No attempt before this moment. */
    retryAt: orNull(time),
    /** A process is at it until then. */
    busyUntil: orNull(time),
    /** More events came meanwhile. */
    again: bool,
  },
  { key: 'objectId', changing: ['delivered', 'attempts', 'firstFailedAt', 'retryAt', 'busyUntil', 'again'] },
)
export type Delivery = Row<typeof deliveries>

export const deliveryAttempts = log('delivery_attempts', {
  eventId: uuid,
  objectId: uuid,
  sequence: int,
  outcome: text<'DELIVERED' | 'FAILED' | 'GIVEN_UP'>(),
  httpStatus: orNull(int),
  error: orNull(text()),
  durationMs: int,
  attemptedAt: time,
})
