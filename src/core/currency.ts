/** Currencies: presentation, and the factor between minor and major units. */
import { CURRENCIES, isKnownCurrency, type KnownCurrency } from '../../contract/currencies.ts'
import type { Currency, CurrencyAmount } from '../../contract/elements.ts'
import { refuse, refuseField } from './refusal.ts'

/**
 * Coins in which chains charge for transactions. Only house accounts hold them. Their minor unit is the gwei: balances in
 * wei would soon exceed 9e15.
 */
const COINS = {
  ETH: { name: 'Ether', symbol: 'Ξ', decimals: 9 },
  POL: { name: 'Polygon Ecosystem Token', symbol: 'POL', decimals: 9 },
} as const

const shown = new Map<string, Currency>(
  Object.entries({ ...CURRENCIES, ...COINS }).map(([code, { name, symbol, decimals }]) => [
    code,
    { code, name, symbol, decimals },
  ]),
)

/**
 * @param field of the request that contains the code. @throws Refusal INVALID_CURRENCY for a code that is not in the
 * table
 */
export function knownCurrency(code: string, field?: string): KnownCurrency {
  if (isKnownCurrency(code)) return code
  const message = `${code} is not a currency of this service`
  return field === undefined ? refuse('INVALID_CURRENCY', message) : refuseField('INVALID_CURRENCY', field, message)
}

/** The currency as replies show it. */
export const presentCurrency = (code: string): Currency => shown.get(code) as Currency

/** Minor units of one major unit. */
export const minorUnits = (code: KnownCurrency): bigint => 10n ** BigInt(CURRENCIES[code].decimals)

/** Minor units as a JSON integer: exact, because every amount is within ±9e15 (decision 11). */
export const wireAmount = (minor: bigint): number => Number(minor)

/** A human-readable amount: `12.50 USD`. */
export function formatMoney(minor: bigint, code: string): string {
  const { decimals } = presentCurrency(code)
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${minor < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`} ${code}`
}

/** An amount of minor units, with its currency, as replies show it. */
export const presentMoney = (minor: bigint, code: string): CurrencyAmount => ({
  amount: wireAmount(minor),
  currency: presentCurrency(code),
})
