/** Planning of work: into the batch that makes it necessary. */
import type { Rows } from '../../engine/rows.ts'
import { classOf } from './classes.ts'
import { jobs, LEASE_MS } from './tables.ts'

/**
 * Has the job `name` done for a subject at a moment, exactly once, if this batch is committed.
 * @param dueAt milliseconds since 1970; work that is due at once starts in this process, without a look at the table,
 * if there is room
 */
export function enqueue(rows: Rows, name: string, dueAt: number, subject: string, attempts = 0): void {
  const key = `${name}/${dueAt}/${attempts}/${rows.batchId}`
  const job = rows.inBatch(jobs, key)
  if (job === undefined) {
    const leasedUntil = dueAt <= rows.now ? rows.now + LEASE_MS : null
    const none = { lastError: null, deadAt: null }
    rows.add(jobs, { key, name, subjects: [subject], dueAt, attempts, leasedUntil, ...none, class: classOf(name) })
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
    class: classOf(task),
  })
}
