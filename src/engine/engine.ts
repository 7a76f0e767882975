/**
 * Engine: commands become batches, a batch becomes one database transaction. Commands that arrive while a batch is
 * being committed form the next one. A refused command is left out of its batch; the others are not affected.
 */
import { type Clock, elapsed } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { Refusal, Unavailable } from '../core/refusal.ts'
import { answerTo, Batch, Committer } from './commit.ts'
import type { Lane } from './database.ts'
import { Channel } from './internal/channel.ts'
import { InFlightRows } from './internal/in-flight-rows.ts'
import { LockedRows } from './internal/locked-rows.ts'
import { Queue } from './internal/queue.ts'
import { RowCache } from './internal/row-cache.ts'
import { BatchRunner, type Outcome, type Run, type Stats } from './internal/run-batch.ts'
import type { Version } from './internal/slot.ts'
import type { WorkingSet } from './internal/working-set.ts'
import type { Command } from './rows.ts'
import type { Schema, Table } from './table.ts'

export type { Version } from './internal/slot.ts'

interface Caller extends Run {
  readonly platformId: string
  /** When it was queued, by the process's counter. */
  readonly since: number
  /** For traces. */
  readonly origin: unknown
  resolve(reply: any): void
  reject(reason: unknown): void
}

/** A batch that was committed: its rows by table, before (`stored`) and after (`value`). */
export type Committed = Pick<WorkingSet, 'platformId' | 'slots' | 'appended'>

/** Observes batches, for traces. */
export interface BatchTrace {
  /** What the caller of a command is doing. */
  origin(): unknown
  /** Runs a batch. @param origins of its commands */
  commit<Result>(platformId: string, origins: readonly unknown[], work: () => Promise<Result>): Promise<Result>
}

export interface EngineOptions {
  readonly schema: Schema
  readonly lanes: readonly Lane[]
  readonly clock: Clock
  /** Commands in a batch; more add latency, not throughput. */
  readonly batchMax?: number
  /** Waiting commands beyond which new ones are refused. */
  readonly queueMax?: number
  /** How long the outcome of a batch may stay unknown after a connection was lost, and how long a command waits for a row that is locked from outside, in milliseconds. */
  readonly patienceMs?: number
  /** Called with every committed batch, before its callers are answered. */
  readonly onCommitted?: (set: Committed) => void
  /** Absent: batches are not traced. */
  readonly trace?: BatchTrace | undefined
}

export class Engine {
  readonly stats: Stats = {
    batches: 0,
    commands: 0,
    rounds: 0,
    retries: 0,
    refuted: 0,
    locked: 0,
    divided: 0,
    asides: 0,
    blocked: 0,
  }
  readonly #options: Required<Omit<EngineOptions, 'trace'>> & Pick<EngineOptions, 'trace'>
  readonly #queue = new Queue<Caller>()
  readonly #inFlight = new InFlightRows<Run>()
  readonly #lockedRows: LockedRows<Run>
  readonly #runner: BatchRunner
  readonly #committer: Committer
  readonly #cache: RowCache
  readonly #idle: Channel[]
  #isScheduled = false
  #isCheckDue = false

