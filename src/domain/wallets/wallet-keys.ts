/** Wallet keys: provisioning of a wallet that was opened without a key, and exchange of its sealed form. */
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import { accountMachine, accounts } from '../accounts/internal-account.ts'
import { storeWalletKey, walletAddresses, walletKeys } from '../accounts/wallet-key.ts'
import { balances } from '../ledger/balance.ts'
import { credentials } from './credentials/credential.ts'

/** Stores the wallet's key, once, and activates the account. */
export function provisionWallet(rows: Rows, accountId: string, wallet: NewWallet): void {
  rows.together([accounts, accountId], [walletAddresses, accountId], [balances, accountId])
  if (rows.find(walletAddresses, accountId)) return
  const account = rows.get(accounts, accountId)
  const balance = rows.get(balances, accountId)
  storeWalletKey(rows, accountId, wallet)
  if (balance.status === 'PENDING')
    move(rows, accountMachine(account, wallet.sparkAddress), balance, 'activate', { updatedAt: rows.now })
}

export interface Resealed {
  /** The wallet. */
  readonly id: string
  /** The sealed key as it was read; a key that has changed since is left as it is. */
  readonly before: string
  readonly after: string
  /** Certificates of its credentials by bare id, if the older form had none. */
  readonly certificates?: ReadonlyMap<string, string>
}

/** Replaces sealed keys by the same keys under another master key or in the current form. @returns how many */
export function resealKeys(rows: Rows, resealed: readonly Resealed[]): number {
  rows.together(...resealed.map(({ id }) => [walletKeys, id] as const))
  const current = resealed.filter(({ id, before }) => rows.find(walletKeys, id)?.sealedKey === before)
  for (const { id, after, certificates } of current) {
    rows.change(walletKeys, rows.get(walletKeys, id), { sealedKey: after })
    for (const [credentialId, certificate] of certificates ?? [])
      rows.change(credentials, rows.get(credentials, credentialId), { certificate })
  }
  return current.length
}
