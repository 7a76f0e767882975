/** Fixed rates of the sandbox (decision 15). */
import { CURRENCIES } from '../../../contract/currencies.ts'
import type { Clock } from '../../core/clock.ts'
import type { Rates } from './port.ts'
import { usdPrices } from './usd-prices.ts'

export function sandboxRates(clock: Clock): Rates {
  const between = usdPrices(CURRENCIES)
  const updatedAt = clock.now()
  return { current: () => ({ between, updatedAt }) }
}
