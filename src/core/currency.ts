/** Owns what is known of a currency in code: how it is shown, and its factor between minor and major units. */
import { CURRENCIES, isKnownCurrency, type KnownCurrency } from '../../contract/currencies.ts'
import type { Currency, CurrencyAmount } from '../../contract/elements.ts'
import { refuse } from './refusal.ts'

const shown = new Map<string, Currency>(
  Object.entries(CURRENCIES).map(([code, { name, symbol, decimals }]) => [code, { code, name, symbol, decimals }]),
)

/** @throws Refusal INVALID_CURRENCY for a code that is not in the table */
export function knownCurrency(code: string): KnownCurrency {
  return isKnownCurrency(code) ? code : refuse('INVALID_CURRENCY', `${code} is not a currency of this service`)
}

/** The currency as replies show it. */
export const presentCurrency = (code: string): Currency => shown.get(code) as Currency

/** Minor units of one major unit. */
export const minorUnits = (code: KnownCurrency): bigint => 10n ** BigInt(CURRENCIES[code].decimals)

/** Minor units as a JSON integer: exact, because every amount is within ±9e15 (decision 11). */
export const wireAmount = (minor: bigint): number => Number(minor)

/** An amount for people: `12.50 USD`. */
export function spokenMoney(minor: bigint, code: string): string {
  const { decimals } = presentCurrency(code)
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${minor < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`} ${code}`
}

export const presentMoney = (minor: bigint, code: string): CurrencyAmount => ({
  amount: wireAmount(minor),
  currency: presentCurrency(code),
})
