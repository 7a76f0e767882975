/** Owns what a platform's configuration allows a payment to be. */
import { CURRENCIES, type KnownCurrency } from '../../../contract/currencies.ts'
import { minorUnits, wireAmount } from '../../core/currency.ts'
import { ratioOf, scaleDown } from '../../core/rate.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { CurrencySettings } from './settings.ts'
import { platforms } from './tables.ts'

/** The settings of a currency. @throws Refusal INVALID_CURRENCY when the platform does not support it */
function currencySettings(rows: Rows, currency: string): CurrencySettings {
  const platform = rows.peek(platforms, rows.platformId)
  return (
    platform?.supportedCurrencies.find(({ currencyCode }) => currencyCode === currency) ??
    refuse('INVALID_CURRENCY', `${currency} is not among the platform's supported currencies`)
  )
}

/** @param amount minor units. @throws Refusal INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE */
export function refuseOutOfLimits(rows: Rows, currency: string, type: 'OUTGOING' | 'INCOMING', amount: bigint): void {
  const { minAmount, maxAmount, enabledTransactionTypes } = currencySettings(rows, currency)
  if (!enabledTransactionTypes.includes(type))
    refuse('INVALID_CURRENCY', `${type} payments in ${currency} are not enabled for the platform`)
  const asked = wireAmount(amount)
  if (asked < minAmount || asked > maxAmount)
    refuse(
      'AMOUNT_OUT_OF_RANGE',
      `A payment in ${currency} must be between ${minAmount} and ${maxAmount} minor units`,
      { currency, minAmount, maxAmount },
    )
}

/** What the platform wants to know about the other side of payments in a currency. @throws Refusal INVALID_CURRENCY */
export const wantedCounterpartyFields = (
  rows: Rows,
  currency: string,
): CurrencySettings['requiredCounterpartyFields'] => currencySettings(rows, currency).requiredCounterpartyFields

const USD_MAX = 1_000_000n

/** What a new platform starts with for a currency: from one minor unit to the worth of 1,000,000 USD (decision 61). */
export function defaultSettings(currency: KnownCurrency): CurrencySettings {
  const { perUsd, usdPerUnit } = CURRENCIES[currency]
  const major = usdPerUnit ? ratioOf(usdPerUnit) : undefined
  const rate = major ? { numerator: major.denominator, denominator: major.numerator } : ratioOf(perUsd as string)
  return {
    currencyCode: currency,
    minAmount: 1,
    maxAmount: wireAmount(scaleDown(USD_MAX * minorUnits(currency), rate)),
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  }
}
