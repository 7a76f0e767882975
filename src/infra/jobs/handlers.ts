/** Job handlers: what a domain does for a due job, outside of the commit and in it. */
import type { Command } from '../../engine/rows.ts'
import type { Job } from './claim.ts'

/** Says that a subject cannot be done now and stays on its job: the circuit of its class is open. */
export const HELD = Symbol('held')

/** What is left to do for a subject: a command, or one that is still being prepared. */
export type Effect = Command<void> | Promise<Command<void> | typeof HELD | undefined>

/**
 * Does the part of a job that talks to the outside or reads, and returns the command with its effect for each subject;
 * a subject without one is done. May be run again after a crash: what it does outside must bear repetition.
 */
export type JobHandler = (job: Job, platformId: string) => Promise<ReadonlyMap<string, Effect>>
export type JobHandlers = Readonly<Record<string, JobHandler>>

/** A handler that looks at each subject by itself: none waits for another, and the failure of one is put off alone. */
export const each =
  (handle: (subject: string, platformId: string) => Promise<Command<void> | typeof HELD | undefined>): JobHandler =>
  async (job, platformId) =>
    new Map(job.subjects.map((subject) => [subject, handle(subject, platformId)]))
