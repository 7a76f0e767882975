/**
 * Runs of a batch: all its commands one after another, repeated until no row is missing. Nothing is written here; the
 * working set then has what the commit writes and proves.
 */
import type { Clock } from '../../core/clock.ts'
import type { Send } from '../database.ts'
import type { Command } from '../rows.ts'
import type { Schema } from '../table.ts'
import type { Bytes } from './binary.ts'
import { Fetcher } from './fetch.ts'
import type { Claim, InFlightRows } from './in-flight-rows.ts'
import { PlatformRows } from './platform-rows.ts'
import type { RowCache } from './row-cache.ts'
import { MISSING, type RowKey } from './slot.ts'
import { isSlot, WorkingSet } from './working-set.ts'

/** Runs of a batch. A command may ask for one row after another, but not indefinitely. */
const RUNS_MAX = 100
/** Times that a command leaves a batch to wait for another one of this process. */
const LEAVES_MAX = 3

/** A command that waits for its outcome. */
export interface Run {
  readonly command: Command<any>
  /** Ids that the command got in its first run, reused in every other. */
  readonly ids: string[]
  /** How often it has left a batch to wait for another one. */
  leaves: number
}
export type Outcome = { readonly reply: unknown } | { readonly refusal: unknown }

/** Outcomes of an attempt's commands, in the order of the batch. */
export interface Decided {
  readonly set: WorkingSet
  readonly outcomes: Outcome[]
}

export interface RunOptions {
  readonly platformId: string
  readonly batchId: string
  /** Keys are looked up instead of assumed to be free. */
  readonly looksUpKeys: boolean
  /** Rows are locked before the commit, because an earlier attempt assumed wrongly. */
  readonly locks: boolean
  /** With it, commands may leave the batch until another batch has ended. */
  readonly claim: Claim<Run> | undefined
  readonly send: Send
  readonly bytes: Bytes
}

interface Options {
  readonly schema: Schema
  readonly clock: Clock
}

/** Counts since the start of the process, as `/metrics` has them. */
export type Stats = {
  batches: number
  commands: number
  /** Fetches, and packets that lock. */
  rounds: number
  retries: number
  /** Attempts that failed because a row had changed. */
  refuted: number
  /** Batches that locked rows before the commit. */
  locked: number
  /** Batches that were divided, because the database rejected them. */
  divided: number
  /** Commands that left a batch to wait for another one, or for a locked row. */
  asides: number
  /** Rows that were found locked from outside. */
  blocked: number
}

export class BatchRunner {
  readonly #options: Options
  readonly #cache: RowCache
  readonly #inFlight: InFlightRows<Run>
  readonly #fetcher: Fetcher
  readonly #stats: Stats

  constructor(options: Options, cache: RowCache, inFlight: InFlightRows<Run>, stats: Stats) {
    this.#options = options
    this.#cache = cache
    this.#inFlight = inFlight
    this.#fetcher = new Fetcher(cache)
    this.#stats = stats
  }

  /** An empty working set for an attempt. */
  begin({ platformId, batchId, looksUpKeys, claim }: RunOptions): WorkingSet {
    const { schema, clock } = this.#options
    return new WorkingSet(schema, platformId, clock.now(), {
      batchId,
      looksUpKeys,
      cache: this.#cache,
      ...(claim && { isInFlight: (row: RowKey) => this.#inFlight.conflicting(claim, [row]) !== undefined }),
    })
  }

  /**
   * Runs all commands one after another; whenever rows are missing, fetches them for all and starts over. Where an
   * assumption was wrong, or another process has changed a row recently, one packet locks all rows, in one order, once
   * they are known. Rows that commands ask for after that are not locked: the commit proves them.
   * @param batch loses the commands that leave it
   * @returns outcomes in the order of the batch
   */
  async run(batch: Run[], set: WorkingSet, { locks, claim, send, bytes }: RunOptions): Promise<Outcome[]> {
    let isLocked = false
    for (let runs = 0; runs < RUNS_MAX; runs++) {
      let outcomes = batch.map((run) => outcomeIn(set, run))
      // A command whose rows are locked stays: while it waited, it would keep them from other processes.
      if (claim && !isLocked) outcomes = this.#letLeave(batch, outcomes, set, claim)
      if (claim) for (const rows of set.asked) this.#inFlight.add(claim, rows)
      if (set.isWanting) await this.#fetcher.fetch(set, send, bytes)
      else if (!isLocked && (locks || this.#hasContested(set))) {
        isLocked = await this.#fetcher.lock(set, send, bytes)
        if (!isLocked) return outcomes
        this.#stats.locked++
      } else return outcomes
      set.rewind()
      this.#stats.rounds++
    }
    throw new Error(`A command asks for another row in each of ${RUNS_MAX} runs: is it pure?`)
  }

  /**
   * The commands that write the row which the database's error names; none if it names none. Runs the batch again.
   * @param set of the attempt that failed with the error
   */
  suspects<Runs extends Run>(batch: readonly Runs[], set: WorkingSet, error: any): Runs[] {
    const table = this.#options.schema.find(({ name }) => name === error?.table)
    const { detail } = error ?? {}
    if (table?.kind !== 'table' || typeof detail !== 'string') return []
    const isNamed = ({ key, value, stored }: { key: string; value: unknown; stored: unknown }) =>
      value !== stored && detail.includes(key)
    const named = [...set.slotsIn(table).values()].filter(isNamed)
    set.rewind()
    const valuesNow = () => named.map(({ key }) => set.slot(table, key)?.value)
    let before = valuesNow()
    return batch.filter((run) => {
      outcomeIn(set, run)
      const after = valuesNow()
      const isSuspect = after.some((value, i) => value !== before[i])
      before = after
      return isSuspect
    })
  }

  #hasContested(set: WorkingSet): boolean {
    const { hasContested, isContested } = this.#cache
    return hasContested && set.asked.some((rows) => rows.some((row) => isSlot(row) && isContested(row)))
  }

  /** Lets commands that need rows of another batch wait for its end. @returns the outcomes of those that stay */
  #letLeave(batch: Run[], outcomes: Outcome[], set: WorkingSet, claim: Claim<Run>): Outcome[] {
    const staying = batch.flatMap((run, i) => {
      const outcome = outcomes[i] as Outcome
      const isHalted = 'refusal' in outcome && outcome.refusal === MISSING
      const other = isHalted && this.#inFlight.conflicting(claim, set.asked[i] as RowKey[])
      // Not indefinitely: two rows that two lanes claim in turn would never be free together.
      if (!other || (!other.isExternal && run.leaves === LEAVES_MAX)) return [i]
      if (!other.isExternal) run.leaves++
      this.#stats.asides++
      other.waiting.push(run)
      return []
    })
    if (staying.length === batch.length) return outcomes
    set.wantOnly(staying.map((i) => set.asked[i] as RowKey[]))
    batch.splice(0, batch.length, ...staying.map((i) => batch[i] as Run))
    return staying.map((i) => outcomes[i] as Outcome)
  }
}

function outcomeIn(set: WorkingSet, { command, ids }: Run): Outcome {
  try {
    return { reply: set.attempt(() => command(new PlatformRows(set, ids))) }
  } catch (reason) {
    return { refusal: reason } // a refusal, a bug of this one command, or MISSING, which the next run replaces
  }
}
