/** Owns rates from a configured HTTP source: fetched in the background, refused when they are too old to sell at (decision 15). */
import { type Clock, elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Rates, RateTable } from './port.ts'
import { usdPrices } from './usd-prices.ts'

const EVERY_MS = 30_000
const STALE_MS = 60_000

/**
 * Asks `url` for `{"rates": {"EUR": "0.92", …}}`: decimal strings, units for one US dollar.
 * @returns the rates, and how to stop asking
 */
export function httpRates(url: string, clock: Clock, onError: (error: unknown) => void): Rates & { stop(): void } {
  let table: RateTable | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    try {
      const reply = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' })
      if (!reply.ok) throw new Error(`The rate source answered ${reply.status}`)
      const { rates } = (await reply.json()) as { rates: Record<string, string> }
      table = {
        between: usdPrices(
          Object.fromEntries(Object.entries({ USD: '1', ...rates }).map(([code, perUsd]) => [code, { perUsd }])),
        ),
        updatedAt: clock.now(),
      }
      fetchedAt = elapsed()
    } catch (error) {
      onError(error)
    }
  }
  void refresh()
  const timer = setInterval(refresh, EVERY_MS)
  timer.unref()
  return {
    current() {
      if (!table || elapsed() - fetchedAt > STALE_MS)
        throw new Refusal('SERVICE_UNAVAILABLE', 'There are no fresh exchange rates; try again shortly')
      return table
    },
    stop: () => clearInterval(timer),
  }
}
