/** Exchange rate port. */
import type { Ratio } from '../../core/rate.ts'

/** All rates of one moment. */
export interface RateTable {
  /** Major units of `to` for one major unit of `from`, exact. */
  between(from: string, to: string): Ratio
  /** When the source published it, in milliseconds since 1970. */
  readonly updatedAt: number
}

export interface Rates {
  /** The latest table. @throws Refusal SERVICE_UNAVAILABLE when it is too old */
  current(): RateTable
}
