/** Wallet look-up for commands. */
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Read } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Account, accounts } from '../accounts/internal-account.ts'
import { balances } from '../ledger/balance.ts'

/** Rows that `requireWallet` reads. */
export const walletReads = (accountId: string): Read[] => [
  [accounts, accountId],
  [balances, accountId, 'peek'],
]

/** @param field names the account in the request. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT (no wallet), ACCOUNT_NOT_ACTIVE (closed) */
export function requireWallet(rows: Rows, accountId: string, field: string): Account {
  const account = rows.get(accounts, accountId)
  if (account.type !== 'EMBEDDED_WALLET') refuseField('INVALID_INPUT', field, 'is not an embedded wallet')
  if (rows.peek(balances, accountId)?.status === 'CLOSED') refuse('ACCOUNT_NOT_ACTIVE', 'The wallet is CLOSED')
  return account
}
