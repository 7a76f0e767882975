/** Price consensus: the median of the sources that agree, without jumps from the previous price. */

/** Units of a currency for one US dollar, as decimals: `{EUR: '0.92'}`. */
export type Prices = Readonly<Record<string, string>>

/** Answer of one source. */
export interface Answer {
  readonly source: string
  readonly prices: Prices
}

export interface Bounds {
  /** Number of sources that must agree on a price. */
  readonly quorum: number
  /** Largest distance of a source from the median of all, as a share: 0.01 is one percent. */
  readonly maxDeviation: number
  /** Largest move of a price from one table to the next, as a share. */
  readonly maxStep: number
}

export interface AcceptedPrice {
  readonly price: string
  readonly sources: readonly string[]
}

export interface Consensus {
  readonly accepted: Readonly<Record<string, AcceptedPrice>>
  /** Why a currency has no price, by code. */
  readonly refused: ReadonlyMap<string, string>
  /** Prices that were left out, for the operator: `EUR of first.example: 9.2`. */
  readonly outliers: readonly string[]
}

/** A jump is accepted when a quorum of at least two has agreed on it for this long: a currency may lose its peg. */
export const LEAP_CONFIRMED_MS = 10 * 60_000
/** Form of a currency code; other codes of a source are ignored. */
const CODE = /^[A-Z]{3,5}$/
const PRICE = /^(?=.{1,40}$)(0|[1-9]\d*)(\.\d+)?$/

interface Quoted {
  readonly source: string
  readonly text: string
  readonly price: number
}

export class PriceConsensus {
  readonly #bounds: Bounds
  readonly #last = new Map<string, number>()
  readonly #leaps = new Map<string, { readonly to: number; readonly since: number }>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** @param now monotonic milliseconds */
  judge(answers: readonly Answer[], now: number): Consensus {
    const accepted: Record<string, AcceptedPrice> = {}
    const refused = new Map<string, string>()
    const outliers: string[] = []
    const codes = new Set(answers.flatMap(({ prices }) => Object.keys(prices)).filter((code) => CODE.test(code)))
    for (const code of codes) {
      const agreed = this.#agreed(code, answers, outliers)
      const fault = typeof agreed === 'string' ? agreed : this.#leapFault(code, Number(agreed.price), now)
      if (typeof agreed === 'string' || fault !== undefined) refused.set(code, fault as string)
      else accepted[code] = agreed
    }
    return { accepted, refused, outliers }
  }

  /** @returns the price on which a quorum agrees, or why there is none */
  #agreed(code: string, answers: readonly Answer[], outliers: string[]): AcceptedPrice | string {
    const { quorum, maxDeviation } = this.#bounds
    const quoted: Quoted[] = []
    for (const { source, prices } of answers) {
      const text: unknown = prices[code]
      if (text === undefined) continue
      const price = priceIn(text)
      if (price === undefined) outliers.push(`${code} of ${source} is not a positive decimal`)
      else quoted.push({ source, text: text as string, price })
    }
    quoted.sort((a, b) => a.price - b.price)
    const median = Number(medianText(quoted))
    const agreeing = quoted.filter(({ price }) => distance(price, median) <= maxDeviation)
    for (const { source, text } of quoted.filter((quote) => !agreeing.includes(quote)))
      outliers.push(`${code} of ${source}: ${text}`)
    if (agreeing.length < quorum)
      return `${agreeing.length} of ${answers.length} sources agree, ${quorum} must: ${quoted.map(({ text }) => text).join(', ')}`
    return { price: medianText(agreeing), sources: agreeing.map(({ source }) => source) }
  }

  #leapFault(code: string, price: number, now: number): string | undefined {
    const before = this.#last.get(code)
    if (before !== undefined && distance(price, before) > this.#bounds.maxStep && !this.#isConfirmed(code, price, now))
      return `its price leapt from ${before} to ${price}`
    this.#leaps.delete(code)
    this.#last.set(code, price)
    return undefined
  }

  /** Whether the price has stayed near its new level for long enough. A single source never confirms a leap. */
  #isConfirmed(code: string, price: number, now: number): boolean {
    if (this.#bounds.quorum < 2) return false
    const leap = this.#leaps.get(code)
    if (leap && distance(price, leap.to) <= this.#bounds.maxStep) return now - leap.since >= LEAP_CONFIRMED_MS
    this.#leaps.set(code, { to: price, since: now })
    return false
  }
}

/** A double is exact enough for comparisons; rates are computed from the text. */
function priceIn(text: unknown): number | undefined {
  const price = typeof text === 'string' && PRICE.test(text) ? Number(text) : 0
  return price > 0 && Number.isFinite(price) ? price : undefined
}

const distance = (a: number, b: number): number => Math.max(a, b) / Math.min(a, b) - 1

/** Exact median of sorted decimals: the middle one, or the mean of the middle two. */
function medianText(sorted: readonly { readonly text: string }[]): string {
  const low = sorted[Math.floor((sorted.length - 1) / 2)]
  const high = sorted[Math.floor(sorted.length / 2)]
  if (low === undefined || high === undefined) return '0'
  return low.text === high.text ? low.text : exactMean(low.text, high.text)
}

/** Exact mean of two decimals. */
export function exactMean(a: string, b: string): string {
  const digits = Math.max(fractionOf(a).length, fractionOf(b).length)
  const scaled = (text: string) => BigInt(text.replace('.', '') + '0'.repeat(digits - fractionOf(text).length))
  // Half of the sum has one digit more.
  const mean = ((scaled(a) + scaled(b)) * 5n).toString().padStart(digits + 2, '0')
  const point = mean.length - digits - 1
  return `${mean.slice(0, point)}.${mean.slice(point)}`.replace(/\.?0+$/, '')
}

const fractionOf = (text: string): string => text.split('.')[1] ?? ''
