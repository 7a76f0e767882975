/** Amounts of which only the currency code is known. */
import { CURRENCIES, isKnownCurrency } from '../../../contract/currencies.ts'
import { formatMinor } from './money.ts'

export const decimalsOf = (code: string): number => (isKnownCurrency(code) ? CURRENCIES[code].decimals : 0)

/** `30000, 'USD'` → `300.00 USD` */
export const amountText = (minor: number | bigint, code: string): string =>
  `${formatMinor(minor, decimalsOf(code))} ${code}`

export const CURRENCY_CODES: readonly string[] = Object.keys(CURRENCIES).sort()
