/** Money movements with their events: each account whose balance changes records INTERNAL_ACCOUNT.BALANCE_UPDATED. */
import type { Rows } from '../../engine/rows.ts'
import { recordState } from '../../infra/state-machines/move.ts'
import { keepState } from '../../infra/state-machines/row-snapshot.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import { type Hold, hold, release, resize, settle } from '../ledger/hold.ts'
import { type Cause, type Movement, post } from '../ledger/post.ts'

/** Posts the movements of a transaction. @throws Refusal as `post` */
export function moveMoney(rows: Rows, cause: Cause, movements: readonly Movement[]): void {
  for (const balance of post(rows, cause, movements)) recordBalance(rows, balance)
}

/** Holds an amount, in minor units of the account's currency. @throws Refusal as `hold` */
export function holdMoney(rows: Rows, accountId: string, amount: bigint): Hold {
  const made = hold(rows, accountId, amount)
  recordBalance(rows, made.balance)
  return made.hold
}

/** Releases a hold completely. @throws Refusal as `release` */
export const releaseMoney = (rows: Rows, holdId: string): void => recordBalance(rows, release(rows, holdId))

/** Changes the amount of a hold, in minor units. @throws Refusal as `resize` */
export const resizeHold = (rows: Rows, holdId: string, amount: bigint): void =>
  recordBalance(rows, resize(rows, holdId, amount))

/** Captures a hold. @param keep how much of it stays held, in minor units. @throws Refusal as `settle` */
export function settleMoney(rows: Rows, holdId: string, cause: Cause, movements: readonly Movement[], keep = 0n): void {
  for (const balance of settle(rows, holdId, cause, movements, keep)) recordBalance(rows, balance)
}

const recordBalance = (rows: Rows, balance: Balance): void =>
  recordState(rows, 'INTERNAL_ACCOUNT.BALANCE_UPDATED', balance, () => keepState(balances, balance))
