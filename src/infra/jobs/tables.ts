/** Job tables: due work, and the circuits of counterparties that do not answer. */
import { int, json, orNull, type Row, table, text, time } from '../../engine/table.ts'
import type { JobClass } from './classes.ts'

/** Maximum number of subjects in a row, which bounds the cost of removing one from the list. */
export const SUBJECTS_MAX = 32

/**
 * Work of one name that is due at one time. It is added in the batch that makes it necessary and removed in the batch
 * of its effect. A batch writes one row for every `SUBJECTS_MAX` subjects.
 */
export const jobs = table(
  'jobs',
  {
    key: text(),
    name: text(),
    /** Ids of the objects that the work is for. A subject is removed in the batch of its effect; the row, with the last subject. */
    subjects: json<readonly string[]>(),
    dueAt: time,
    attempts: int,
    /** Until then the job belongs to one process. */
    leasedUntil: orNull(time),
    lastError: orNull(text()),
    /** When it was given up after too many attempts: a task for the operator. */
    deadAt: orNull(time),
    class: text<JobClass>(),
  },
  { key: 'key', changing: ['subjects', 'dueAt', 'attempts', 'leasedUntil', 'lastError', 'deadAt'], cached: true },
)

/** How long a job belongs to the process that claimed it. */
export const LEASE_MS = 60_000

/**
 * Circuit between a platform and the side that a class of its jobs calls, such as its webhook endpoint. There is a row from
 * the first call that was not answered in time until the next one that was.
 */
export const circuits = table(
  'circuits',
  {
    class: text<JobClass>(),
    /** Unanswered calls since the last answered one. */
    silences: int,
    silentSince: time,
    /** Set while the circuit is open: no call and no claim before this time, then a single one, the probe. */
    probeAt: orNull(time),
  },
  { key: 'class', changing: ['silences', 'probeAt'], cached: true },
)
export type Circuit = Row<typeof circuits>
