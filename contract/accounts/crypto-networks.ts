/** Owns what travels by which crypto network, and how its addresses look: read from the wallets that can be registered. */
import type { TProperties } from 'typebox'
import { BitcoinAddress } from '../payments/external-accounts/account-fields.ts'
import type { AccountTypeRow } from '../payments/external-accounts/account-row.ts'
import { WALLET_ACCOUNT_TYPES } from '../payments/external-accounts/account-types-wallet.ts'

interface Traffic {
  readonly currencies: readonly string[] | 'ANY'
  readonly fields: TProperties
}

/** Nobody registers addresses of the chain itself, so it is no account type. */
const BITCOIN: Traffic = { currencies: ['BTC'], fields: { address: BitcoinAddress } }

function trafficOf(network: string): Traffic | undefined {
  if (network === 'BITCOIN') return BITCOIN
  const wallets: readonly AccountTypeRow[] = Object.values(WALLET_ACCOUNT_TYPES)
  return wallets.find(({ rails }) => rails.some((rail) => rail === network))
}

/** The currencies that a network carries; none for one that is unknown. */
export const currenciesOn = (network: string): readonly string[] => {
  const currencies = trafficOf(network)?.currencies ?? []
  return currencies === 'ANY' ? [] : currencies
}

/** Whether something can be sent there: an address, and on LIGHTNING an invoice or an offer. */
export const isAddressOn = (network: string, text: string): boolean =>
  Object.values(trafficOf(network)?.fields ?? {}).some((field) => {
    const { pattern, maxLength } = field as { pattern?: string; maxLength?: number }
    return pattern !== undefined && new RegExp(pattern).test(text) && text.length <= (maxLength ?? text.length)
  })
