/** Job runner: runs due jobs in order of due time. The effect of a subject is committed with its removal from the job, so it happens once. */
import { AsyncResource } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { Clock, MovableClock } from '../../core/clock.ts'
import type { Committed, Engine } from '../../engine/engine.ts'
import type { Command } from '../../engine/rows.ts'
import type { ClockFault } from '../db/server-time.ts'
import type { Store } from '../db/store.ts'
import { type Claimed, claimJobs, knownCircuits, nextDue, releaseJobs } from './claim.ts'
import type { JobClass, Limit } from './classes.ts'
import { finish, isGivenUp, reasonOf, reschedule } from './conclude.ts'
import { type Effect, FINISHED, HELD, type JobHandlers } from './handlers.ts'
import { circuits, jobs } from './tables.ts'
import { UnderWay } from './under-way.ts'

/** Interval at which a process looks for jobs that another process has planned or abandoned. */
const POLL_MS = 1000

const failingWith =
  (error: unknown): Command<never> =>
  () => {
    throw error
  }

export interface RunnerOptions {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  /** Why no job may start now: the machine's clock differs from the database's. */
  readonly clockFault?: ClockFault | undefined
  readonly handlersOf: (platformId: string) => JobHandlers
  readonly log: Logger
  /** Maximum number of subjects in progress; absent: `LIMITS`. */
  readonly limits?: Readonly<Record<JobClass, Limit>>
}

/** Options of a move of the clock. */
export interface Moving {
  /** Called after each step of the clock. */
  readonly moved?: () => Promise<void>
  /** Whether to stop before the end. */
  readonly isOver?: () => boolean
}

/** State of a circuit as this process saw it last; `troubled`: still closed. */
type SeenCircuit = 'troubled' | 'open'

