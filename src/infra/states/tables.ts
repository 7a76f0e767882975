/** Owns the tables of what is told: events, and who listens to them. */
import { bool, int, jsonText, log, orNull, table, text, time, uuid } from '../../engine/table.ts'

/** What happened to an object, in order: `sequence` counts from 1 per object without gaps. Written with the change itself. */
export const events = log('events', {
  objectId: uuid,
  sequence: int,
  id: uuid,
  type: text(),
  /** The object as its GET showed it then; null where `state` says it. */
  data: orNull(jsonText),
  createdAt: time,
  /** What can change of the object, as it was then (see kept-state.ts). */
  state: orNull(jsonText),
  /**
   * Whether an endpoint was set when it happened: only then it is ever delivered. Times could not tell: a sandbox's clock
   * stands still, and two processes' differ.
   */
  isWanted: bool,
})

/** Where a platform wants its events: one row a platform. Apart from its other settings, because every batch looks at it. */
export const listeners = table(
  'listeners',
  { id: uuid, endpoint: orNull(text()), disabledAt: orNull(time) },
  { changing: ['endpoint', 'disabledAt'], cached: true },
)
