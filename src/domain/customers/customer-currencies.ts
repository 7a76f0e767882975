/** Currencies of a customer: their own list, or all that the platform supports. */
import { refuse } from '../../core/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import type { Customer } from './customer.ts'

type Supported = Pick<Platform, 'supportedCurrencies'>

/** The currencies in which a customer has accounts. */
export const customerCurrencies = (
  { currencies }: Pick<Customer, 'currencies'>,
  { supportedCurrencies }: Supported,
): readonly string[] => currencies ?? supportedCurrencies.map(({ currencyCode }) => currencyCode)

/** @throws Refusal INVALID_CURRENCY that names each currency the platform does not support */
export function requireSupportedCurrencies(
  { supportedCurrencies }: Supported,
  currencies: readonly string[] | undefined,
): void {
  const supported = new Set(supportedCurrencies.map(({ currencyCode }) => currencyCode))
  const errors = (currencies ?? []).flatMap((currency, i) =>
    supported.has(currency)
      ? []
      : [{ field: `currencies.${i}`, message: `${currency} is not among the platform's supported currencies` }],
  )
  if (errors.length > 0) refuse('INVALID_CURRENCY', 'A currency is not supported by the platform', { errors })
}
