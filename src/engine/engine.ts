/**
 * Owns the way from a command to a commit. Write it for one, run it for a thousand: commands that arrive while a batch
 * is committing form the next batch; a batch is one database transaction. A refused command is left out; nobody else notices.
 */
import { type Clock, elapsed } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { askRowTypes, Bytes, type RowTypes, rowTypesOf } from './binary.ts'
import { ConnectionLost, isWorthAnotherTry, type Lane, type Send, type Statement } from './database.ts'
import { Fetcher } from './fetcher.ts'
import { type Hold, Holders } from './holders.ts'
import { PlatformRows } from './platform-rows.ts'
import type { Command } from './rows.ts'
import type { Schema, Table } from './schema.ts'
import { type Asked, MISSING } from './slot.ts'
import { writeAll } from './sql.ts'
import { WorkingSet } from './working-set.ts'

const ROUNDS_MAX = 20
const TRIES_MAX = 5
const STANDS_ASIDE_MAX = 3

interface Caller {
  readonly platformId: string
  readonly command: Command<any>
  /** Given to the command in its first run, and again in every other. */
  readonly ids: string[]
  /** How often it has waited for another batch's rows. */
  stoodAside: number
  resolve(reply: any): void
  reject(reason: unknown): void
}
type Outcome = { readonly reply: unknown } | { readonly refusal: unknown }

export interface EngineOptions {
  readonly schema: Schema
  readonly lanes: readonly Lane[]
  readonly clock: Clock
  /** Commands a database transaction; more gives no more throughput, only latency. */
  readonly batchMax?: number
  /** Waiting commands beyond which new ones are turned away. */
  readonly queueMax?: number
  /** How long the outcome of a batch may stay unknown while the database is away. */
  readonly patienceMs?: number
  /** Tables with one row a platform, keyed by the platform's id, that most commands peek at: fetched with the first round. */
  readonly foreseen?: readonly Table[]
  /** Hears of every committed batch, before its callers do. */
  readonly onCommitted?: (set: WorkingSet) => void
}

export class Engine {
  readonly stats = { batches: 0, commands: 0, rounds: 0, retries: 0, restarts: 0, singles: 0, asides: 0 }
  readonly #options: Required<EngineOptions>
  readonly #fetcher: Fetcher
  readonly #holders = new Holders<Caller>()
  readonly #idle: Lane[]
  readonly #bytes = new Map<Lane, Bytes>()
  #rowTypes: RowTypes | undefined
  #waiting: Caller[] = []
  #scheduled = false

