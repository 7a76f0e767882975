/** Spreads: the share that a customer's rate is worse than the mid-market rate, per pair of currencies. */
import { over, type Ratio, ratioOf, times, toDecimal } from '../../core/rate.ts'
import type { Offer, OfferedRates, RateSource, Rates, RateTable } from './port.ts'

/** Share by pair, exact decimals: `USD/MXN`, with `*` for any currency on either side. The most specific pair applies. */
export type Spreads = ReadonlyMap<string, string>

const ONE: Ratio = { numerator: 1n, denominator: 1n }
const NO_SPREAD = '0'
const SPREAD = /^([A-Z]{3,5}|\*)\/([A-Z]{3,5}|\*):(0(?:\.\d{1,6})?)$/

/** @param text `USD/MXN:0.004` @returns undefined unless it is a pair with a share of at least 0 and below 0.5 */
export function spreadIn(text: string): readonly [pair: string, share: string] | undefined {
  const [, from, to, share] = SPREAD.exec(text) ?? []
  return share !== undefined && Number(share) < 0.5 ? [`${from}/${to}`, share] : undefined
}

/** The rates of a source, less the spread of each pair. */
export function offeredRates(source: RateSource, spreads: Spreads): Rates {
  let offered: { readonly table: RateTable; readonly rates: OfferedRates } | undefined
  return {
    current() {
      const table = source.current()
      if (offered?.table !== table) offered = { table, rates: withSpreads(table, spreads) }
      return offered.rates
    },
  }
}

function withSpreads(table: RateTable, spreads: Spreads): OfferedRates {
  const offers = new Map<string, Offer>()
  return {
    ...table,
    offer(sending, receiving) {
      const pair = `${sending}/${receiving}`
      const known = offers.get(pair)
      if (known) return known
      const offer = offerFor(table, spreads, sending, receiving)
      offers.set(pair, offer)
      return offer
    },
  }
}

function offerFor(table: RateTable, spreads: Spreads, sending: string, receiving: string): Offer {
  if (sending === receiving) return { rate: ONE, origin: null }
  const mid = table.between(sending, receiving)
  const spread = spreadFor(spreads, sending, receiving)
  const { numerator, denominator } = ratioOf(spread)
  const left = { numerator: denominator - numerator, denominator }
  const sources = [...new Set([...table.sources(sending), ...table.sources(receiving)])].sort()
  return {
    rate: numerator === 0n ? mid : times(mid, left),
    origin: { sources, midRate: toDecimal(over(ONE, mid)), spread, at: table.updatedAt },
  }
}

const spreadFor = (spreads: Spreads, from: string, to: string): string =>
  spreads.get(`${from}/${to}`) ?? spreads.get(`${from}/*`) ?? spreads.get(`*/${to}`) ?? spreads.get('*/*') ?? NO_SPREAD
