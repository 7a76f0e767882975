/** Value of an amount in bitcoin, at the mid-market rate: what institutions pay each other by invoice. */
import type { KnownCurrency } from '../../../../contract/currencies.ts'
import { minorUnits } from '../../../core/currency.ts'
import { type Ratio, toDecimal } from '../../../core/rate.ts'
import type { RateTable } from '../../../providers/rates/port.ts'

const SATOSHIS = 100_000_000n
/** An invoice may exceed our own rate by at most two percent. */
const TOLERANCE = { numerator: 102n, denominator: 100n }

/** Satoshis for one minor unit. @throws Refusal for a currency without a price */
const rateIn = (code: string, rates: RateTable): Ratio => {
  if (code === 'BTC') return { numerator: 1n, denominator: 1n }
  const { numerator, denominator } = rates.between(code, 'BTC')
  return { numerator: numerator * SATOSHIS, denominator: denominator * minorUnits(code as KnownCurrency) }
}

/** Satoshis for an amount in minor units, rounded up. @throws Refusal for a currency without a price */
export function satoshisFor(rates: RateTable, code: string, amount: bigint): bigint {
  const { numerator, denominator } = rateIn(code, rates)
  return (amount * numerator + denominator - 1n) / denominator
}

/** Whether a number of satoshis is acceptable for an amount in minor units. In bitcoin itself they are the same. */
export function isFair(
  rates: RateTable,
  { code, amount, satoshis }: { code: string; amount: bigint; satoshis: bigint },
) {
  if (code === 'BTC') return satoshis === amount
  return (
    satoshis * TOLERANCE.denominator <= satoshisFor(rates, code, amount) * TOLERANCE.numerator + TOLERANCE.denominator
  )
}

/** Approximate value of one minor unit in millisatoshis; 1 where bitcoin has no price. */
export function millisatoshis(code: string, rates: RateTable): number {
  try {
    const { numerator, denominator } = rateIn(code, rates)
    return Number(toDecimal({ numerator: numerator * 1_000n, denominator }))
  } catch {
    return 1
  }
}
