/** Owns how work is put off: into the batch that makes it necessary. */
import type { Rows } from '../../engine/rows.ts'
import { jobs, LEASE_MS } from './tables.ts'

/**
 * Has the job `name` done for a subject at a moment, exactly once, if this batch is committed.
 * @param dueAt milliseconds since 1970; work that is due at once starts in this process, without a look at the table
 */
export function enqueue(rows: Rows, name: string, dueAt: number, subject: string, attempts = 0): void {
  const key = `${name}/${dueAt}/${attempts}/${rows.batchId}`
  const job = rows.inBatch(jobs, key)
  if (job === undefined) {
    const leasedUntil = dueAt <= rows.now ? rows.now + LEASE_MS : null
    rows.add(jobs, { key, name, subjects: [subject], dueAt, attempts, leasedUntil, lastError: null, deadAt: null })
  } else if (!job.subjects.includes(subject)) rows.change(jobs, job, { subjects: [...job.subjects, subject] })
}

/** Leaves a task that only a person can do: it stands among the jobs that were given up, where operators look. */
export function askOperator(rows: Rows, task: string, subject: string, why: string): void {
  const key = `${task}/${subject}`
  rows.add(jobs, {
    key,
    name: task,
    subjects: [subject],
    dueAt: rows.now,
    attempts: 0,
    leasedUntil: null,
    lastError: why,
    deadAt: rows.now,
  })
}
