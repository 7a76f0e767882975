/** Owns the doing of due work: in order of due time, each subject once, its effect in the batch that removes it from the job. */
import type { Logger } from 'pino'
import type { Clock, MovableClock } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Command, Rows } from '../../engine/rows.ts'
import type { Row } from '../../engine/schema.ts'
import type { WorkingSet } from '../../engine/working-set.ts'
import type { Store } from '../db/store.ts'
import { enqueue } from './enqueue.ts'
import { jobs, LEASE_MS } from './tables.ts'

export type Job = Row<typeof jobs>

/** What is left to do for a subject: a command, or one that is still being prepared. */
type Effect = Command<void> | Promise<Command<void> | undefined>

/**
 * Does the part of a job that talks to the outside or reads, and returns the command with its effect for each subject;
 * a subject without one is done. May be run again after a crash: what it does outside must bear repetition.
 */
export type JobHandler = (job: Job, platformId: string) => Promise<ReadonlyMap<string, Effect>>
export type JobHandlers = Readonly<Record<string, JobHandler>>

/** A handler that looks at each subject by itself: none waits for another, and the failure of one is put off alone. */
export const each =
  (handle: (subject: string, platformId: string) => Promise<Command<void> | undefined>): JobHandler =>
  async (job, platformId) =>
    new Map(job.subjects.map((subject) => [subject, handle(subject, platformId)]))

const failingWith =
  (error: unknown): Command<never> =>
  () => {
    throw error
  }

const ATTEMPTS_MAX = 20
const CLAIM_MAX = 64
/** Above this many under way, a process leaves what is due to others, but for one claim a look. */
const RUNNING_MAX = 512
/** How often a process looks for work that another process has left or planned. */
const POLL_MS = 1000
const backoffMs = (attempts: number) => Math.min(1000 * 2 ** attempts, 30 * 60_000)

interface Claimed {
  readonly platformId: string
  readonly job: Job
}

export interface RunnerOptions {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly handlers: JobHandlers
  readonly log: Logger
}

export class Runner {
  readonly stats = { done: 0, failed: 0, dead: 0 }
  readonly #options: RunnerOptions
  #running = new Map<string, Promise<void>>()
  #wakeAt = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = true
  #claiming: Promise<unknown> = Promise.resolve()

  constructor(options: RunnerOptions) {
    this.#options = options
  }

  /** Starts looking for due work. The embedded database has one process, so leases of a process before are void. */
  async start(): Promise<void> {
    const { store } = this.#options
    if (store.kind === 'embedded')
      await store.script('update jobs set leased_until = null where leased_until is not null')
    this.#stopped = false
    this.#sleep(0)
  }

