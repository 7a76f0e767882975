/** Acceptance of prices: only those that a second source confirms, and that are no leap from the ones before, are sold at. */

/** Units of a currency for one US dollar, as decimals: `{EUR: '0.92'}`. */
export type Prices = Readonly<Record<string, string>>

export interface Bounds {
  /** How far two sources may lie apart, as a share: 0.02 is two percent. */
  readonly maxDeviation: number
  /** How far a price may move from one table to the next, as a share. */
  readonly maxStep: number
}

export interface Judged {
  readonly accepted: Prices
  /** Why a currency cannot be sold now, by its code. */
  readonly refused: ReadonlyMap<string, string>
}

/** A leap that both sources confirm for so long is the new price: a currency may really lose its peg. */
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
   * @param second of another source; undefined where there is none: then a leap is never confirmed
   * @param now milliseconds of a clock that never goes back
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
    if (price === undefined) return 'its price is no positive decimal'
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

  /** Whether the price has stayed near where it leapt to for long enough. */
  #isConfirmed(code: string, price: number, now: number): boolean {
    const leap = this.#leaps.get(code)
    if (leap && apart(price, leap.to) <= this.#bounds.maxStep) return now - leap.since >= LEAP_CONFIRMED_MS
    this.#leaps.set(code, { to: price, since: now })
    return false
  }
}

/** A double is exact enough to tell by how much two prices differ; they are sold at as they were written. */
function priceIn(text: unknown): number | undefined {
  const price = typeof text === 'string' && PRICE.test(text) ? Number(text) : 0
  return price > 0 && Number.isFinite(price) ? price : undefined
}

const apart = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b) - 1
