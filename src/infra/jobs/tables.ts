/** Owns the table of work that is due at a moment of the clock. */
import { int, json, orNull, table, text, time } from '../../engine/schema.ts'

/**
 * Work of one name that is due at one moment, written with what made it necessary and removed with its effect.
 * A batch writes one row for all its subjects.
 */
export const jobs = table(
  'jobs',
  {
    key: text(),
    name: text(),
    /** Ids of what the work is about. A subject is removed in the batch of its effect; the row goes with the last one. */
    subjects: json<readonly string[]>(),
    dueAt: time,
    attempts: int,
    /** Until then a process is at it. */
    leasedUntil: orNull(time),
    lastError: orNull(text()),
    /** Given up after too many attempts; an operator must look. */
    deadAt: orNull(time),
  },
  { key: 'key', changing: ['subjects', 'dueAt', 'attempts', 'leasedUntil', 'lastError', 'deadAt'] },
)

/** How long a process may be at a job before another one takes it over. */
export const LEASE_MS = 60_000
