/**
 * The engine: the way from a command to a commit. Write it for one, run it for a thousand: commands that arrive while a
 * batch is committing form the next batch; a batch is one database transaction. A refused command is left out; nobody
 * else notices.
 */
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { Unavailable } from '../core/unavailable.ts'
import { ConnectionLost, GONE, type Lane, NOT_SO, type Send, STALE, type Statement } from './database.ts'
import { askRowTypes, Bytes, type RowTypes, rowTypesOf } from './internal/binary.ts'
import { type Hold, Holders } from './internal/in-flight-rows.ts'
import { LockedRows } from './internal/locked-rows.ts'
import { Waiting } from './internal/queue.ts'
import { type Decided, Retry, told } from './internal/retry.ts'
import { Sights } from './internal/row-cache.ts'
import { Decider, type Outcome, type Run } from './internal/run-batch.ts'
import { newVersion } from './internal/slot.ts'
import { writeAll } from './internal/sql.ts'
import type { WorkingSet } from './internal/working-set.ts'
import type { Command } from './rows.ts'
import type { Schema, Table } from './table.ts'

interface Caller extends Run {
  resolve(reply: any): void
  reject(reason: unknown): void
}

/** A batch that was committed: its rows by table, as they were (`stored`) and as they are now (`value`). */
export type Committed = Pick<WorkingSet, 'slots' | 'appended'>

export interface EngineOptions {
  readonly schema: Schema
  readonly lanes: readonly Lane[]
  readonly clock: Clock
  /** Commands a database transaction; more gives no more throughput, only latency. */
  readonly batchMax?: number
  /** Waiting commands beyond which new ones are turned away. */
  readonly queueMax?: number
  /** How long the outcome of a batch may stay unknown after a connection was lost, and how long a command waits for a row that others keep locked, in milliseconds. */
  readonly patienceMs?: number
  /** Tables with one row a platform, keyed by the platform's id, that most commands peek at: fetched with the first round. */
  readonly foreseen?: readonly Table[]
  /** Called with every committed batch, before its callers are answered. */
  readonly onCommitted?: (set: Committed) => void
}