  constructor(options: EngineOptions) {
    this.#options = {
      batchMax: 128,
      queueMax: 10_000,
      patienceMs: 5000,
      onCommitted: () => {},
      ...options,
    }
    const cache = new RowCache(options.schema)
    this.#cache = cache
    const channels = options.lanes.map((lane) => new Channel(lane))
    this.#runner = new BatchRunner(this.#options, cache, this.#inFlight, this.stats)
    this.#lockedRows = new LockedRows(this.#inFlight, this.#options.patienceMs, () => {
      this.#isCheckDue = true
      this.#start()
    })
    const parts = { channels, cache, runner: this.#runner, lockedRows: this.#lockedRows }
    this.#committer = new Committer(this.#options, parts, this.stats)
    this.#idle = [...channels]
  }

  /**
   * Runs a command for a platform and answers when what it wrote is durable.
   * @throws Refusal the command's own; Unavailable (it had no effect); OUTCOME_UNKNOWN (repeat it with the same key)
   */
  run<Reply>(platformId: string, command: Command<Reply>): Promise<Reply> {
    if (this.#queue.size >= this.#options.queueMax)
      return Promise.reject(new Unavailable('Too many requests are waiting; try again shortly'))
    return new Promise((resolve, reject) => {
      const origin = this.#options.trace?.origin()
      this.#queue.push({ platformId, command, ids: [], leaves: 0, since: elapsed(), origin, resolve, reject })
      if (this.#isScheduled || this.#idle.length === 0) return
      this.#isScheduled = true
      // Requests that were read from their sockets in the same turn of the event loop share a batch.
      setImmediate(() => {
        this.#isScheduled = false
        this.#start()
      })
    })
  }

  /** For how many milliseconds the oldest command, of a platform or of all, has been waiting for its batch; 0: none waits. */
  waitedMs(platformId?: string): number {
    const oldest = this.#queue.firsts(platformId).map(({ since }) => since)
    return oldest.length === 0 ? 0 : elapsed() - Math.min(...oldest)
  }

  /**
   * Adds a row of a cached table to the row cache as plain SQL has left it, so that no command has to fetch it.
   * @param version of the row after that statement; a wrong one only costs an attempt
   */
  learn<Row>(table: Table<Row>, platformId: string, row: Row, version: Version): void {
    this.#cache.learn(table, platformId, row, version)
  }

  /** Resolves when no command is waiting or running. */
  async drained(): Promise<void> {
    const isBusy = () => this.#queue.size > 0 || this.#isScheduled || this.#idle.length < this.#options.lanes.length
    while (isBusy() || this.#lockedRows.isAnyWaiting) await new Promise((resume) => setTimeout(resume, 5))
  }

  /** Starts batches on idle lanes: a second lane only when enough callers wait to justify another commit. */
  #start(): void {
    const { lanes, batchMax } = this.#options
    for (;;) {
      const least = this.#idle.length === lanes.length ? 1 : batchMax / 4
      if (!this.#isCheckDue && this.#queue.size < least) return
      const channel = this.#idle.pop()
      if (!channel) return
      const work = this.#isCheckDue ? this.#checkLocked(channel) : this.#commit(channel, this.#queue.take(batchMax))
      void work.finally(() => {
        this.#idle.push(channel)
        this.#start()
      })
    }
  }

  /** Commits the callers' commands and answers them, except those that leave to wait for another batch. Never throws. */
  async #commit(channel: Channel, callers: Caller[], isRest = false): Promise<void> {
    const [{ platformId }] = callers as [Caller]
    const { clock, trace } = this.#options
    const batch = new Batch(newId(clock.now()), platformId, callers)
    const commit = () => this.#committer.commit(channel, batch)
    try {
      const outcomes = await (trace
        ? trace.commit(
            platformId,
            callers.map(({ origin }) => origin),
            commit,
          )
        : commit())
      this.#end(batch)
      callers.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i] as Outcome
        'reply' in outcome ? resolve(outcome.reply) : reject(outcome.refusal)
      })
    } catch (error) {
      this.#end(batch)
      if (batch.isAway) for (const { reject } of this.#queue.takeAll()) reject(Unavailable.away())
      if (error instanceof Refusal || callers.length < 2) for (const { reject } of callers) reject(answerTo(error))
      else await this.#divide(channel, callers, isRest ? [] : this.#suspects(callers, batch, error))
    }
  }

  #end({ claim }: Batch): void {
    this.#inFlight.release(claim)
    this.#queue.putBack(claim.waiting as Caller[])
  }

  #suspects(callers: Caller[], { set }: Batch, error: unknown): Caller[] {
    return set ? this.#runner.suspects(callers, set, error) : []
  }

  /**
   * Commits a batch that the database rejected, in parts: the suspects separately and later, or, without suspects, each
   * half.
   */
  async #divide(channel: Channel, callers: Caller[], suspects: Caller[]): Promise<void> {
    this.stats.divided++
    if (suspects.length > 0 && suspects.length < callers.length) {
      this.#queue.pushGroup(suspects)
      const others = callers.filter((caller) => !suspects.includes(caller))
      return this.#commit(channel, others, true)
    }
    const half = callers.length >> 1
    await this.#commit(channel, callers.slice(0, half))
    await this.#commit(channel, callers.slice(half))
  }

  async #checkLocked(channel: Channel): Promise<void> {
    this.#isCheckDue = false
    const { freed, refused } = await this.#lockedRows.check(channel)
    this.#queue.push(...(freed as Caller[]))
    for (const { reject } of refused as Caller[]) reject(Unavailable.locked())
  }
}
