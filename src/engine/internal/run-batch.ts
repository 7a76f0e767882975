/**
 * Run of a batch: all its commands one after another, again and again until no row is missing. Nothing is written here;
 * what comes of it is what the commit writes and proves.
 */
import type { Clock } from '../../core/clock.ts'
import type { Send } from '../database.ts'
import type { Command } from '../rows.ts'
import type { Schema, Table } from '../table.ts'
import type { Bytes } from './binary.ts'
import { Fetcher } from './fetch.ts'
import type { Hold, Holders } from './in-flight-rows.ts'
import { PlatformRows } from './platform-rows.ts'
import type { Sights } from './row-cache.ts'
import { type Asked, MISSING } from './slot.ts'
import { isSlot, WorkingSet } from './working-set.ts'

/** Runs of a batch. A command may ask for one row after another, but not for ever. */
const ROUNDS_MAX = 100
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

interface Attempt {
  /** Rows are locked before the commit, because a belief was wrong. */
  readonly lock: boolean
  /** With it commands may leave the batch to wait for another one's end. */
  readonly hold: Hold<Run> | undefined
  readonly send: Send
  readonly bytes: Bytes
}

interface Options {
  readonly schema: Schema
  readonly clock: Clock
  readonly foreseen: readonly Table[]
}

interface Stats {
  rounds: number
  locked: number
  asides: number
}

export class Decider {
  readonly #options: Options
  readonly #sights: Sights
  readonly #holders: Holders<Run>
  readonly #fetcher: Fetcher
  readonly #stats: Stats

  constructor(options: Options, sights: Sights, holders: Holders<Run>, stats: Stats) {
    this.#options = options
    this.#sights = sights
    this.#holders = holders
    this.#fetcher = new Fetcher(sights)
    this.#stats = stats
  }

  /** An empty set for an attempt. @param look names are looked up before they are taken to be free */
  begin(batch: readonly Run[], batchId: string, look: boolean, hold: Hold<Run> | undefined): WorkingSet {
    const { schema, clock, foreseen } = this.#options
    const set = new WorkingSet(schema, clock.now(), {
      batchId,
      look,
      sights: this.#sights,
      ...(hold && { isElsewhere: (row: Asked) => this.#holders.inTheWay(hold, [row]) !== undefined }),
    })
    for (const { platformId } of batch.slice(0, 1))
      for (const table of foreseen)
        if (!set.look(table, platformId, platformId)) set.want(set.peeks, table, platformId, platformId)
    return set
  }

  /**
   * Runs all commands one after another; whenever rows are missing, fetches them for all at once and starts over. Where
   * a belief was wrong, or a row has been changed by others lately, all rows are locked by one packet, in one order,
   * once they are known; what is found out after that is proved by the commit alone.
   * @param batch loses the commands that leave it
   * @returns outcomes in the order of the batch
   */
  async decide(batch: Run[], set: WorkingSet, { lock, hold, send, bytes }: Attempt): Promise<Outcome[]> {
    let isLocked = false
    for (let round = 0; round < ROUNDS_MAX; round++) {
      let outcomes = batch.map((run) => outcomeOf(set, run))
      // Whoever has locked rows stays: it would keep them from others while it waits.
      if (hold && !isLocked) outcomes = this.#standAside(batch, outcomes, set, hold)
      if (hold) for (const rows of set.asked) this.#holders.take(hold, rows)
      if (set.isWanting) await this.#fetcher.fetch(set, send, bytes)
      else if (!isLocked && (lock || this.#isAnyWary(set))) {
        isLocked = await this.#fetcher.lock(set, send, bytes)
        if (!isLocked) return outcomes
        this.#stats.locked++
      } else return outcomes
      set.rewind()
      this.#stats.rounds++
    }
    throw new Error(`A command asks for another row in each of ${ROUNDS_MAX} runs: is it pure?`)
  }

  /**
   * Which commands write a row that the database's error names; none if it cannot be told. Runs them once more.
   * @param error of the database, for what the set came to
   */
  suspects<Runs extends Run>(batch: readonly Runs[], set: WorkingSet, error: any): Runs[] {
    const table = this.#options.schema.find(({ name }) => name === error?.table)
    const { detail } = error ?? {}
    if (table?.kind !== 'table' || typeof detail !== 'string') return []
    const named = (set.slots.get(table)?.values() ?? []).filter(
      ({ key, value, stored }) => value !== stored && detail.includes(key),
    )
    set.rewind()
    const valuesNow = () => named.map(({ platformId, key }) => set.slot(table, platformId, key)?.value)
    let before = valuesNow()
    return batch.filter((run) => {
      outcomeOf(set, run)
      const after = valuesNow()
      const isSuspect = after.some((value, i) => value !== before[i])
      before = after
      return isSuspect
    })
  }

  #isAnyWary(set: WorkingSet): boolean {
    return (
      this.#sights.isAnyWary && set.asked.some((rows) => rows.some((row) => isSlot(row) && this.#sights.isWary(row)))
    )
  }

  /** Lets the commands that need rows of another batch wait for its end. @returns the outcomes of those that stay */
  #standAside(batch: Run[], outcomes: Outcome[], set: WorkingSet, hold: Hold<Run>): Outcome[] {
    const staying = batch.flatMap((run, i) => {
      const outcome = outcomes[i] as Outcome
      const isHalted = 'refusal' in outcome && outcome.refusal === MISSING
      const other = isHalted && this.#holders.inTheWay(hold, set.asked[i] as Asked[])
      // For another batch not for ever: two rows that two lanes hold in turn would never be free together.
      if (!other || (!other.isOutside && run.stoodAside === STANDS_ASIDE_MAX)) return [i]
      if (!other.isOutside) run.stoodAside++
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
