/** Tables of events, and of the endpoints that receive them. */
import { bool, int, jsonText, log, orNull, table, text, time, uuid } from '../../engine/table.ts'

/** Events of an object, in order: `sequence` counts from 1 per object without gaps. Written in the batch of the change. */
export const events = log('events', {
  objectId: uuid,
  sequence: int,
  id: uuid,
  type: text(),
  /** The object as its GET showed it at the time; null where `state` is set. */
  data: orNull(jsonText),
  createdAt: time,
  /** The row's changing columns at that time (see row-snapshot.ts). */
  state: orNull(jsonText),
  /**
   * Whether an endpoint was configured at the time: only then is the event delivered. Times cannot decide that: a sandbox's
   * clock can be frozen, and the clocks of two processes differ.
   */
  isWanted: bool,
})

/** Webhook endpoints: one row per platform. Kept apart from the other settings, because every batch reads it. */
export const listeners = table(
  'listeners',
  { id: uuid, endpoint: orNull(text()), disabledAt: orNull(time) },
  { changing: ['endpoint', 'disabledAt'], cached: true },
)
