/** State of a batch between its attempts: what the next one has to do otherwise, and which one may be stored already. */
import { elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import { Unavailable } from '../../core/unavailable.ts'
import { ConnectionLost, GONE, isContention, isThereAfterAll, isWorthAnotherTry, LOCKED } from '../database.ts'
import type { Outcome } from './run-batch.ts'
import type { WorkingSet } from './working-set.ts'

const TRIES_MAX = 5
const PAUSE_MS = 50

/** What the commands of an attempt came to, in the order of the batch. */
export interface Decided {
  readonly set: WorkingSet
  readonly outcomes: Outcome[]
}

export class Retry {
  readonly batchId: string
  /** Names are looked up: one was wrongly taken to be free. */
  look = false
  /** Rows are locked before the commit: a belief was wrong. */
  lock = false
  /** Somebody keeps a row locked that the last attempt needed. */
  isBlocked = false
  /** The connection has been lost for longer than anybody waits. */
  isAway = false
  /** Of the attempt that is under way, or was the last. */
  set: WorkingSet | undefined
  readonly #patienceMs: number
  /** The attempt under way, from the moment when its commit may leave. */
  #leaving: Decided | undefined
  /** The attempt whose commit may have left, and was not answered. */
  #unanswered: Decided | undefined
  #failures = 0
  /** Patience begins with the first loss. */
  #deadline: number | undefined

  constructor(batchId: string, patienceMs: number) {
    this.batchId = batchId
    this.#patienceMs = patienceMs
  }

  /** Whether an attempt of which nobody knows may be stored. */
  get isUnanswered(): boolean {
    return this.#unanswered !== undefined
  }

  /** From now on a loss leaves the outcome unknown. */
  leave(decided: Decided): void {
    this.#leaving = decided
  }

  /** What is stored after all: the marker of an attempt that was not answered is there. */
  foundBy(error: any): Decided | undefined {
    return error?.constraint === 'batches_pkey' ? this.#unanswered : undefined
  }

  /**
   * Decides what follows a failed attempt.
   * @returns how long to wait before the next one, in milliseconds
   * @throws the error when there is to be none; or what all callers are told
   */
  after(error: any): number {
    const leaving = this.#leaving
    this.#leaving = undefined
    this.isBlocked = false
    if (error instanceof ConnectionLost) {
      this.#unanswered = leaving ?? this.#unanswered
      return this.#waitForDatabase()
    }
    // The marker waits for an attempt that the database has not finished.
    if (this.#unanswered && error?.code === LOCKED) return this.#waitForDatabase()
    // An attempt of which nobody knows may still be committed, so this one's failure decides nothing.
    if (!isWorthAnotherTry(error) || ++this.#failures === TRIES_MAX) throw this.#unanswered ? outcomeUnknown() : error
    if (error.code === LOCKED) this.isBlocked = true
    else if (isThereAfterAll(error)) this.look = true
    else if (error.code !== GONE) this.lock = true
    return this.#failures * 2
  }

  #waitForDatabase(): number {
    this.#deadline ??= elapsed() + this.#patienceMs
    if (elapsed() <= this.#deadline) return PAUSE_MS
    this.isAway = true
    throw this.#unanswered ? outcomeUnknown() : Unavailable.away()
  }
}

/** What the only caller of a batch is told of the database's error. */
export const told = (error: unknown): unknown => (isContention(error) ? Unavailable.contended() : error)

const outcomeUnknown = () =>
  new Refusal(
    'OUTCOME_UNKNOWN',
    'The database went away while this was being stored; ask again with the same Idempotency-Key',
  )
