/**
 * Commit of a batch: attempt, classify the failure, resolve an unknown outcome, until the batch is stored exactly once
 * or its callers get a true answer.
 */
import { elapsed } from '../core/clock.ts'
import { Refusal, Unavailable } from '../core/refusal.ts'
import { ConnectionLost, type Send, type Statement } from './database.ts'
import { askRowTypes, type RowTypes, rowTypesOf } from './internal/binary.ts'
import type { Channel } from './internal/channel.ts'
import type { Claim } from './internal/in-flight-rows.ts'
import type { LockedRows } from './internal/locked-rows.ts'
import type { RowCache } from './internal/row-cache.ts'
import type { BatchRunner, Decided, Outcome, Run, Stats } from './internal/run-batch.ts'
import { newWritten } from './internal/slot.ts'
import { commitStatements } from './internal/sql.ts'
import type { WorkingSet } from './internal/working-set.ts'
import type { Schema } from './table.ts'

const ATTEMPTS_MAX = 5
/** Pause between attempts to reach the database, in milliseconds. */
const RECONNECT_MS = 50

/** What an error means for the batch. */
type Failure =
  /** The connection broke, or the server ended it. */
  | 'connection lost'
  /** A key that was assumed to be free is in use. */
  | 'key in use'
  /** A row has changed since it was read, or the database found a deadlock. */
  | 'row changed'
  /** A row or a key stayed locked for longer than `lock_timeout`. */
  | 'row locked'
  /** The database lacks an earlier batch: it is a promoted standby or a restored copy. */
  | 'other server'
  /** The database rejects what a command wrote. */
  | 'rejected'

/** What an attempt does differently because of the previous one. */
type Retry =
  | { readonly after: 'nothing' }
  /** It looks keys up instead of assuming that they are free. */
  | { readonly after: 'key in use' }
  /** It locks rows before the commit. */
  | { readonly after: 'row changed' }
  /** It also finds locked rows first; commands that need one leave the batch. */
  | { readonly after: 'row locked' }
  /** Its marker comes first and collides if the uncertain attempt was committed after all. No command leaves. */
  | { readonly after: 'lost answer'; readonly uncertain: Decided }

/**
 * The root of a negative number, a division by zero, a logarithm of zero: how statements of the engine fail
 * deliberately.
 */
const [ROW_EXISTS, ROW_CHANGED, BATCH_GONE] = ['2201F', '22012', '2201E']
const KEY_EXISTS = '23505'
/** The database's internal error, for instance where a statement names the row type of a dropped table. */
const INTERNAL = 'XX000'
const FAILURES: Readonly<Record<string, Failure>> = {
  [ROW_EXISTS]: 'key in use',
  [KEY_EXISTS]: 'key in use',
  [ROW_CHANGED]: 'row changed',
  '40001': 'row changed', // serialization failure
  '40P01': 'row changed', // deadlock
  '55P03': 'row locked',
  [BATCH_GONE]: 'other server',
}
const failureOf = (error: any): Failure =>
  error instanceof ConnectionLost ? 'connection lost' : (FAILURES[error?.code] ?? 'rejected')

/** Commands of one platform that are being committed. */
export class Batch {
  readonly id: string
  readonly platformId: string
  /** Loses the commands that leave it to wait for another batch. */
  readonly runs: Run[]
  readonly claim: Claim<Run> = { rows: [], waiting: [] }
  retry: Retry = { after: 'nothing' }
  /** Of the latest attempt. */
  set: WorkingSet | undefined
  /** The current attempt, once a loss of its connection would leave the outcome unknown. */
  leaving: Decided | undefined
  failures = 0
  /** When waiting for the database ends; set by the first loss of a connection. */
  deadline: number | undefined
  /** The database has been unreachable for longer than the engine waits. */
  isAway = false

  constructor(id: string, platformId: string, runs: Run[]) {
    this.id = id
    this.platformId = platformId
    this.runs = runs
  }

