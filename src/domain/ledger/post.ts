/** Owns the only writing of balances and postings: money moves from one account to another, never appears, never vanishes. */
import { LIMITS } from '../../../contract/limits.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { int, log, money, orNull, type Row, text, time, uuid } from '../../engine/table.ts'
import { type Balance, balances } from './balance.ts'
import { houseBalances, isHouse } from './house.ts'

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

/** So much, from one account to the other, in minor units of the currency. */
export interface Movement {
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly amount: bigint
}

/** What money moves for. Its version tells its postings apart from those of its other moves, so it moves money at most once a version. */
export interface Cause {
  readonly id: string
  readonly version: number
}

const AMOUNT_MAX = BigInt(LIMITS.amount)

/**
 * Moves money for a transaction; at most once for each of its versions. Returns the balances it changed.
 * @throws Refusal INSUFFICIENT_BALANCE, ACCOUNT_NOT_ACTIVE, AMOUNT_OUT_OF_RANGE (a balance would pass 9e15)
 */
export function post(rows: Rows, cause: Cause, movements: readonly Movement[]): Balance[] {
  const changed = new Map<string, Balance>()
  let line = cause.version * 100
  for (const { from, to, currency, amount } of movements) {
    if (amount === 0n) continue
    if (amount < 0n) throw new Error('A movement goes the other way round instead of below zero')
    const debitAfter = change(rows, changed, from, -amount)
    const creditAfter = change(rows, changed, to, amount)
    rows.append(postings, {
      transactionId: cause.id,
      line: line++,
      debitAccount: from,
      creditAccount: to,
      currency,
      amount,
      debitAfter,
      creditAfter,
      createdAt: rows.now,
    })
  }
  return [...changed.values()]
}

function change(rows: Rows, changed: Map<string, Balance>, accountId: string, amount: bigint): bigint | null {
  if (isHouse(accountId)) {
    rows.tally(houseBalances, accountId, amount)
    return null
  }
  const balance = rows.get(balances, accountId)
  refuseUnlessActive(balance)
  const posted = balance.posted + amount
  if (amount < 0n && posted < balance.held)
    refuse('INSUFFICIENT_BALANCE', 'The account does not hold enough for this payment')
  if (posted > AMOUNT_MAX)
    refuse('AMOUNT_OUT_OF_RANGE', 'The account cannot hold more than 9000000000000000 minor units')
  // One event tells of all movements of a cause, so the version counts once.
  const version = changed.has(accountId) ? balance.version : balance.version + 1
  changed.set(accountId, rows.change(balances, balance, { posted, version, updatedAt: rows.now }))
  return posted
}

/** @throws Refusal ACCOUNT_NOT_ACTIVE */
export function refuseUnlessActive({ status }: Pick<Balance, 'status'>): void {
  if (status !== 'ACTIVE')
    refuse('ACCOUNT_NOT_ACTIVE', `The account is ${status}; only an ACTIVE account sends and receives`)
}
