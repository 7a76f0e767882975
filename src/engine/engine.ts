/**
 * Owns the way from a command to a commit. Write it for one, run it for a thousand: commands that arrive while a batch
 * is committing form the next batch; a batch is one database transaction. A refused command is left out; nobody else notices.
 */
import { type Clock, elapsed } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { askRowTypes, Bytes, type RowTypes, rowTypesOf } from './binary.ts'
import {
  ConnectionLost,
  GONE,
  isThereAfterAll,
  isWorthAnotherTry,
  type Lane,
  NOT_SO,
  type Statement,
} from './database.ts'
import { type Decided, Decider, type Outcome, OutOfOrder, type Run } from './decide.ts'
import { type Hold, Holders } from './holders.ts'
import type { Command } from './rows.ts'
import type { Schema, Table } from './schema.ts'
import { Sights } from './sights.ts'
import { newVersion, type Sight } from './slot.ts'
import { writeAll } from './sql.ts'
import type { WorkingSet } from './working-set.ts'

const RESTARTS_MAX = 20
const TRIES_MAX = 5
/**
 * After a belief was refuted, so many batches lock first: another process is at work on the same rows. Twice as many after
 * the next time, one less for each batch whose beliefs held.
 */
const WARY_LEAST = 16
const WARY_MOST = 1024

interface Caller extends Run {
  resolve(reply: any): void
  reject(reason: unknown): void
}

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
  /** Locks rows as they are read, always: for those who would rather wait than try again. */
  readonly lockFirst?: boolean
  /** Hears of every committed batch, before its callers do. */
  readonly onCommitted?: (set: WorkingSet) => void
}

export class Engine {
  readonly stats = { batches: 0, commands: 0, rounds: 0, retries: 0, refuted: 0, restarts: 0, singles: 0, asides: 0 }
  readonly #options: Required<EngineOptions>
  readonly #sights: Sights
  readonly #holders = new Holders<Run>()
  readonly #decider: Decider
  readonly #idle: Lane[]
  readonly #bytes = new Map<Lane, Bytes>()
  /** The batch that each lane committed last. While all of them are there, so is all that was read before them. */
  readonly #last = new Map<Lane, string>()
  #rowTypes: RowTypes | undefined
  #waryFor = 0
  #wariness = WARY_LEAST
  #waiting: Caller[] = []
  #scheduled = false

  constructor(options: EngineOptions) {
    this.#options = {
      batchMax: 128,
      queueMax: 10_000,
      patienceMs: 5000,
      foreseen: [],
      lockFirst: false,
      onCommitted: () => {},
      ...options,
    }
    this.#sights = new Sights(options.schema)
    this.#decider = new Decider(this.#options, this.#sights, this.#holders, this.stats)
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
    const hold: Hold<Run> = { rows: [], waiting: [] }
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
      this.#holders.release(hold)
      for (const caller of batch) await this.#commit(lane, [caller]) // one of them breaks the batch: each for itself
    } finally {
      this.#holders.release(hold)
      this.#waiting.unshift(...(hold.waiting as Caller[]))
    }
  }

  /** Tries until the batch is committed exactly once: the marker row tells whether an attempt whose connection broke had made it. */
  async #persist(lane: Lane, batch: Caller[], hold: Hold<Run>): Promise<Outcome[]> {
    const batchId = newId(this.#options.clock.now())
    const deadline = elapsed() + this.#options.patienceMs
    const bytes = this.#bytes.get(lane) as Bytes
    let known: Decided | undefined
    let fetchFirst: WorkingSet | undefined
    /** Of an attempt that may be committed after all. */
    let undead: Decided | undefined
    let mayBeCommitted = false
    let restarts = 0
    let look = false
    let written: Sight | undefined
    let lockFirst = this.#options.lockFirst || this.#waryFor > 0
    if (this.#waryFor > 0) this.#waryFor--
    for (let tries = 1; ; ) {
      try {
        let isMarked = false
        const version = newVersion()
        const answers = await lane.atomic(async (send) => {
          const types = (this.#rowTypes ??= rowTypesOf((await send([askRowTypes(this.#options.schema)]))[0] as any[]))
          bytes.reset()
          const last = [...this.#last.values()]
          // Inserted first, the marker waits for an attempt that the database has not finished, and collides with one that it committed.
          if (mayBeCommitted) await send([marker(batchId, last)])
          const mayLeave = mayBeCommitted ? undefined : hold
          const attempt = { batchId, lockFirst, look, hold: mayLeave, fetchFirst, send, bytes }
          known = await this.#decider.decide(batch, attempt)
          const { statements, proofs } = writeAll(known.set, types, bytes, version)
          isMarked = statements.length > proofs && !mayBeCommitted
          return isMarked ? [marker(batchId, [...last, ...this.#last.values()]), ...statements] : statements
        })
        if (isMarked) written = { xmin: Number(answers[0]?.[0].xmin), written: version }
        break
      } catch (error: any) {
        if (mayBeCommitted && error?.constraint === 'batches_pkey') break
        if (error instanceof OutOfOrder) {
          if (++restarts > RESTARTS_MAX)
            throw mayBeCommitted ? outcomeUnknown() : new Error('A batch keeps finding rows to lock out of order')
          fetchFirst = error.set
          this.stats.restarts++
          continue
        }
        const lost = error instanceof ConnectionLost
        if (lost || error?.code === GONE) this.#sights.doubtAll()
        if (error?.code === GONE) this.#last.clear()
        if (error?.code === NOT_SO && known) {
          this.#sights.doubt(known.set.slots)
          this.#waryFor = this.#wariness
          this.#wariness = Math.min(2 * this.#wariness, WARY_MOST)
          this.stats.refuted++
        }
        isThereAfterAll(error) ? (look = true) : (lockFirst = true)
        if (lost && elapsed() > deadline) {
          for (const { reject } of this.#waiting.splice(0)) reject(databaseAway())
          throw mayBeCommitted || known ? outcomeUnknown() : databaseAway()
        }
        // An attempt of which nobody knows may still be committed, so this one's failure decides nothing.
        if (!lost && !(isWorthAnotherTry(error) && tries < TRIES_MAX)) throw mayBeCommitted ? outcomeUnknown() : error
        if (lost && known) {
          mayBeCommitted = true
          undead = known
        } else if (mayBeCommitted) known = undead // this attempt is over; if one is committed, it is the other
        if (!lost) tries++
        fetchFirst = undefined
        this.stats.retries++
        await new Promise((resume) => setTimeout(resume, lost ? 50 : tries * 2))
      }
    }
    const { set, outcomes } = known as Decided
    this.stats.batches++
    this.stats.commands += batch.length
    if (!set.lockFirst) this.#wariness = Math.max(this.#wariness - 1, WARY_LEAST)
    const isThere = mayBeCommitted || written !== undefined
    if (isThere) this.#last.set(lane, batchId)
    this.#sights.keep(set.slots, written, isThere)
    if (mayBeCommitted) this.#sights.doubt(set.slots) // seen on a connection that is gone
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
const outcomeUnknown = () =>
  new Refusal(
    'OUTCOME_UNKNOWN',
    'The database went away while this was being stored; ask again with the same Idempotency-Key',
  )
const databaseAway = () => new Refusal('SERVICE_UNAVAILABLE', 'The database is away; nothing was done')
