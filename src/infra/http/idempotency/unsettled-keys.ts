/**
 * Idempotency-Keys whose effect this process cannot rule out: a request under the key is in progress, or ended with an
 * unknown outcome. For those no reply says that the request had no effect.
 */
import { LruMap } from '../../../core/lru-map.ts'
import { Refusal, Unavailable } from '../../../core/refusal.ts'

const REMEMBERED = 10_000

export class UnsettledKeys {
  /** Requests in progress by key. */
  readonly #underWay = new Map<string, number>()
  readonly #unknown = new LruMap<string, true>(REMEMBERED)

  /**
   * Serves a request under its key, if it has one.
   * @throws Refusal OUTCOME_UNKNOWN where this attempt had no effect, but an earlier or concurrent request under the key may have had one
   */
  async serve<Result>(key: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (key === undefined) return await work()
    const others = this.#underWay.get(key) ?? 0
    this.#underWay.set(key, others + 1)
    try {
      return await work()
    } catch (error) {
      const mayBeDone = others > 0 || (this.#underWay.get(key) ?? 0) > 1 || this.#unknown.get(key) !== undefined
      if (error instanceof Unavailable && mayBeDone) throw outcomeUnknown()
      if (error instanceof Refusal && error.code === 'OUTCOME_UNKNOWN') this.#unknown.set(key, true)
      throw error
    } finally {
      const left = (this.#underWay.get(key) ?? 1) - 1
      if (left > 0) this.#underWay.set(key, left)
      else this.#underWay.delete(key)
    }
  }
}

/** For work in steps: if an earlier step may have had an effect, a later step without one leaves the outcome unknown. */
export async function afterEffects<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Unavailable ? outcomeUnknown() : error
  }
}

const outcomeUnknown = () =>
  new Refusal(
    'OUTCOME_UNKNOWN',
    'The database became unreachable during the request; repeat it with the same Idempotency-Key',
  )
