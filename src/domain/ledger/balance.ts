/** Balance: what an internal account holds, with the account's status. */
import type { internalAccountLifecycle } from '../../../contract/accounts/internal-account-lifecycle.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'
import { bool, int, money, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'

export type AccountStatus = StateOf<typeof internalAccountLifecycle>

/** What an internal account holds. The database CHECKs that `posted - held` is never below zero. */
export const balances = table(
  'balances',
  {
    id: uuid,
    status: text<AccountStatus>(),
    posted: money,
    held: money,
    /** Wallet privacy; null where the account is not a wallet. */
    privateEnabled: orNull(bool),
    version: int,
    updatedAt: time,
  },
  {
    resource: 'InternalAccount',
    changing: ['status', 'posted', 'held', 'privateEnabled', 'version', 'updatedAt'],
    cached: true,
  },
)
export type Balance = Row<typeof balances>
