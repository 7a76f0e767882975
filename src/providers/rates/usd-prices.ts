/** Cross rates through USD, exact, for currencies that have a price in US dollars. */
import { over, type Ratio, ratioOf } from '../../core/rate.ts'

interface Priced {
  /** Units of the currency for one US dollar. */
  readonly perUsd?: string
  /** US dollars for one unit of the currency; takes precedence where that figure is the exact one. */
  readonly usdPerUnit?: string
}

const ONE: Ratio = { numerator: 1n, denominator: 1n }

/** @returns major units of `to` for one of `from`. @throws Error for a currency without a price */
export function usdPrices(prices: Readonly<Record<string, Priced>>): (from: string, to: string) => Ratio {
  const perUsd = new Map(
    Object.entries(prices).map(([code, { perUsd, usdPerUnit }]) => [
      code,
      usdPerUnit ? over(ONE, ratioOf(usdPerUnit)) : ratioOf(perUsd as string),
    ]),
  )
  const price = (code: string): Ratio => {
    const found = perUsd.get(code)
    if (!found) throw new Error(`No rate for ${code}`)
    return found
  }
  return (from, to) => (from === to ? ONE : over(price(to), price(from)))
}