  constructor(options: EngineOptions) {
    this.#options = {
      batchMax: 128,
      queueMax: 10_000,
      patienceMs: 5000,
      foreseen: [],
      onCommitted: () => {},
      ...options,
    }
    this.#fetcher = new Fetcher(options.schema)
    this.#idle = [...options.lanes]
    for (const lane of options.lanes) this.#bytes.set(lane, new Bytes())
  }

  /**
   * Runs a command for a platform and answers when what it did is durable.
   * @throws Refusal the command's own; or SERVICE_UNAVAILABLE (nothing happened), OUTCOME_UNKNOWN (ask again with the same key)
   */
  run<Reply>(platformId: string, command: Command<Reply>): Promise<Reply> {
    if (this.#waiting.length >= this.#options.queueMax)
      return Promise.reject(new Refusal('SERVICE_UNAVAILABLE', 'Too many requests are waiting; try again shortly'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ platformId, command, ids: [], stoodAside: 0, resolve, reject })
      if (this.#scheduled || this.#idle.length === 0) return
      this.#scheduled = true
      // Requests that were read from their sockets in the same turn of the event loop share a batch.
      setImmediate(() => {
        this.#scheduled = false
        this.#start()
      })
    })
  }

  /** Resolves when nothing is waiting or under way. */
  async drained(): Promise<void> {
    while (this.#waiting.length > 0 || this.#scheduled || this.#idle.length < this.#options.lanes.length)
      await new Promise((resume) => setTimeout(resume, 5))
  }

  /** One busy lane is best for a few callers: another one starts only when it is worth a commit of its own. */
  #start(): void {
    const { lanes, batchMax } = this.#options
    while (this.#idle.length > 0 && this.#waiting.length >= (this.#idle.length === lanes.length ? 1 : batchMax / 4)) {
      const lane = this.#idle.pop() as Lane
      const batch = this.#waiting.splice(0, batchMax)
      void this.#commit(lane, batch).finally(() => {
        this.#idle.push(lane)
        this.#start()
      })
    }
  }

  /** Commits the batch and answers everybody in it, but for those that leave it to wait for another one. Never throws. */
  async #commit(lane: Lane, batch: Caller[]): Promise<void> {
    const hold: Hold<Caller> = { rows: [], waiting: [] }
    try {
      const outcomes = await this.#persist(lane, batch, hold)
      batch.forEach(({ resolve, reject }, i) => {
        const outcome = outcomes[i] as Outcome
        'reply' in outcome ? resolve(outcome.reply) : reject(outcome.refusal)
      })
    } catch (error) {
      if (batch.length === 1 || error instanceof Refusal) {
        for (const { reject } of batch) reject(error)
        return
      }
      this.stats.singles += batch.length
      for (const caller of batch) await this.#commit(lane, [caller]) // one of them breaks the batch: each for itself
    } finally {
      this.#holders.release(hold)
      this.#waiting.unshift(...hold.waiting)
    }
  }

  /** Tries until the batch is committed exactly once: the marker row tells whether an attempt whose connection broke had made it. */
  async #persist(lane: Lane, batch: Caller[], hold: Hold<Caller>): Promise<Outcome[]> {
    const batchId = newId(this.#options.clock.now())
    const deadline = elapsed() + this.#options.patienceMs
    const bytes = this.#bytes.get(lane) as Bytes
    let known: { set: WorkingSet; outcomes: Outcome[] } | undefined
    let fetchFirst: WorkingSet | undefined
    let mayBeCommitted = false
    let restarts = 0
    for (let tries = 1; ; ) {
      try {
        await lane.atomic(async (send) => {
          const types = (this.#rowTypes ??= rowTypesOf((await send([askRowTypes(this.#options.schema)]))[0] as any[]))
          bytes.reset()
          // Inserted first, the marker waits for an attempt that the database has not finished, and collides with one that it committed.
          if (mayBeCommitted) await send([marker(batchId)])
          known = await this.#decide(batch, batchId, send, bytes, mayBeCommitted ? undefined : hold, fetchFirst)
          const writes = writeAll(known.set, types, bytes)
          return writes.length > 0 && !mayBeCommitted ? [marker(batchId), ...writes] : writes
        })
        break
      } catch (error: any) {
        if (mayBeCommitted && error?.constraint === 'batches_pkey') break
        if (error instanceof OutOfOrder) {
          if (++restarts > ROUNDS_MAX) throw new Error('A batch keeps finding rows to lock out of order')
          fetchFirst = error.set
          this.stats.restarts++
          continue
        }
        const lost = error instanceof ConnectionLost
        if (lost && elapsed() > deadline) {
          for (const { reject } of this.#waiting.splice(0)) reject(databaseAway())
          throw mayBeCommitted || known ? outcomeUnknown() : databaseAway()
        }
        // An attempt of which nobody knows may still be committed, so this one's failure decides nothing.
        if (!lost && !(isWorthAnotherTry(error) && tries < TRIES_MAX)) throw mayBeCommitted ? outcomeUnknown() : error
        if (lost && known) mayBeCommitted = true
        if (!lost) tries++
        fetchFirst = undefined
        this.stats.retries++
        await new Promise((resume) => setTimeout(resume, lost ? 50 : tries * 2))
      }
    }
    const { set, outcomes } = known as { set: WorkingSet; outcomes: Outcome[] }
    this.stats.batches++
    this.stats.commands += batch.length
    this.#fetcher.remember(set)
    // In a turn of its own: what a listener throws must not make the batch look as if it had failed.
    queueMicrotask(() => this.#options.onCommitted(set))
    return outcomes
  }

  /** Runs all commands one after another; whenever rows are missing, fetches them for all at once and starts over. */
  async #decide(
    batch: Caller[],
    batchId: string,
    send: Send,
    bytes: Bytes,
    hold?: Hold<Caller>,
    fetchFirst?: WorkingSet,
  ) {
    const set = this.#fetcher.prepare(new WorkingSet(this.#options.schema, this.#options.clock.now(), { batchId }))
    const fetching = this.#fetcher.begin(set, send, bytes)
    if (fetchFirst) await fetching.again(fetchFirst)
    for (const { platformId } of batch)
      for (const table of this.#options.foreseen) set.want(set.peeks, table, platformId, platformId)
    let looked = true
    for (let round = 0; round < ROUNDS_MAX; round++) {
      let outcomes = batch.map((caller) => outcomeOf(set, caller))
      if (hold && round === 0 && batch.length > 1) outcomes = this.#standAside(batch, outcomes, set, hold)
      if (hold) for (const rows of set.asked) this.#holders.take(hold, rows)
      if (set.locks.size === 0 && set.peeks.size === 0) {
        // What was seen absent may have come while this lane waited for a lock. A write is safe, the key refuses it; a refusal has to look again.
        const absent = looked || !outcomes.some((outcome) => 'refusal' in outcome) ? undefined : set.absent()
        if (!absent || absent.size === 0) return { set, outcomes }
        await fetching.unlocked(absent)
        looked = true
      } else {
        if (!(await fetching.wanted())) throw new OutOfOrder(set)
        looked = false
      }
      set.rewind()
      this.stats.rounds++
    }
    throw new Error('A command keeps asking for other rows: commands must be pure')
  }

  /** Lets the commands that need rows of another batch wait for its end. @returns the outcomes of those that stay */
  #standAside(batch: Caller[], outcomes: Outcome[], set: WorkingSet, hold: Hold<Caller>): Outcome[] {
    const staying = batch.flatMap((caller, i) => {
      const outcome = outcomes[i] as Outcome
      const isHalted = 'refusal' in outcome && outcome.refusal === MISSING
      // Not for ever: two rows that two lanes hold in turn would never be free together.
      if (!isHalted || caller.stoodAside === STANDS_ASIDE_MAX) return [i]
      const other = this.#holders.inTheWay(hold, set.asked[i] as Asked[])
      if (!other) return [i]
      caller.stoodAside++
      this.stats.asides++
      other.waiting.push(caller)
      return []
    })
    if (staying.length === batch.length) return outcomes
    set.wantOnly(staying.map((i) => set.asked[i] as Asked[]))
    batch.splice(0, batch.length, ...staying.map((i) => batch[i] as Caller))
    return staying.map((i) => outcomes[i] as Outcome)
  }
}

/** A locked table is wanted again: taking the lock late could deadlock two lanes, so the transaction starts over with all names known. */
class OutOfOrder {
  readonly set: WorkingSet
  constructor(set: WorkingSet) {
    this.set = set
  }
}

const marker = (id: string): Statement => ({ name: 'mark', text: 'insert into batches (id) values ($1)', values: [id] })
const outcomeUnknown = () =>
  new Refusal(
    'OUTCOME_UNKNOWN',
    'The database went away while this was being stored; ask again with the same Idempotency-Key',
  )
const databaseAway = () => new Refusal('SERVICE_UNAVAILABLE', 'The database is away; nothing was done')

function outcomeOf(set: WorkingSet, { platformId, command, ids }: Caller): Outcome {
  try {
    return { reply: set.attempt(() => command(new PlatformRows(set, platformId, ids))) }
  } catch (reason) {
    return { refusal: reason } // a refusal, a bug of this one command, or MISSING, which the next run replaces
  }
}
