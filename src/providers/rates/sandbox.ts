/** Fixed rates of the sandbox (decision 15). */
import { CURRENCIES } from '../../../contract/currencies.ts'
import type { Clock } from '../../core/clock.ts'
import type { RateSource, RateTable } from './port.ts'
import { usdPrices } from './usd-prices.ts'

const SOURCES = ['sandbox']

export function sandboxRates(clock: Clock): RateSource {
  const table: RateTable = { between: usdPrices(CURRENCIES), updatedAt: clock.now(), sources: () => SOURCES }
  return { current: () => table }
}
