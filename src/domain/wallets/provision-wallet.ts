/** Owns the key of a wallet that was opened without one. */
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import type { NewWallet } from '../../providers/custodian/port.ts'
import { accountMachine } from '../accounts/account-machine.ts'
import { keepWallet } from '../accounts/open-account.ts'
import { accounts, walletAddresses } from '../accounts/tables.ts'
import { balances } from '../ledger/tables.ts'

/** Gives the account its key, once, and lets it send and receive. */
export function provisionWallet(rows: Rows, accountId: string, wallet: NewWallet): void {
  rows.together([accounts, accountId], [walletAddresses, accountId], [balances, accountId])
  if (rows.find(walletAddresses, accountId)) return
  const account = rows.get(accounts, accountId)
  const balance = rows.get(balances, accountId)
  keepWallet(rows, accountId, wallet)
  if (balance.status === 'PENDING')
    move(rows, accountMachine(account, wallet.sparkAddress), balance, 'activate', { updatedAt: rows.now })
}
