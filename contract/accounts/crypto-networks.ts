/** Crypto networks: the currencies and address formats of each, derived from the wallet types that can be registered. */
import type { TProperties } from 'typebox'
import { BitcoinAddress } from '../payments/external-accounts/account-fields.ts'
import type { AccountTypeRow } from '../payments/external-accounts/account-row.ts'
import { WALLET_ACCOUNT_TYPES } from '../payments/external-accounts/account-types-wallet.ts'

interface Network {
  readonly currencies: readonly string[] | 'ANY'
  readonly fields: TProperties
}

/** Not an account type: addresses on the Bitcoin chain cannot be registered. */
const BITCOIN: Network = { currencies: ['BTC'], fields: { address: BitcoinAddress } }

function networkOf(name: string): Network | undefined {
  if (name === 'BITCOIN') return BITCOIN
  const wallets: readonly AccountTypeRow[] = Object.values(WALLET_ACCOUNT_TYPES)
  return wallets.find(({ rails }) => rails.some((rail) => rail === name))
}

/** The currencies that a network carries; none for an unknown network. */
export const currenciesOn = (network: string): readonly string[] => {
  const currencies = networkOf(network)?.currencies ?? []
  return currencies === 'ANY' ? [] : currencies
}

/** Whether the text is an address on the network, or on LIGHTNING an invoice or an offer. */
export const isAddressOn = (network: string, text: string): boolean =>
  Object.values(networkOf(network)?.fields ?? {}).some((field) => {
    const { pattern, maxLength } = field as { pattern?: string; maxLength?: number }
    return pattern !== undefined && new RegExp(pattern).test(text) && text.length <= (maxLength ?? text.length)
  })
