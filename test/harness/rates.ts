/** Exchange rates of tests: from a function, without spreads. */
import type { Ratio } from '../../src/core/rate.ts'
import type { OfferedRates } from '../../src/providers/rates/port.ts'
import { offeredRates } from '../../src/providers/rates/spreads.ts'

/** @param updatedAt milliseconds since 1970 */
export const fixedRates = (between: (from: string, to: string) => Ratio, updatedAt: number): OfferedRates =>
  offeredRates({ current: () => ({ between, updatedAt, sources: () => ['test'] }) }, new Map()).current()
