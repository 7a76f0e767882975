/**
 * Owns the run of a batch: all its commands one after another, again and again until no row is missing. Nothing is
 * written here; what comes of it is what the commit writes and proves.
 */
import type { Clock } from '../core/clock.ts'
import type { Bytes } from './binary.ts'
import type { Send } from './database.ts'
import { Fetcher } from './fetcher.ts'
import type { Hold, Holders } from './holders.ts'
import { PlatformRows } from './platform-rows.ts'
import type { Command } from './rows.ts'
import type { Schema, Table } from './schema.ts'
import type { Sights } from './sights.ts'
import { type Asked, MISSING } from './slot.ts'
import { WorkingSet } from './working-set.ts'

const ROUNDS_MAX = 20
const STANDS_ASIDE_MAX = 3

/** A command that waits for its outcome. */
export interface Run {
  readonly platformId: string
  readonly command: Command<any>
  /** Given to the command in its first run, and again in every other. */
  readonly ids: string[]
  /** How often it has waited for another batch's rows. */
  stoodAside: number
}
export type Outcome = { readonly reply: unknown } | { readonly refusal: unknown }
export interface Decided {
  readonly set: WorkingSet
  /** In the order of the batch. */
  readonly outcomes: Outcome[]
}

interface Attempt {
  readonly batchId: string
  /** Rows are locked as they are read, because a belief was wrong or must not be risked. */
  readonly lockFirst: boolean
  /** Names are looked up before they are taken to be free, because that was wrong. */
  readonly look: boolean
  /** With it commands may leave the batch to wait for another one's end. */
  readonly hold: Hold<Run> | undefined
  /** What an earlier attempt found out that it needs. */
  readonly fetchFirst: WorkingSet | undefined
  readonly send: Send
  readonly bytes: Bytes
}

interface Options {
  readonly schema: Schema
  readonly clock: Clock
  readonly foreseen: readonly Table[]
}

/** A locked table is wanted again: taking the lock late could deadlock two lanes, so the transaction starts over with all names known. */
export class OutOfOrder {
  readonly set: WorkingSet
  constructor(set: WorkingSet) {
    this.set = set
  }
}

export class Decider {
  readonly #options: Options
  readonly #sights: Sights
  readonly #holders: Holders<Run>
  readonly #fetcher: Fetcher
  readonly #stats: { rounds: number; asides: number }

  constructor(options: Options, sights: Sights, holders: Holders<Run>, stats: { rounds: number; asides: number }) {
    this.#options = options
    this.#sights = sights
    this.#holders = holders
    this.#fetcher = new Fetcher(options.schema, sights)
    this.#stats = stats
  }

  /**
   * Runs all commands one after another; whenever rows are missing, fetches them for all at once and starts over.
   * @param batch loses the commands that leave it
   * @throws OutOfOrder
   */
  async decide(batch: Run[], attempt: Attempt): Promise<Decided> {
    const { hold, send, bytes, fetchFirst } = attempt
    const set = this.#begin(batch, attempt)
    const fetching = this.#fetcher.begin(set, send, bytes)
    if (fetchFirst) await fetching.again(fetchFirst)
    for (let round = 0; round < ROUNDS_MAX; round++) {
      let outcomes = batch.map((run) => outcomeOf(set, run))
      // Whoever has locked rows stays: it would keep them from others while it waits.
      if (hold && (!set.lockFirst || (round === 0 && batch.length > 1)))
        outcomes = this.#standAside(batch, outcomes, set, hold)
      if (hold) for (const rows of set.asked) this.#holders.take(hold, rows)
      if (set.locks.size === 0 && set.peeks.size === 0) return { set, outcomes }
      if (!(await fetching.wanted())) throw new OutOfOrder(set)
      set.rewind()
      this.#stats.rounds++
    }
    throw new Error('A command keeps asking for other rows: commands must be pure')
  }

  #begin(batch: readonly Run[], { batchId, lockFirst, look, hold }: Attempt): WorkingSet {
    const { schema, clock, foreseen } = this.#options
    const set = new WorkingSet(schema, clock.now(), {
      batchId,
      lockFirst,
      look,
      sights: this.#sights,
      ...(hold && { isElsewhere: (row: Asked) => this.#holders.inTheWay(hold, [row]) !== undefined }),
    })
    for (const { platformId } of batch)
      for (const table of foreseen)
        if (!set.look(table, platformId, platformId)) set.want(set.peeks, table, platformId, platformId)
    return set
  }

  /** Lets the commands that need rows of another batch wait for its end. @returns the outcomes of those that stay */
  #standAside(batch: Run[], outcomes: Outcome[], set: WorkingSet, hold: Hold<Run>): Outcome[] {
    const staying = batch.flatMap((run, i) => {
      const outcome = outcomes[i] as Outcome
      const isHalted = 'refusal' in outcome && outcome.refusal === MISSING
      // Not for ever: two rows that two lanes hold in turn would never be free together.
      if (!isHalted || run.stoodAside === STANDS_ASIDE_MAX) return [i]
      const other = this.#holders.inTheWay(hold, set.asked[i] as Asked[])
      if (!other) return [i]
      run.stoodAside++
      this.#stats.asides++
      other.waiting.push(run)
      return []
    })
    if (staying.length === batch.length) return outcomes
    set.wantOnly(staying.map((i) => set.asked[i] as Asked[]))
    batch.splice(0, batch.length, ...staying.map((i) => batch[i] as Run))
    return staying.map((i) => outcomes[i] as Outcome)
  }
}

function outcomeOf(set: WorkingSet, { platformId, command, ids }: Run): Outcome {
  try {
    return { reply: set.attempt(() => command(new PlatformRows(set, platformId, ids))) }
  } catch (reason) {
    return { refusal: reason } // a refusal, a bug of this one command, or MISSING, which the next run replaces
  }
}