  /** The attempt that may be stored, although its answer was lost. */
  get uncertain(): Decided | undefined {
    return this.retry.after === 'lost answer' ? this.retry.uncertain : undefined
  }
}

interface Options {
  readonly schema: Schema
  readonly patienceMs: number
  readonly onCommitted: (set: WorkingSet) => void
}

interface Parts {
  readonly channels: readonly Channel[]
  readonly cache: RowCache
  readonly runner: BatchRunner
  readonly lockedRows: LockedRows<Run>
}

export class Committer {
  readonly #options: Options
  readonly #parts: Parts
  readonly #stats: Stats
  #rowTypes: RowTypes | undefined

  constructor(options: Options, parts: Parts, stats: Stats) {
    this.#options = options
    this.#parts = parts
    this.#stats = stats
  }

  /**
   * Commits a batch exactly once.
   * @returns outcomes in the order of the batch
   * @throws Unavailable (nothing is stored, or ever will be), Refusal OUTCOME_UNKNOWN, or the database's own error
   */
  async commit(channel: Channel, batch: Batch): Promise<Outcome[]> {
    for (;;) {
      try {
        if (batch.retry.after === 'row locked') await this.#findLocked(channel, batch)
        return await this.#attempt(channel, batch)
      } catch (error) {
        if (batch.uncertain && isMarkerThere(error)) return this.#finish(channel, batch.uncertain, true)
        const pauseMs = this.#recover(batch, failureOf(error), error)
        await new Promise((resume) => setTimeout(resume, pauseMs))
      }
    }
  }

  async #attempt(channel: Channel, batch: Batch): Promise<Outcome[]> {
    const { lane, bytes } = channel
    const isUncertain = batch.uncertain !== undefined
    const written = newWritten()
    let decided: Decided | undefined
    let isMarked = isUncertain
    const answers = await lane.atomic(async (send) => {
      const types = await this.#types(send)
      bytes.reset()
      const latest = this.#latestBatches()
      // Inserted first, the marker waits for an attempt that the database has not finished.
      if (isUncertain) await send([marker(batch.id, latest)])
      decided = await this.#decide(channel, batch, send)
      const { statements, isStoring } = commitStatements(decided.set, {
        platformId: batch.platformId,
        types,
        bytes,
        written,
      })
      if (!isStoring) return statements
      batch.leaving = decided
      if (isUncertain) return statements
      isMarked = true
      return [marker(batch.id, [...latest, ...this.#latestBatches()]), ...statements]
    }, batch.platformId)
    const { set } = decided as unknown as Decided
    // After a lost answer nothing is cached: rows were read on a connection that is gone.
    if (!isUncertain)
      this.#parts.cache.keep(set.slots, isMarked ? { xmin: Number(answers[0]?.[0].xmin), written } : undefined)
    return this.#finish(channel, decided as unknown as Decided, isMarked)
  }

  async #decide({ bytes }: Channel, batch: Batch, send: Send): Promise<Decided> {
    const { after } = batch.retry
    const options = {
      platformId: batch.platformId,
      batchId: batch.id,
      looksUpKeys: after === 'key in use' || after === 'lost answer',
      locks: after === 'row changed' || after === 'row locked' || after === 'lost answer',
      // Commands of an attempt that may be stored must not run again in another batch.
      claim: after === 'lost answer' ? undefined : batch.claim,
      send,
      bytes,
    }
    batch.set = this.#parts.runner.begin(options)
    return { set: batch.set, outcomes: await this.#parts.runner.run(batch.runs, batch.set, options) }
  }

  /** @param isMarked whether its marker is in the database */
  #finish(channel: Channel, { set, outcomes }: Decided, isMarked: boolean): Outcome[] {
    if (isMarked) channel.lastBatchId = set.batchId
    if (outcomes.length > 0) this.#stats.batches++
    this.#stats.commands += outcomes.length
    // In its own microtask: an error in a listener must not look like a failed commit.
    queueMicrotask(() => this.#options.onCommitted(set))
    return outcomes
  }

  /**
   * Prepares the next attempt.
   * @returns how long to wait before it, in milliseconds
   * @throws the answer to all callers, or the error itself when no attempt is left
   */
  #recover(batch: Batch, failure: Failure, error: unknown): number {
    const { cache, channels } = this.#parts
    if (failure === 'connection lost' || failure === 'other server') cache.clear()
    // A restored copy has other OIDs, as do recreated tables.
    if (failure === 'connection lost' || (error as any)?.code === INTERNAL) this.#rowTypes = undefined
    if (failure === 'other server') for (const channel of channels) channel.lastBatchId = undefined
    if ((error as any)?.code === ROW_CHANGED) {
      this.#stats.refuted++
      for (const slot of batch.set?.peeked ?? []) cache.forget(slot)
    }
    const uncertain = (failure === 'connection lost' ? batch.leaving : undefined) ?? batch.uncertain
    batch.leaving = undefined
    // The marker waits for a lock as long as the database has not finished the uncertain attempt.
    const isWaiting = failure === 'connection lost' || (failure === 'row locked' && uncertain !== undefined)
    if (isWaiting) {
      batch.deadline ??= elapsed() + this.#options.patienceMs
      batch.isAway = elapsed() > batch.deadline
      if (batch.isAway) throw uncertain ? outcomeUnknown() : Unavailable.away()
    }
    // While an uncertain attempt may still be stored, the failure of a later one proves nothing.
    else if (failure === 'rejected' || ++batch.failures === ATTEMPTS_MAX) throw uncertain ? outcomeUnknown() : error
    this.#stats.retries++
    batch.retry = uncertain ? { after: 'lost answer', uncertain } : { after: afterwards(failure) }
    return isWaiting ? RECONNECT_MS : batch.failures * 2
  }

  async #findLocked(channel: Channel, { set }: Batch): Promise<void> {
    const rows = [...(set?.relied().values() ?? [])].flat().filter(({ stored }) => stored !== undefined)
    this.#stats.blocked += await this.#parts.lockedRows.find(channel, rows)
  }

