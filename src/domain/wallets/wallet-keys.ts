/** Wallet keys: provisioning of a wallet that was opened without a key, and exchange of its sealed form. */
import { command, type Read } from '../../engine/command.ts'
import { move } from '../../infra/state-machines/move.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import { accountMachine, accounts } from '../accounts/internal-account.ts'
import { storeWalletKey, walletAddresses, walletKeys } from '../accounts/wallet-key.ts'
import { balances } from '../ledger/balance.ts'
import { credentials } from './credentials/credential.ts'

export interface ProvisionedWallet {
  readonly accountId: string
  readonly wallet: NewWallet
}

/** Stores the wallet's key, once, and activates the account. */
export const provisionWallet = command({
  reads: (_seen, { accountId }: ProvisionedWallet) => [
    [accounts, accountId],
    [walletAddresses, accountId],
    [balances, accountId],
  ],
  run(rows, { accountId, wallet }): void {
    if (rows.find(walletAddresses, accountId)) return
    const balance = rows.get(balances, accountId)
    storeWalletKey(rows, accountId, wallet)
    if (balance.status === 'PENDING') move(rows, accountMachine, balance, 'activate', { updatedAt: rows.now })
  },
})

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
export const resealKeys = command({
  reads: (_seen, resealed: readonly Resealed[]) =>
    resealed.flatMap(({ id, certificates }): Read[] => [
      [walletKeys, id],
      ...[...(certificates?.keys() ?? [])].map((credentialId): Read => [credentials, credentialId]),
    ]),
  run(rows, resealed): number {
    const current = resealed.filter(({ id, before }) => rows.find(walletKeys, id)?.sealedKey === before)
    for (const { id, after, certificates } of current) {
      rows.change(walletKeys, rows.get(walletKeys, id), { sealedKey: after })
      for (const [credentialId, certificate] of certificates ?? [])
        rows.change(credentials, rows.get(credentials, credentialId), { certificate })
    }
    return current.length
  },
})
