/** Owns the end of an internal account. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import { balances } from '../ledger/tables.ts'
import { accountMachine } from './account-machine.ts'
import { sparkAddressOf } from './spark-address.ts'
import { accounts } from './tables.ts'

/** Closes an account that is empty; a closed one stays closed. @throws Refusal CONFLICT while it holds money */
export function closeAccount(rows: Rows, accountId: string): void {
  const account = rows.get(accounts, accountId)
  const balance = rows.get(balances, accountId)
  if (balance.status === 'CLOSED') return
  if (balance.posted !== 0n) refuse('CONFLICT', `The ${account.currency} account still holds money; pay it out first`)
  move(rows, accountMachine(account, sparkAddressOf(rows, account)), balance, 'close', { updatedAt: rows.now })
}
