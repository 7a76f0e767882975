/** Owns the tables of money: balances, holds, postings, and the sums of the house. */
import type { internalAccountLifecycle } from '../../../contract/accounts/internal-account-lifecycle.ts'
import type { StateOf } from '../../../contract/lifecycle.ts'
import { bool, int, log, money, orNull, type Row, table, tally, text, time, uuid } from '../../engine/table.ts'

export type AccountStatus = StateOf<typeof internalAccountLifecycle>

/** What an internal account holds. The database CHECKs that `posted - held` is never below zero. */
export const balances = table(
  'balances',
  {
    id: uuid,
    status: text<AccountStatus>(),
    posted: money,
    held: money,
    /** Wallet privacy; null where the account is no wallet. */
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

export const holds = table(
  'holds',
  {
    id: uuid,
    accountId: uuid,
    amount: money,
    status: text<'OPEN' | 'RELEASED' | 'SETTLED'>(),
    createdAt: time,
    updatedAt: time,
  },
  { resource: 'Hold', changing: ['amount', 'status', 'updatedAt'] },
)
export type Hold = Row<typeof holds>

/**
 * One movement: `amount` leaves the debited account and reaches the credited one. So every row balances by its form,
 * and a sum over all rows is zero in each currency. Rows are never changed or removed.
 */
export const postings = log('postings', {
  transactionId: uuid,
  line: int,
  debitAccount: uuid,
  creditAccount: uuid,
  currency: text(),
  amount: money,
  /** The account's posted balance right after; null for accounts of the house. */
  debitAfter: orNull(money),
  creditAfter: orNull(money),
  createdAt: time,
})
export type Posting = Row<typeof postings>

/** Balances of house accounts, as differences that are folded now and then. They may be below zero. */
export const houseBalances = tally('house_balances')
