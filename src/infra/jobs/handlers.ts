/** Job handlers: work of a room for a due job, before the commit and in it. */
import type { Command } from '../../engine/rows.ts'
import type { Job } from './claim.ts'

/** The subject stays on its job, because the circuit of its class is open. */
export const HELD = Symbol('held')

/** The handler has finished the subject itself, in the batch in which it recorded the effect. */
export const FINISHED = Symbol('finished')

type Done = Command<void> | typeof HELD | typeof FINISHED | undefined

/** The effect of a subject: a command, or one that is still being prepared; undefined: none. */
export type Effect = Command<void> | Promise<Done>

/**
 * Calls providers and reads what the job needs, and returns for each subject the command with its effect; a subject
 * without one is done. It may run again after a crash, so its calls must be idempotent.
 */
export type JobHandler = (job: Job, platformId: string) => Promise<ReadonlyMap<string, Effect>>
export type JobHandlers = Readonly<Record<string, JobHandler>>

/** A handler of single subjects: none waits for another, and a failure reschedules only its own subject. */
export const each =
  (handle: (subject: string, platformId: string) => Promise<Done>): JobHandler =>
  async (job, platformId) =>
    new Map(job.subjects.map((subject) => [subject, handle(subject, platformId)]))
