/** Dead jobs and operator tasks: retry, and end with a record of who decided and why. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { json, log, orNull, type Row, text, time } from '../../engine/table.ts'
import type { Job } from './claim.ts'
import { enqueue } from './enqueue.ts'
import { jobs } from './tables.ts'

/** Decisions of operators about tasks. Rows are only appended. */
export const taskDecisions = log('task_decisions', {
  key: text(),
  name: text(),
  subjects: json<readonly string[]>(),
  /** Why there was a task. */
  reason: orNull(text()),
  /** SETTLED: its money was moved. RETRIED: its job runs again. CLOSED: it was settled outside, or nothing is to be done. */
  outcome: text<'SETTLED' | 'RETRIED' | 'CLOSED'>(),
  decidedBy: text(),
  note: text(),
  decidedAt: time,
})

type Outcome = Row<typeof taskDecisions>['outcome']
/** Decider of a task, and the reason. */
export type TaskDecision = Pick<Row<typeof taskDecisions>, 'decidedBy' | 'note'>

/** Ends a task, once, and stores the decision. @throws Refusal INVALID_STATE_TRANSITION when it is not open */
export function endTask(rows: Rows, key: string, outcome: Outcome, { decidedBy, note }: TaskDecision): Job {
  const task = rows.find(jobs, key)
  if (!task || task.deadAt === null) refuse('INVALID_STATE_TRANSITION', 'There is no such open task')
  rows.remove(jobs, task)
  const { name, subjects, lastError: reason } = task
  rows.append(taskDecisions, { key, name, subjects, reason, outcome, decidedBy, note, decidedAt: rows.now })
  return task
}

/** Schedules the work of a dead job again, from the first attempt. @throws as `endTask` */
export function retryTask(rows: Rows, key: string, decision: TaskDecision): void {
  const { name, subjects } = endTask(rows, key, 'RETRIED', decision)
  for (const subject of subjects) enqueue(rows, name, rows.now, subject)
}
