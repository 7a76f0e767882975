/** Acceptance of prices: a second source must confirm them, and they must not leap from the prices before. */

/** Units of a currency for one US dollar, as decimals: `{EUR: '0.92'}`. */
export type Prices = Readonly<Record<string, string>>

export interface Bounds {
  /** Largest difference between two sources, as a share: 0.02 is two percent. */
  readonly maxDeviation: number
  /** Largest move of a price from one table to the next, as a share. */
  readonly maxStep: number
}

export interface Judged {
  readonly accepted: Prices
  /** Why a currency has no rate now, by code. */
  readonly refused: ReadonlyMap<string, string>
}

/** A leap that both sources confirm for this long is accepted: a currency may really lose its peg. */
export const LEAP_CONFIRMED_MS = 10 * 60_000
const PRICE = /^(?=.{1,40}$)(0|[1-9]\d*)(\.\d+)?$/

export class PriceJudge {
  readonly #bounds: Bounds
  readonly #sold = new Map<string, number>()
  readonly #leaps = new Map<string, { readonly to: number; readonly since: number }>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /**
   * @param second prices of the second source; undefined: there is none, and a leap is never confirmed
   * @param now monotonic milliseconds
   */
  judge(first: Prices, second: Prices | undefined, now: number): Judged {
    const accepted: Record<string, string> = {}
    const refused = new Map<string, string>()
    for (const [code, text] of Object.entries(first)) {
      const fault = this.#faultOf(code, text, second, now)
      if (fault) refused.set(code, fault)
      else accepted[code] = text
    }
    return { accepted, refused }
  }

  #faultOf(code: string, text: unknown, second: Prices | undefined, now: number): string | undefined {
    const price = priceIn(text)
    if (price === undefined) return 'its price is not a positive decimal'
    if (second) {
      const other = priceIn(second[code])
      if (other === undefined) return 'the second source has no price for it'
      if (apart(price, other) > this.#bounds.maxDeviation) return `the sources disagree: ${price} and ${other}`
    }
    const before = this.#sold.get(code)
    if (before !== undefined && apart(price, before) > this.#bounds.maxStep) {
      if (!second || !this.#isConfirmed(code, price, now)) return `its price leapt from ${before} to ${price}`
    }
    this.#leaps.delete(code)
    this.#sold.set(code, price)
    return undefined
  }

  /** Whether the price has stayed near its new level for long enough. */
  #isConfirmed(code: string, price: number, now: number): boolean {
    const leap = this.#leaps.get(code)
    if (leap && apart(price, leap.to) <= this.#bounds.maxStep) return now - leap.since >= LEAP_CONFIRMED_MS
    this.#leaps.set(code, { to: price, since: now })
    return false
  }
}

/** A double is exact enough for the comparison; rates are computed from the text. */
function priceIn(text: unknown): number | undefined {
  const price = typeof text === 'string' && PRICE.test(text) ? Number(text) : 0
  return price > 0 && Number.isFinite(price) ? price : undefined
}

const apart = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b) - 1
