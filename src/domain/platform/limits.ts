/** Platform limits: the currencies, types and amounts of payments that the configuration allows. */
import { CURRENCIES, type KnownCurrency } from '../../../contract/currencies.ts'
import { minorUnits, wireAmount } from '../../core/currency.ts'
import { ratioOf, scaleDown } from '../../core/rate.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { type CurrencySettings, platforms } from './platform.ts'

/** Fields of the request that hold the amount and the currency, for the refusal. */
interface Fields {
  readonly amount: string
  readonly currency: string
}
const at = (field: string | undefined, message: string) => (field === undefined ? {} : { errors: [{ field, message }] })

/** Settings of a currency. @throws Refusal INVALID_CURRENCY when the platform does not support it */
function currencySettings(rows: Rows, currency: string, field?: string): CurrencySettings {
  const platform = rows.peek(platforms, rows.platformId)
  const found = platform?.supportedCurrencies.find(({ currencyCode }) => currencyCode === currency)
  if (found) return found
  const message = `${currency} is not among the platform's supported currencies`
  return refuse('INVALID_CURRENCY', message, at(field, message))
}

/**
 * @param amount minor units
 * @param fields absent: the payment was not made by a request
 * @throws Refusal INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE
 */
export function refuseOutOfLimits(
  rows: Rows,
  currency: string,
  type: 'OUTGOING' | 'INCOMING',
  amount: bigint,
  fields?: Fields,
): void {
  const { minAmount, maxAmount, enabledTransactionTypes } = currencySettings(rows, currency, fields?.currency)
  if (!enabledTransactionTypes.includes(type)) {
    const message = `${type} payments in ${currency} are not enabled for the platform`
    refuse('INVALID_CURRENCY', message, at(fields?.currency, message))
  }
  const asked = wireAmount(amount)
  if (asked >= minAmount && asked <= maxAmount) return
  const message = `A payment in ${currency} must be between ${minAmount} and ${maxAmount} minor units`
  refuse('AMOUNT_OUT_OF_RANGE', message, { ...at(fields?.amount, message), currency, minAmount, maxAmount })
}

/** Fields of a transfer, whose currency is that of both accounts. */
export const TRANSFER_FIELDS: Fields = { amount: 'amount', currency: 'source.accountId' }

/** Counterparty details that the platform requires for payments in a currency. @throws Refusal INVALID_CURRENCY */
export const requiredCounterpartyFields = (
  rows: Rows,
  currency: string,
): CurrencySettings['requiredCounterpartyFields'] => currencySettings(rows, currency).requiredCounterpartyFields

const USD_MAX = 1_000_000n

/** Settings of a currency for a new platform: from one minor unit to the value of 1,000,000 USD (decision 61). */
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
