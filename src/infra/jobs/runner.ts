/** Job runner: does due work in order of due time, each subject once, its effect in the batch that removes it from the job. */
import type { Logger } from 'pino'
import type { Clock, MovableClock } from '../../core/clock.ts'
import type { Committed, Engine } from '../../engine/engine.ts'
import type { Command } from '../../engine/rows.ts'
import type { ClockFault } from '../db/server-time.ts'
import type { Store } from '../db/store.ts'
import { type Claimed, claimJobs, knownCircuits, nextDue, releaseJobs } from './claim.ts'
import type { JobClass, Limit } from './classes.ts'
import { finish, isLastTry, planAnew, reasonOf } from './conclude.ts'
import { type Effect, HELD, type JobHandlers } from './handlers.ts'
import { circuits, jobs } from './tables.ts'
import { UnderWay } from './under-way.ts'

/** How often a process looks for work that another process has left or planned. */
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
  /** Why no job may begin now: the clock is not the database's. */
  readonly clockFault?: ClockFault | undefined
  readonly handlers: JobHandlers
  readonly log: Logger
  /** What a process has under way at most; absent: the usual. */
  readonly limits?: Readonly<Record<JobClass, Limit>>
}

/** How a move of the clock is watched. */
export interface Moving {
  /** Called with each moment that the clock reaches. */
  readonly moved?: () => Promise<void>
  /** Whether to leave the rest of it. */
  readonly isOver?: () => boolean
}

/** What this process last saw of a circuit: `troubled` is still closed. */
type SeenCircuit = 'troubled' | 'open'

export class Runner {
  readonly stats = { done: 0, failed: 0, dead: 0 }
  readonly #options: RunnerOptions
  readonly #underWay: UnderWay
  readonly #running = new Map<string, Promise<void>>()
  readonly #circuits = new Map<string, SeenCircuit>()
  /** Jobs that are leased to this process and that it does not do now. */
  #released: Claimed[] = []
  #wakeAt = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = true
  #moves = 0
  #claiming: Promise<unknown> = Promise.resolve()

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#underWay = new UnderWay(options.limits)
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
    await this.#release().catch((error) =>
      this.#options.log.warn({ err: error }, 'jobs are left until their leases end'),
    )
  }

  /** Called after a commit: starts its due jobs as far as there is room, and schedules a wake-up for the rest. */
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

  /** Does everything that is due at the clock's present moment, and what follows from it. */
  async settle(): Promise<void> {
    for (;;) {
      while (this.#running.size > 0) await Promise.allSettled(this.#running.values())
      if ((await this.#claim()) === 0 && this.#running.size === 0) return
    }
  }

  /**
   * Moves the clock from due moment to due moment, doing the work of each before going on, so that everything happens in
   * order. Calls to those who did not answer the last one are left for after the move: each would cost it their time-out.
   * @returns false when it was over before the clock was there
   * @throws Error while no job may begin: the clock must not pass what is due
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

  /** The earliest moment at which unclaimed work is due, in milliseconds since 1970. */
  nextDue(): Promise<number | undefined> {
    return nextDue(this.#options.store, { onlyAnswering: false })
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    this.#wakeAt = this.#options.clock.now() + ms
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#claim()
        .catch((error) => this.#options.log.error({ err: error }, 'looking for due jobs failed'))
        .then(() => {
          if (this.#timer === undefined) this.#sleep(POLL_MS) // otherwise there is a reason to look earlier
        })
    }, ms)
  }

  /** Takes due jobs for which there is room, and starts them in order of due time. */
  #claim(): Promise<number> {
    const claim = this.#claiming.then(async () => {
      const { store, clock, clockFault } = this.#options
      await this.#release()
      if (clockFault?.() !== undefined) return 0
      const claimed = await claimJobs(store, {
        ...this.#underWay.room(),
        now: clock.now(),
        onlyAnswering: this.#moves > 0,
      })
      for (const each of claimed) {
        this.#circuits.delete(circuitOf(each)) // it would not have been claimed
        this.#run(each)
      }
      this.#underWay.noteFull()
      return claimed.length
    })
    this.#claiming = claim.catch(() => 0)
    return claim
  }

  async #release(): Promise<void> {
    const released = this.#released.splice(0)
    if (released.length > 0) await releaseJobs(this.#options.store, released)
  }

  /** What cannot start now is left in the table, for this process or another one: it is in order there, and costs no memory. */
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
      .catch((error) => this.#options.log.error({ err: error, job: job.key }, 'a job is left until its lease ends'))
      .finally(() => {
        this.#running.delete(at)
        if (left > 0) ended(left)
      })
    this.#running.set(at, run)
  }

  async #do(claimed: Claimed, ended: (subjects: number) => void): Promise<void> {
    const { platformId, job } = claimed
    const handler = this.#options.handlers[job.name]
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

  /** @returns false when the subjects stay on their job, because the circuit of its class is open */
  async #attempt({ platformId, job }: Claimed, subjects: readonly string[], effect: Effect): Promise<boolean> {
    const { engine, log } = this.#options
    try {
      const command = await effect
      if (command === HELD) return false
      await engine.run(platformId, (rows) => {
        if (finish(rows, job.key, subjects).length > 0) command?.(rows)
      })
      this.stats.done += subjects.length
    } catch (error) {
      this.stats.failed += subjects.length
      const about = { err: reasonOf(error), job: job.name, attempts: job.attempts }
      if (isLastTry(job)) log.error(about, 'a job failed and is given up')
      else log.warn(about, 'a job failed and was rescheduled')
      await engine.run(platformId, (rows) => planAnew(rows, job, finish(rows, job.key, subjects), error))
      if (isLastTry(job)) this.stats.dead += subjects.length
    }
    return true
  }
}

const circuitOf = ({ platformId, job }: Claimed) => `${job.class}/${platformId}`
