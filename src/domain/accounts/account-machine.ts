/** Owns internal accounts as things that move. */

import { internalAccountLifecycle } from '../../../contract/accounts/internal-account-lifecycle.ts'
import type { Machine } from '../../infra/states/move.ts'
import { type Balance, balances } from '../ledger/tables.ts'
import { presentInternalAccount } from './present.ts'
import type { Account } from './tables.ts'

/** An account's status stands with its money; what it is called, and whose it is, stand apart. @param sparkAddress of a wallet that has one */
export const accountMachine = (
  account: Account,
  sparkAddress: string | undefined,
): Machine<Balance, keyof typeof internalAccountLifecycle.moves> => ({
  lifecycle: internalAccountLifecycle,
  table: balances,
  eventType: (_balance, event) => `INTERNAL_ACCOUNT.${event}`,
  present: (balance) => presentInternalAccount(account, balance, sparkAddress),
})
