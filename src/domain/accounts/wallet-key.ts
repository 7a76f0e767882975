/** Wallet key and address of an embedded wallet: tables and look-up. Everything else about wallets is in a layer above. */
import type { InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import type { Rows } from '../../engine/rows.ts'
import { table, text, time, uuid } from '../../engine/table.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'

/** Where an embedded wallet is paid, once it has a key. */
export const walletAddresses = table('wallet_addresses', { id: uuid, sparkAddress: text() }, { cached: true })

/** A wallet's key as the custodian sealed it. */
export const walletKeys = table(
  'wallet_keys',
  { id: uuid, sealedKey: text(), createdAt: time },
  { resource: 'InternalAccount', changing: ['sealedKey'] },
)

/** @returns undefined for an account that is not a wallet, and for a wallet that has no key yet */
export const findSparkAddress = (
  rows: Rows,
  { id, type }: { readonly id: string; readonly type: InternalAccountType },
): string | undefined => (type === 'EMBEDDED_WALLET' ? rows.peek(walletAddresses, id)?.sparkAddress : undefined)

/** Stores the key and the address of a wallet. Neither ever changes; only the form in which the key is sealed can. */
export function storeWalletKey(rows: Rows, id: string, { sealedKey, sparkAddress }: NewWallet): void {
  rows.add(walletAddresses, { id, sparkAddress })
  rows.add(walletKeys, { id, sealedKey, createdAt: rows.now })
}
