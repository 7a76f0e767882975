/** Wallet key and address of an account that is an embedded wallet: tables and look-up. The lifecycle of wallets is a layer above. */
import type { InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import type { Rows } from '../../engine/rows.ts'
import { table, text, time, uuid } from '../../engine/table.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'

/** Where others pay a wallet: an account that is an EMBEDDED_WALLET, once it has a key. */
export const walletAddresses = table('wallet_addresses', { id: uuid, sparkAddress: text() }, { cached: true })

/** The key of a wallet, as the custodian has sealed it. */
export const walletKeys = table(
  'wallet_keys',
  { id: uuid, sealedKey: text(), createdAt: time },
  { resource: 'InternalAccount', changing: ['sealedKey'] },
)

/** @returns undefined for what is no wallet, and for a wallet that has no key yet */
export const findSparkAddress = (
  rows: Rows,
  { id, type }: { id: string; type: InternalAccountType },
): string | undefined => (type === 'EMBEDDED_WALLET' ? rows.peek(walletAddresses, id)?.sparkAddress : undefined)

/** Gives an account that is a wallet its key and address. They never change. */
export function storeWalletKey(rows: Rows, id: string, { sealedKey, sparkAddress }: NewWallet): void {
  rows.add(walletAddresses, { id, sparkAddress })
  rows.add(walletKeys, { id, sealedKey, createdAt: rows.now })
}
