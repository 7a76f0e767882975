/** End of a job's subjects: removed from the job with their effect, rescheduled after a failure, or given up. */
import { NotYet, Refusal } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Job } from './claim.ts'
import { enqueue } from './enqueue.ts'
import { jobs } from './tables.ts'

const ATTEMPTS_MAX = 20
/** Interval between attempts of work that cannot begin yet. */
const NOT_YET_MS = 60_000
const backoffMs = (attempts: number) => Math.min(1000 * 2 ** attempts, 30 * 60_000)

export const reasonOf = (error: unknown) => (error instanceof Refusal ? `${error.code}: ${error.message}` : error)

/** Removes subjects from a job. @returns those that were still on it; another process has done the others */
export function finish(rows: Rows, key: string, subjects: readonly string[]): readonly string[] {
  const job = rows.find(jobs, key)
  const open = job?.subjects.filter((subject) => subjects.includes(subject)) ?? []
  if (!job || open.length === 0) return open
  const left = job.subjects.filter((subject) => !subjects.includes(subject))
  if (left.length === 0) rows.remove(jobs, job)
  else rows.change(jobs, job, { subjects: left })
  return open
}

/** Whether this failure is the last one. */
export const isGivenUp = ({ attempts }: Job, error: unknown) =>
  attempts + 1 >= ATTEMPTS_MAX && !(error instanceof NotYet)

/**
 * Reschedules subjects with a growing delay; after the last attempt they become a task for the operator. Work that
 * cannot begin yet is tried every minute, and no attempt is counted.
 */
export function reschedule(rows: Rows, job: Job, subjects: readonly string[], error: unknown): void {
  const { name, attempts } = job
  if (error instanceof NotYet) {
    for (const subject of subjects) enqueue(rows, name, rows.now + NOT_YET_MS, subject, attempts)
    return
  }
  if (!isGivenUp(job, error))
    for (const subject of subjects) enqueue(rows, name, rows.now + backoffMs(attempts), subject, attempts + 1)
  else if (subjects.length > 0) {
    const lastError = String(error instanceof Error ? error.message : reasonOf(error)).slice(0, 500)
    rows.add(jobs, {
      key: `${name}/dead/${rows.newId()}`,
      name,
      subjects,
      dueAt: rows.now,
      attempts,
      leasedUntil: null,
      lastError,
      deadAt: rows.now,
      class: job.class,
    })
  }
}
