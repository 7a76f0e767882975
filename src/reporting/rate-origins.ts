/** Origins of the current exchange rates from one currency: sources, mid-market rate, spread and age. */
import type { RateOrigin, RateOrigins } from '../../contract/payments/exchange-rates.ts'
import { knownCurrency } from '../core/currency.ts'
import { Refusal } from '../core/refusal.ts'
import { isoTime } from '../core/time.ts'
import { getPlatformConfig } from '../domain/platform/queries.ts'
import type { Store } from '../infra/db/store.ts'
import type { OfferedRates, RateOrigin as PortOrigin, Rates } from '../providers/rates/port.ts'

interface Needs {
  readonly store: Store
  readonly rates: Rates
}

/**
 * Origins for the platform's currencies that have a rate. @throws Refusal INVALID_CURRENCY; SERVICE_UNAVAILABLE when
 * the rates are too old
 */
export async function getRateOrigins(
  { store, rates }: Needs,
  platformId: string,
  source: string,
): Promise<RateOrigins> {
  const from = knownCurrency(source, 'sourceCurrency')
  const { supportedCurrencies } = await getPlatformConfig(store, platformId)
  const current = rates.current()
  const origins = supportedCurrencies.flatMap(({ currencyCode }) => {
    const origin = originIn(current, from, currencyCode)
    return origin ? [[currencyCode, origin] as const] : []
  })
  return { origins: Object.fromEntries(origins) }
}

/** @param origin its time in milliseconds since 1970 */
export const presentRateOrigin = ({ sources, at, ...origin }: PortOrigin): RateOrigin => ({
  ...origin,
  sources: [...sources],
  at: isoTime(at),
})

/** Undefined where nothing is exchanged, and for a currency without an accepted price. */
function originIn(rates: OfferedRates, from: string, to: string): RateOrigin | undefined {
  try {
    const { origin } = rates.offer(from, to)
    return origin ? presentRateOrigin(origin) : undefined
  } catch (reason) {
    if (reason instanceof Refusal) return undefined
    throw reason
  }
}
