/** Tables of work that is due at a moment of the clock, and of those who do not answer when it is done. */
import { int, json, orNull, type Row, table, text, time } from '../../engine/table.ts'
import type { JobClass } from './classes.ts'

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
    class: text<JobClass>(),
  },
  { key: 'key', changing: ['subjects', 'dueAt', 'attempts', 'leasedUntil', 'lastError', 'deadAt'] },
)

/** How long a process may be at a job before another one takes it over. */
export const LEASE_MS = 60_000

/**
 * The circuit between a platform and the outside that a class of its jobs calls: webhooks and the platform's endpoint.
 * There is a row from the first call that got no answer in time until the next one that did.
 */
export const circuits = table(
  'circuits',
  {
    class: text<JobClass>(),
    /** Calls without an answer since the last one with an answer. */
    silences: int,
    silentSince: time,
    /** Set while the circuit is open: no call and no claim before this moment, then a single one, the probe. */
    probeAt: orNull(time),
  },
  { key: 'class', changing: ['silences', 'probeAt'] },
)
export type Circuit = Row<typeof circuits>