  /** Lets work under way end; new work waits for the next start. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#claiming
    await Promise.allSettled(this.#running.values())
  }

  /** Hears of a committed batch: starts what it put off until now, and wakes up in time for the rest. */
  committed(set: WorkingSet): void {
    if (this.#stopped) return
    for (const { platformId, value, stored } of set.slots.get(jobs)?.values() ?? []) {
      if (value === undefined || stored !== undefined) continue
      if (value.leasedUntil !== null) this.#run({ platformId, job: value })
      else if (value.dueAt < this.#wakeAt) this.#sleep(Math.max(0, value.dueAt - this.#options.clock.now()))
    }
  }

  /** Does everything that is due at the clock's present moment, and what follows from it. */
  async settle(): Promise<void> {
    for (;;) {
      while (this.#running.size > 0) await Promise.allSettled(this.#running.values())
      if ((await this.#claim()) === 0 && this.#running.size === 0) return
    }
  }

  /** Moves the clock from due moment to due moment, doing the work of each before going on, so that everything happens in order. */
  async advanceTo(clock: MovableClock, moment: number): Promise<void> {
    await this.settle()
    for (;;) {
      const due = await this.nextDue()
      if (due === undefined || due > moment) break
      clock.advanceTo(due)
      await this.settle()
    }
    clock.advanceTo(moment)
    await this.settle()
  }

  /** The earliest moment at which something is due, in milliseconds since 1970. */
  async nextDue(): Promise<number | undefined> {
    const [row] = await this.#options.store.query<{ dueAt: number | null }>(
      'select min(due_at) as "dueAt" from jobs where dead_at is null and leased_until is null',
    )
    return row?.dueAt ?? undefined
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#wakeAt = this.#options.clock.now() + ms
    this.#timer = setTimeout(() => {
      this.#claim()
        .catch((error) => this.#options.log.error({ err: error }, 'looking for due jobs failed'))
        .then((claimed) => this.#sleep(claimed === CLAIM_MAX && this.#running.size < RUNNING_MAX ? 0 : POLL_MS))
    }, ms)
  }

  /** Takes due jobs and starts them in order of due time. */
  #claim(): Promise<number> {
    const claim = this.#claiming.then(async () => {
      const { store, clock } = this.#options
      const now = clock.now()
      const claimed = await store.query<Job & { platformId: string }>(
        CLAIM,
        [new Date(now).toISOString(), new Date(now + LEASE_MS).toISOString(), CLAIM_MAX],
        'claim_jobs',
      )
      claimed.sort((a, b) => a.dueAt - b.dueAt || (a.key < b.key ? -1 : 1))
      for (const { platformId, ...job } of claimed) this.#run({ platformId, job })
      return claimed.length
    })
    this.#claiming = claim.catch(() => 0)
    return claim
  }

  #run(claimed: Claimed): void {
    const at = `${claimed.platformId}/${claimed.job.key}`
    if (this.#running.has(at)) return
    const run = this.#do(claimed)
      .catch((error) =>
        this.#options.log.error({ err: error, job: claimed.job.key }, 'a job is left until its lease ends'),
      )
      .finally(() => this.#running.delete(at))
    this.#running.set(at, run)
  }

  async #do({ platformId, job }: Claimed): Promise<void> {
    const { engine, handlers, log } = this.#options
    const handler = handlers[job.name]
    if (!handler) throw new Error(`No handler for the job ${job.name}`)
    const attempt = async (subjects: readonly string[], effect: Effect) => {
      try {
        const command = await effect
        await engine.run(platformId, (rows) => {
          if (finish(rows, job.key, subjects).length > 0) command?.(rows)
        })
        this.stats.done += subjects.length
      } catch (error) {
        this.stats.failed += subjects.length
        const about = { err: reasonOf(error), job: job.name, attempts: job.attempts }
        if (isLastTry(job)) log.error(about, 'a job failed and is given up')
        else log.warn(about, 'a job failed and is planned anew')
        await engine.run(platformId, (rows) => planAnew(rows, job, finish(rows, job.key, subjects), error))
        if (isLastTry(job)) this.stats.dead += subjects.length
      }
    }
    let effects: ReadonlyMap<string, Effect>
    try {
      effects = await handler(job, platformId)
    } catch (error) {
      return attempt(job.subjects, failingWith(error))
    }
    const plain = job.subjects.filter((subject) => !effects.has(subject))
    await Promise.all([
      ...[...effects].map(([subject, effect]) => attempt([subject], effect)),
      ...(plain.length > 0 ? [attempt(plain, () => {})] : []),
    ])
  }
}

const reasonOf = (error: unknown) => (error instanceof Refusal ? `${error.code}: ${error.message}` : error)

/** Takes subjects off a job. @returns those that were still on it; the others have been done by somebody else */
function finish(rows: Rows, key: string, subjects: readonly string[]): readonly string[] {
  const job = rows.find(jobs, key)
  const open = job?.subjects.filter((subject) => subjects.includes(subject)) ?? []
  if (!job || open.length === 0) return open
  const left = job.subjects.filter((subject) => !subjects.includes(subject))
  if (left.length === 0) rows.remove(jobs, job)
  else rows.change(jobs, job, { subjects: left })
  return open
}

const isLastTry = ({ attempts }: Job) => attempts + 1 >= ATTEMPTS_MAX

/** Plans work anew with growing distance, and at last gives it up visibly. */
function planAnew(rows: Rows, job: Job, subjects: readonly string[], error: unknown): void {
  const { name, attempts } = job
  if (!isLastTry(job))
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
    })
  }
}

// The choice stands apart, so that no plan makes it more than once.
const CLAIM = `
  with c as materialized (
    select platform_id, key from jobs
    where due_at <= $1::timestamptz and dead_at is null and (leased_until is null or leased_until <= $1::timestamptz)
    order by due_at, key limit $3 for update skip locked)
  update jobs j set leased_until = $2::timestamptz from c
  where j.platform_id = c.platform_id and j.key = c.key
  returning j.platform_id as "platformId", j.key, j.name, j.subjects, j.due_at as "dueAt", j.attempts,
    j.leased_until as "leasedUntil", j.last_error as "lastError", j.dead_at as "deadAt"`