export class Engine {
  readonly stats = {
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
  readonly #options: Required<EngineOptions>
  readonly #sights: Sights
  readonly #holders = new Holders<Run>()
  readonly #lockedRows: LockedRows<Run>
  readonly #decider: Decider
  readonly #idle: Lane[]
  readonly #bytes = new Map<Lane, Bytes>()
  /** The batch that each lane committed last. While all of them are there, so is all that was read before them. */
  readonly #last = new Map<Lane, string>()
  readonly #waiting = new Waiting<Caller>()
  #rowTypes: RowTypes | undefined
  #isScheduled = false
  #isLookDue = false

  constructor(options: EngineOptions) {
    this.#options = {
      batchMax: 128,
      queueMax: 10_000,
      patienceMs: 5000,
      foreseen: [],
      onCommitted: () => {},
      ...options,
    }
    this.#sights = new Sights(options.schema)
    this.#decider = new Decider(this.#options, this.#sights, this.#holders, this.stats)
    this.#lockedRows = new LockedRows(this.#holders, this.#options.patienceMs, () => {
      this.#isLookDue = true
      this.#start()
    })
    this.#idle = [...options.lanes]
    for (const lane of options.lanes) this.#bytes.set(lane, new Bytes())
  }

  /**
   * Runs a command for a platform and answers when what it did is durable.
   * @throws Refusal the command's own; Unavailable (this command did nothing); or OUTCOME_UNKNOWN (ask again with the same key)
   */
  run<Reply>(platformId: string, command: Command<Reply>): Promise<Reply> {
    if (this.#waiting.size >= this.#options.queueMax)
      return Promise.reject(new Unavailable('Too many requests are waiting; try again shortly'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ platformId, command, ids: [], stoodAside: 0, resolve, reject })
      if (this.#isScheduled || this.#idle.length === 0) return
      this.#isScheduled = true
      // Requests that were read from their sockets in the same turn of the event loop share a batch.
      setImmediate(() => {
        this.#isScheduled = false
        this.#start()
      })
    })
  }

  /** Resolves when nothing is waiting or under way. */
  async drained(): Promise<void> {
    const isBusy = () => this.#waiting.size > 0 || this.#isScheduled || this.#idle.length < this.#options.lanes.length
    while (isBusy() || this.#lockedRows.isAnyoneWaiting) await new Promise((resume) => setTimeout(resume, 5))
  }

  /** One busy lane is best for a few callers: another one starts only when it is worth a commit of its own. */
  #start(): void {
    const { lanes, batchMax } = this.#options
    for (;;) {
      const least = this.#idle.length === lanes.length ? 1 : batchMax / 4
      if (!this.#isLookDue && this.#waiting.size < least) return
      const lane = this.#idle.pop()
      if (!lane) return
      const work = this.#isLookDue ? this.#lookAtLocked(lane) : this.#commit(lane, this.#waiting.take(batchMax))
      void work.finally(() => {
        this.#idle.push(lane)
        this.#start()
      })
    }
  }

  /** Commits the batch and answers everybody in it, but for those that leave it to wait for another one. Never throws. */
  async #commit(lane: Lane, batch: Caller[], isRest = false): Promise<void> {
    const hold: Hold<Run> = { rows: [], waiting: [] }
    const retry = new Retry(newId(this.#options.clock.now()), this.#options.patienceMs)
    try {
      const outcomes = await this.#persist(lane, batch, hold, retry)
      this.#end(hold)
      batch.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i] as Outcome
        'reply' in outcome ? resolve(outcome.reply) : reject(outcome.refusal)
      })
    } catch (error) {
      this.#end(hold)
      if (retry.isAway) for (const { reject } of this.#waiting.clear()) reject(Unavailable.away())
      if (error instanceof Refusal || batch.length < 2) for (const { reject } of batch) reject(told(error))
      else await this.#divide(lane, batch, retry.set, error, isRest)
    }
  }

  #end(hold: Hold<Run>): void {
    this.#holders.release(hold)
    this.#waiting.putBack(hold.waiting as Caller[])
  }

  /** One command can break the batch of many. Those that write what the database's error names are tried apart; otherwise each half is. */
  async #divide(
    lane: Lane,
    batch: Caller[],
    set: WorkingSet | undefined,
    error: unknown,
    isRest: boolean,
  ): Promise<void> {
    this.stats.divided++
    const suspects = isRest || !set ? [] : this.#decider.suspects(batch, set, error)
    if (suspects.length > 0 && suspects.length < batch.length) {
      this.#waiting.pushApart(suspects)
      const others = batch.filter((caller) => !suspects.includes(caller))
      return this.#commit(lane, others, true)
    }
    const half = batch.length >> 1
    await this.#commit(lane, batch.slice(0, half))
    await this.#commit(lane, batch.slice(half))
  }

  async #lookAtLocked(lane: Lane): Promise<void> {
    this.#isLookDue = false
    const { freed, refused } = await this.#lockedRows.look(lane, this.#bytes.get(lane) as Bytes)
    for (const caller of freed as Caller[]) this.#waiting.push(caller)
    for (const { reject } of refused as Caller[]) reject(Unavailable.locked())
  }

  /** Tries until the batch is committed exactly once. @throws what its callers are told, or what the database has against it */
  async #persist(lane: Lane, batch: Caller[], hold: Hold<Run>, retry: Retry): Promise<Outcome[]> {
    for (;;) {
      try {
        if (retry.isBlocked) await this.#findLocked(lane, retry)
        return await this.#attempt(lane, batch, hold, retry)
      } catch (error: any) {
        const stored = retry.foundBy(error)
        if (stored) return this.#committed(lane, stored, true)
        if (error instanceof ConnectionLost || error?.code === GONE) this.#sights.doubtAll()
        // A restored copy has other numbers for its types, and so have tables that were made again.
        if (error instanceof ConnectionLost || error?.code === STALE) this.#rowTypes = undefined
        if (error?.code === GONE) this.#last.clear()
        if (error?.code === NOT_SO) this.stats.refuted++
        const pauseMs = retry.after(error)
        this.stats.retries++
        await new Promise((resume) => setTimeout(resume, pauseMs))
      }
    }
  }

  async #attempt(lane: Lane, batch: Caller[], hold: Hold<Run>, retry: Retry): Promise<Outcome[]> {
    const bytes = this.#bytes.get(lane) as Bytes
    const { batchId, look, lock, isUnanswered } = retry
    const mayLeave = isUnanswered ? undefined : hold
    const version = newVersion()
    let decided: Decided | undefined
    let isMarked = false
    const answers = await lane.atomic(async (send) => {
      const types = await this.#types(send)
      bytes.reset()
      // Inserted first, the marker waits for an attempt that the database has not finished, and collides with one that it committed.
      const last = [...this.#last.values()]
      if (isUnanswered) await send([marker(batchId, last)])
      const set = this.#decider.begin(batch, batchId, look, mayLeave)
      retry.set = set
      decided = { set, outcomes: await this.#decider.decide(batch, set, { lock, hold: mayLeave, send, bytes }) }
      const { statements, proofs } = writeAll(set, types, bytes, version)
      if (statements.length === proofs) return statements
      retry.leave(decided)
      isMarked = !isUnanswered
      return isMarked ? [marker(batchId, [...last, ...this.#last.values()]), ...statements] : statements
    })
    const written = isMarked ? { xmin: Number(answers[0]?.[0].xmin), written: version } : undefined
    // After a loss nothing is remembered: it was seen on a connection that is gone.
    if (!isUnanswered) this.#sights.keep((decided as Decided).set.slots, written, isMarked)
    return this.#committed(lane, decided as Decided, isMarked || isUnanswered)
  }

  /** The database's numbers for types, asked for once. */
  async #types(send: Send): Promise<RowTypes> {
    this.#rowTypes ??= rowTypesOf((await send([askRowTypes(this.#options.schema)]))[0] as any[])
    return this.#rowTypes
  }

  async #findLocked(lane: Lane, { set }: Retry): Promise<void> {
    const rows = [...(set?.relied().values() ?? [])].flat().filter(({ stored }) => stored !== undefined)
    this.stats.blocked += await this.#lockedRows.find(lane, this.#bytes.get(lane) as Bytes, rows)
  }

  /** @param isThere its marker is in the database */
  #committed(lane: Lane, { set, outcomes }: Decided, isThere: boolean): Outcome[] {
    if (isThere) this.#last.set(lane, set.batchId)
    if (outcomes.length > 0) this.stats.batches++
    this.stats.commands += outcomes.length
    // In a turn of its own: what a listener throws must not make the batch look as if it had failed.
    queueMicrotask(() => this.#options.onCommitted(set))
    return outcomes
  }
}

/**
 * The row by which an attempt is found to have been committed. It fails with GONE where one of the last batches is not
 * there: then the server is another one (a promoted standby, a restored copy), and what was read before may be gone, too.
 */
const marker = (id: string, last: readonly string[]): Statement => ({
  name: 'mark',
  text: `insert into batches (id) values ($1) returning pg_current_xact_id()::xid as xmin,
    ln(1 + (select count(*) from batches where id = any($2::uuid[])) - cardinality($2::uuid[]))`,
  values: [id, `{${[...new Set(last)].join(',')}}`],
})
