/**
 * Idempotency-Keys whose effect this process cannot rule out: a request under the key is under way, or ended without a
 * known outcome. Of those it is never said that nothing was done.
 */
import { LastUsed } from '../../../core/last-used.ts'
import { Refusal } from '../../../core/refusal.ts'
import { Unavailable } from '../../../core/unavailable.ts'

const REMEMBERED = 10_000

export class UnsettledKeys {
  /** How many requests there are under each key. */
  readonly #underWay = new Map<string, number>()
  readonly #unknown = new LastUsed<string, true>(REMEMBERED)

  /**
   * Serves a request under its key, if it has one.
   * @throws Refusal OUTCOME_UNKNOWN where the work says that it did nothing, but an earlier or simultaneous request under the key may have
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

/** For work in steps: once one of them may be done, a later one that did nothing leaves the whole unknown. */
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
    'The database went away while this was being done; ask again with the same Idempotency-Key',
  )
