/** Enqueueing of jobs and of tasks for operators, in the batch that makes them necessary. */
import type { Rows } from '../../engine/rows.ts'
import { classOf } from './classes.ts'
import { jobs, LEASE_MS, SUBJECTS_MAX } from './tables.ts'

/**
 * Schedules the job `name` for a subject: it takes effect exactly once, if this batch is committed. Duplicates within a batch are usually merged.
 * @param dueAt milliseconds since 1970; a job that is due now starts in this process without a query, if there is capacity
 */
export function enqueue(rows: Rows, name: string, dueAt: number, subject: string, attempts = 0): void {
  const whole = `${name}/${dueAt}/${attempts}/${rows.batchId}`
  let key = whole
  let job = rows.presume(jobs, key)
  for (let part = 1; job && job.subjects.length === SUBJECTS_MAX; part++) {
    key = `${whole}/${part}`
    job = rows.presume(jobs, key)
  }
  if (job === undefined) {
    const leasedUntil = dueAt <= rows.now ? rows.now + LEASE_MS : null
    const none = { lastError: null, deadAt: null }
    rows.add(jobs, { key, name, subjects: [subject], dueAt, attempts, leasedUntil, ...none, class: classOf(name) })
  } else if (!job.subjects.includes(subject)) rows.change(jobs, job, { subjects: [...job.subjects, subject] })
}

/** Adds a task that only a person can do, to the jobs that were given up, which operators watch. */
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
