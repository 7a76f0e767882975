/** Rates from configured HTTP sources: fetched in the background, refused when stale, out of bounds or unconfirmed (decision 15). */
import { type Clock, elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import { type Bounds, type Judged, PriceJudge, type Prices } from './judge.ts'
import type { Rates, RateTable } from './port.ts'
import { usdPrices } from './usd-prices.ts'

const EVERY_MS = 30_000
const STALE_MS = 60_000
const TIMEOUT_MS = 10_000
/** Maximum age by the source's `publishedAt`. */
const PUBLISHED_MS = 5 * 60_000
const BYTES_MAX = 64 * 1024

export interface RateSources {
  readonly url: string
  /** URL of a second publisher that must confirm each price; absent: prices are not confirmed. */
  readonly checkUrl: string | undefined
  readonly bounds: Bounds
}

interface Needs {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly fetch?: typeof globalThis.fetch
  /** Monotonic milliseconds. */
  readonly monotonic?: () => number
}

export interface HttpRates extends Rates {
  /** Fetches from the sources now. Errors go to `onError`. */
  refresh(): Promise<void>
  stop(): void
}

/**
 * Each source returns `{"rates": {"EUR": "0.92", …}, "publishedAt": "…"}`: decimal strings, units for one US dollar. The
 * time is optional.
 */
export function httpRates(
  { url, checkUrl, bounds }: RateSources,
  { clock, onError, fetch = globalThis.fetch, monotonic = elapsed }: Needs,
): HttpRates {
  const judge = new PriceJudge(bounds)
  let table: RateTable | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    try {
      const ask = (address: string) => pricesAt(address, fetch, clock.now())
      const [first, second] = await Promise.all([ask(url), checkUrl === undefined ? undefined : ask(checkUrl)])
      const judged = judge.judge({ ...first, USD: '1' }, second && { ...second, USD: '1' }, monotonic())
      if (judged.refused.size > 0)
        onError(new Error(`Rates refused: ${[...judged.refused].map(([code, why]) => `${code}: ${why}`).join('; ')}`))
      table = rateTable(judged, clock.now())
      fetchedAt = monotonic()
    } catch (error) {
      onError(error)
    }
  }
  void refresh()
  const timer = setInterval(refresh, EVERY_MS)
  timer.unref()
  return {
    current() {
      if (!table || monotonic() - fetchedAt > STALE_MS)
        throw new Refusal('SERVICE_UNAVAILABLE', 'No current exchange rates are available; try again shortly')
      return table
    },
    refresh,
    stop: () => clearInterval(timer),
  }
}

/** Rates of the accepted prices. The reason for a refused price is logged for the operator and not shown to callers. */
function rateTable({ accepted, refused }: Judged, updatedAt: number): RateTable {
  const between = usdPrices(Object.fromEntries(Object.entries(accepted).map(([code, perUsd]) => [code, { perUsd }])))
  return {
    updatedAt,
    between(from, to) {
      const missing = from === to ? undefined : [from, to].find((code) => accepted[code] === undefined)
      if (missing === undefined) return between(from, to)
      const why = refused.has(missing)
        ? 'is not confirmed at the moment; try again later'
        : 'is not known to this installation'
      throw new Refusal('SERVICE_UNAVAILABLE', `The exchange rate of ${missing} ${why}`)
    },
  }
}

/** @throws Error for an answer that is not a table of prices, or is too old */
async function pricesAt(url: string, fetch: typeof globalThis.fetch, now: number): Promise<Prices> {
  const name = new URL(url).host
  const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!reply.ok) throw new Error(`The rate source ${name} answered ${reply.status}`)
  const { rates, publishedAt } = JSON.parse(await readText(reply, name)) as { rates: unknown; publishedAt?: unknown }
  if (rates === null || typeof rates !== 'object') throw new Error(`The rate source ${name} sent no rates`)
  if (publishedAt !== undefined && !(now - Date.parse(String(publishedAt)) <= PUBLISHED_MS))
    throw new Error(`The rate source ${name} sent rates of ${String(publishedAt).slice(0, 40)}, which are too old`)
  return rates as Prices
}

async function readText({ body }: Response, name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > BYTES_MAX) throw new Error(`The rate source ${name} sent more than ${BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