export class Runner {
  readonly stats = { done: 0, failed: 0, dead: 0 }
  readonly #options: RunnerOptions
  readonly #underWay: UnderWay
  readonly #running = new Map<string, Promise<void>>()
  readonly #circuits = new Map<string, SeenCircuit>()
  /** Jobs that are leased to this process and that it does not run now. */
  #released: Claimed[] = []
  #wakeAt = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = true
  #moves = 0
  #claiming: Promise<unknown> = Promise.resolve()
  /** Claims what is due; not in the context of the batch that set the timer, whose trace would include other platforms' jobs. */
  readonly #wake = AsyncResource.bind(() => {
    this.#timer = undefined
    this.#claim()
      .catch((error) => this.#options.log.error({ err: error }, 'claiming due jobs failed'))
      .then(() => {
        if (this.#timer === undefined) this.#sleep(POLL_MS) // otherwise an earlier wake-up is scheduled
      })
  })

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#underWay = new UnderWay(options.limits)
  }

  /** Starts to claim due jobs. The embedded database has one process, so leases of an earlier process are invalid. */
  async start(): Promise<void> {
    const { store } = this.#options
    if (store.kind === 'embedded')
      await store.script('update jobs set leased_until = null where leased_until is not null')
    this.#stopped = false
    this.#sleep(0)
  }

  /** Waits for jobs in progress; no other job starts until the next `start`. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#claiming
    await Promise.allSettled(this.#running.values())
    await this.#release().catch((error) =>
      this.#options.log.warn({ err: error }, 'jobs remain leased until their leases end'),
    )
  }

  /** Called after a commit: starts its due jobs while there is capacity, and schedules a wake-up for the others. */
  committed(set: Committed): void {
    if (this.#stopped) return
    for (const { platformId, key, value } of set.slots.get(circuits)?.values() ?? []) {
      const at = `${key}/${platformId}`
      if (value === undefined) this.#circuits.delete(at)
      else this.#circuits.set(at, value.probeAt === null ? 'troubled' : 'open')
    }
    for (const { platformId, value, stored } of set.slots.get(jobs)?.values() ?? []) {
      if (value === undefined || stored !== undefined || value.deadAt !== null) continue
      if (value.leasedUntil !== null) this.#startOrRelease({ platformId, job: value })
      else if (value.dueAt < this.#wakeAt) this.#sleep(Math.max(0, value.dueAt - this.#options.clock.now()))
    }
  }

  /** Runs all jobs that are due now, and those that they plan for now. */
  async settle(): Promise<void> {
    for (;;) {
      while (this.#running.size > 0) await Promise.allSettled(this.#running.values())
      if ((await this.#claim()) === 0 && this.#running.size === 0) return
    }
  }

  /**
   * Advances the clock from one due time to the next and runs the jobs of each, so that effects happen in order. Platforms
   * whose last call was not answered are skipped until the end of the move: each call would cost a timeout.
   * @returns false when it was stopped by `isOver`
   * @throws Error while no job may start: the clock must not pass a due job
   */
  async advanceTo(clock: MovableClock, moment: number, { moved, isOver = () => false }: Moving = {}): Promise<boolean> {
    this.#moves++
    try {
      for (const { platformId, class: jobClass, isOpen } of await knownCircuits(this.#options.store))
        this.#circuits.set(`${jobClass}/${platformId}`, isOpen ? 'open' : 'troubled')
      await this.settle()
      while (!isOver()) {
        const fault = this.#options.clockFault?.()
        if (fault !== undefined) throw new Error(fault)
        const due = await nextDue(this.#options.store, { onlyAnswering: true })
        const isThere = due === undefined || due > moment
        clock.advanceTo(isThere ? moment : due)
        await moved?.()
        await this.settle()
        if (isThere) return true
      }
      return false
    } finally {
      this.#moves--
    }
  }

  /** The earliest time at which unclaimed work is due, in milliseconds since 1970. */
  nextDue(): Promise<number | undefined> {
    return nextDue(this.#options.store, { onlyAnswering: false })
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#wakeAt = this.#options.clock.now() + ms
    this.#timer = setTimeout(this.#wake, ms)
  }

  /** Claims due jobs while there is capacity, and starts them in order of due time. */
  #claim(): Promise<number> {
    const claim = this.#claiming.then(async () => {
      const { store, engine, clock, clockFault } = this.#options
      await this.#release()
      if (clockFault?.() !== undefined) return 0
      const capacity = this.#underWay.room()
      const claimed = await claimJobs(store, {
        ...capacity,
        now: clock.now(),
        onlyAnswering: this.#moves > 0,
      })
      for (const each of claimed) {
        this.#circuits.delete(circuitOf(each)) // it would not have been claimed
        if (each.version) engine.learn(jobs, each.platformId, each.job, each.version)
        this.#run(each)
      }
      const shares = claimed.map(({ platformId, job }) => ({
        class: job.class,
        platformId,
        subjects: job.subjects.length,
      }))
      if (this.#underWay.noteClaim(capacity, shares)) this.#sleep(0)
      return claimed.length
    })
    this.#claiming = claim.catch(() => 0)
    return claim
  }

  async #release(): Promise<void> {
    const released = this.#released.splice(0)
    if (released.length > 0) await releaseJobs(this.#options.store, released)
  }

  /** A job that cannot start now stays in the table, for this process or another one: it keeps its place there, and costs no memory. */
  #startOrRelease(claimed: Claimed): void {
    const { platformId, job } = claimed
    const circuit = this.#circuits.get(circuitOf(claimed))
    const isHeld = circuit === 'open' || (circuit === 'troubled' && this.#moves > 0)
    const isPaused = this.#options.clockFault?.() !== undefined
    if (!isHeld && !isPaused && this.#underWay.hasRoom(job.class, platformId)) this.#run(claimed)
    else this.#released.push(claimed)
  }

  #run(claimed: Claimed): void {
    const { platformId, job } = claimed
    const at = `${platformId}/${job.key}`
    if (this.#running.has(at)) return
    this.#underWay.begin(job.class, platformId, job.subjects.length)
    let left = job.subjects.length
    const ended = (subjects: number) => {
      left -= subjects
      if (this.#underWay.end(job.class, platformId, subjects)) this.#sleep(0)
    }
    const run = this.#do(claimed, ended)
      .catch((error) =>
        this.#options.log.error({ err: error, job: job.key }, 'a job remains leased until its lease ends'),
      )
      .finally(() => {
        this.#running.delete(at)
        if (left > 0) ended(left)
      })
    this.#running.set(at, run)
  }

  async #do(claimed: Claimed, ended: (subjects: number) => void): Promise<void> {
    const { platformId, job } = claimed
    const handler = this.#options.handlersOf(platformId)[job.name]
    if (!handler) throw new Error(`No handler for the job ${job.name}`)
    const attempt = (subjects: readonly string[], effect: Effect) =>
      this.#attempt(claimed, subjects, effect).finally(() => ended(subjects.length))
    let effects: ReadonlyMap<string, Effect>
    try {
      effects = await handler(job, platformId)
    } catch (error) {
      await attempt(job.subjects, failingWith(error))
      return
    }
    const plain = job.subjects.filter((subject) => !effects.has(subject))
    const outcomes = await Promise.allSettled([
      ...[...effects].map(([subject, effect]) => attempt([subject], effect)),
      ...(plain.length > 0 ? [attempt(plain, () => {})] : []),
    ])
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    if (outcomes.some((outcome) => outcome.status === 'fulfilled' && !outcome.value)) this.#released.push(claimed)
  }

  /** @returns false when the subjects stay on their job because the circuit is open */
  async #attempt({ platformId, job }: Claimed, subjects: readonly string[], effect: Effect): Promise<boolean> {
    const { engine, log } = this.#options
    try {
      const command = await effect
      if (command === HELD) return false
      if (command !== FINISHED)
        await engine.run(platformId, (rows) => {
          if (finish(rows, job.key, subjects).length > 0) command?.(rows)
        })
      this.stats.done += subjects.length
    } catch (error) {
      this.stats.failed += subjects.length
      const about = { err: reasonOf(error), job: job.name, attempts: job.attempts }
      if (isGivenUp(job, error)) log.error(about, 'a job failed and is given up')
      else log.warn(about, 'a job failed and was rescheduled')
      await engine.run(platformId, (rows) => reschedule(rows, job, finish(rows, job.key, subjects), error))
      if (isGivenUp(job, error)) this.stats.dead += subjects.length
    }
    return true
  }
}

const circuitOf = ({ platformId, job }: Claimed) => `${job.class}/${platformId}`
