/** Rates from configured HTTP sources: fetched in the background, refused when stale, out of bounds or without a quorum (decision 15). */
import { type Clock, elapsed } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import { type Answer, type Bounds, type Consensus, PriceConsensus, type Prices } from './consensus.ts'
import type { RateSource, RateTable } from './port.ts'
import { usdPrices } from './usd-prices.ts'

const EVERY_MS = 30_000
const STALE_MS = 60_000
const TIMEOUT_MS = 10_000
/** Maximum age by the source's `publishedAt`. */
const PUBLISHED_MS = 5 * 60_000
const BYTES_MAX = 64 * 1024

export interface RateSources {
  /** One address for each publisher. */
  readonly urls: readonly string[]
  readonly bounds: Bounds
}

interface Needs {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly fetch?: typeof globalThis.fetch
  /** Monotonic milliseconds. */
  readonly monotonic?: () => number
}

export interface HttpRates extends RateSource {
  /** Fetches from the sources now. Errors go to `onError`. */
  refresh(): Promise<void>
  stop(): void
}

/**
 * Each source returns `{"rates": {"EUR": "0.92", …}, "publishedAt": "…"}`: decimal strings, units for one US dollar. The
 * time is optional.
 */
export function httpRates(
  { urls, bounds }: RateSources,
  { clock, onError, fetch = globalThis.fetch, monotonic = elapsed }: Needs,
): HttpRates {
  const consensus = new PriceConsensus(bounds)
  let table: RateTable | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  const refresh = async () => {
    const settled = await Promise.allSettled(urls.map((url) => answerFrom(url, fetch, clock.now())))
    for (const result of settled) if (result.status === 'rejected') onError(result.reason)
    const answers = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    if (answers.length < bounds.quorum) return
    const judged = consensus.judge(answers, monotonic())
    const faults = [...judged.outliers, ...[...judged.refused].map(([code, why]) => `${code}: ${why}`)]
    if (faults.length > 0) onError(new Error(`Rates refused: ${faults.join('; ')}`))
    table = rateTable(judged, clock.now())
    fetchedAt = monotonic()
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
function rateTable({ accepted, refused }: Consensus, updatedAt: number): RateTable {
  const prices = Object.entries(accepted).map(([code, { price }]) => [code, { perUsd: price }] as const)
  const between = usdPrices({ ...Object.fromEntries(prices), USD: { perUsd: '1' } })
  return {
    updatedAt,
    sources: (code) => (code === 'USD' ? [] : (accepted[code]?.sources ?? [])),
    between(from, to) {
      const isMissing = (code: string) => code !== 'USD' && accepted[code] === undefined
      const missing = from === to ? undefined : [from, to].find(isMissing)
      if (missing === undefined) return between(from, to)
      const why = refused.has(missing)
        ? 'is not confirmed at the moment; try again later'
        : 'is not known to this installation'
      throw new Refusal('SERVICE_UNAVAILABLE', `The exchange rate of ${missing} ${why}`)
    },
  }
}

/** @throws Error for an answer that is not a table of prices, or is too old */
async function answerFrom(url: string, fetch: typeof globalThis.fetch, now: number): Promise<Answer> {
  const source = new URL(url).host
  const reply = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' })
  if (!reply.ok) throw new Error(`The rate source ${source} answered ${reply.status}`)
  const { rates, publishedAt } = JSON.parse(await readText(reply, source)) as { rates: unknown; publishedAt?: unknown }
  if (rates === null || typeof rates !== 'object') throw new Error(`The rate source ${source} sent no rates`)
  if (publishedAt !== undefined && !(now - Date.parse(String(publishedAt)) <= PUBLISHED_MS))
    throw new Error(`The rate source ${source} sent rates of ${String(publishedAt).slice(0, 40)}, which are too old`)
  // A price of the US dollar in US dollars is useless, and a wrong one would move every rate.
  return { source, prices: withoutUsd(rates as Prices) }
}

const withoutUsd = ({ USD: _, ...prices }: Prices): Prices => prices

async function readText({ body }: Response, source: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > BYTES_MAX) throw new Error(`The rate source ${source} sent more than ${BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
