/** Wallet look-up for commands. */
import { refuse, refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { Table } from '../../engine/table.ts'
import { type Account, accounts } from '../accounts/internal-account.ts'
import { balances } from '../ledger/balance.ts'

/** @param field names the account in the request. @param beside rows that are read afterwards, to be fetched with it. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT (no wallet), ACCOUNT_NOT_ACTIVE (closed) */
export function requireWallet(
  rows: Rows,
  accountId: string,
  field: string,
  ...beside: readonly (readonly [Table, string, 'seen'?])[]
): Account {
  rows.together([accounts, accountId], [balances, accountId, 'seen'], ...beside)
  const account = rows.get(accounts, accountId)
  if (account.type !== 'EMBEDDED_WALLET') refuseField('INVALID_INPUT', field, 'is not an embedded wallet')
  if (rows.peek(balances, accountId)?.status === 'CLOSED') refuse('ACCOUNT_NOT_ACTIVE', 'The wallet is CLOSED')
  return account
}
