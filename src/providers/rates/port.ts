/** Exchange rate port: mid-market rates from a source, and the rates that customers are offered. */
import type { Ratio } from '../../core/rate.ts'

/** Mid-market rates at one moment. */
export interface RateTable {
  /** Major units of `to` for one major unit of `from`, exact. */
  between(from: string, to: string): Ratio
  /** When they were accepted, in milliseconds since 1970. */
  readonly updatedAt: number
  /** Names of the sources that agree on the price of a currency in US dollars; USD has none. */
  sources(code: string): readonly string[]
}

export interface RateSource {
  /** The latest table. @throws Refusal SERVICE_UNAVAILABLE when it is too old */
  current(): RateTable
}

/** Where an offered rate comes from; stored with the quote. */
export interface RateOrigin {
  /** Host names of the sources whose prices were used. */
  readonly sources: readonly string[]
  /** Mid-market rate, in the direction of a quote's `exchangeRate`: sending units for one receiving unit. */
  readonly midRate: string
  /** Share by which the offered rate is worse than the mid-market rate, an exact decimal. */
  readonly spread: string
  /** When the prices were accepted, in milliseconds since 1970. */
  readonly at: number
}

export interface Offer {
  /** Major units of the receiving currency for one major unit of the sending currency, after the spread. */
  readonly rate: Ratio
  /** Null where nothing is exchanged. */
  readonly origin: RateOrigin | null
}

/** Rates of one moment as customers get them. */
export interface OfferedRates extends RateTable {
  /** Rate for a payment from one currency to another. @throws Refusal SERVICE_UNAVAILABLE for a currency without an accepted price */
  offer(sending: string, receiving: string): Offer
}

export interface Rates {
  /** The latest rates. @throws Refusal SERVICE_UNAVAILABLE when they are too old */
  current(): OfferedRates
}