  /** The OIDs of row types, read once on each server. */
  async #types(send: Send): Promise<RowTypes> {
    this.#rowTypes ??= rowTypesOf((await send([askRowTypes(this.#options.schema)]))[0] as any[])
    return this.#rowTypes
  }

  #latestBatches(): string[] {
    return this.#parts.channels.flatMap(({ lastBatchId }) => lastBatchId ?? [])
  }
}

const afterwards = (failure: Failure) =>
  failure === 'key in use' || failure === 'row changed' || failure === 'row locked' ? failure : 'nothing'

const outcomeUnknown = () =>
  new Refusal(
    'OUTCOME_UNKNOWN',
    'The connection to the database was lost while this was being stored; repeat the request with the same Idempotency-Key',
  )

/** Whether the marker of an earlier attempt of the batch is stored. */
const isMarkerThere = (error: any): boolean => error?.constraint === 'batches_pkey'

/**
 * The row that later shows whether a batch was committed. It fails with BATCH_GONE where one of the latest batches is
 * missing: then the server is another one, and rows that were read before may be missing too.
 */
const marker = (id: string, latest: readonly string[]): Statement => ({
  name: 'mark',
  text: `insert into batches (id) values ($1) returning pg_current_xact_id()::xid as xmin,
    ln(1 + (select count(*) from batches where id = any($2::uuid[])) - cardinality($2::uuid[]))`,
  values: [id, `{${[...new Set(latest)].join(',')}}`],
})

/** The error for the only caller of a batch. */
export const answerTo = (error: unknown): unknown => {
  const isContention = !['rejected', 'connection lost'].includes(failureOf(error)) && (error as any).code !== KEY_EXISTS
  return isContention ? Unavailable.contended() : error
}
