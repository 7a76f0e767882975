/**
 * Posting: the only code that changes posted balances. Every movement debits one account and credits another with the
 * same amount.
 */
import { LIMITS } from '../../../contract/limits.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { int, log, money, orNull, type Row, text, time, uuid } from '../../engine/table.ts'
import { type Balance, balances } from './balance.ts'
import { houseBalances, isHouse } from './house.ts'

/**
 * One movement: `amount` leaves the debited account and reaches the credited one. A row that names both sides is
 * balanced by construction, so each currency sums to zero. Rows are only appended; a trigger refuses changes and
 * deletions. Their numbers order them for checkpoints (sealed-range.ts).
 */
export const postings = log(
  'postings',
  {
    transactionId: uuid,
    line: int,
    debitAccount: uuid,
    creditAccount: uuid,
    currency: text(),
    amount: money,
    /** The account's posted balance right after the movement; null for house accounts. */
    debitAfter: orNull(money),
    creditAfter: orNull(money),
    createdAt: time,
  },
  { isNumbered: true },
)
export type Posting = Row<typeof postings>

/** `amount` is in minor units of the currency. */
export interface Movement {
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly amount: bigint
}

/** The transaction for which money moves. Its postings are numbered by its version, so each version moves money at most once from the same first line. */
export interface Cause {
  readonly id: string
  readonly version: number
  /** Number of the first line within the version, below 100. Only for money that moves after the version's own: a release from suspense. */
  readonly firstLine?: number
}

const AMOUNT_MAX = BigInt(LIMITS.amount)

/**
 * Moves money for a transaction, at most once for each of its versions. Movements of zero are skipped.
 * @returns the changed balances
 * @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, INSUFFICIENT_BALANCE, AMOUNT_OUT_OF_RANGE (a balance would exceed 9e15)
 */
export function post(rows: Rows, cause: Cause, movements: readonly Movement[]): Balance[] {
  const changed = new Map<string, Balance>()
  let line = cause.version * 100 + (cause.firstLine ?? 0)
  for (const { from, to, currency, amount } of movements) {
    if (amount === 0n) continue
    if (amount < 0n) throw new Error('The amount of a movement must not be negative; swap from and to instead')
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
  // One event reports all movements of a cause, so they make one version together.
  const version = changed.has(accountId) ? balance.version : balance.version + 1
  changed.set(accountId, rows.change(balances, balance, { posted, version, updatedAt: rows.now }))
  return posted
}

/** Why an account cannot be credited with an amount, in minor units, now; undefined: it can. */
export function creditObstacle({ status, posted }: Balance, amount: bigint): string | undefined {
  if (status !== 'ACTIVE') return `the account is ${status}`
  return posted + amount > AMOUNT_MAX ? `the account would hold more than ${AMOUNT_MAX} minor units` : undefined
}
export const canReceive = (balance: Balance, amount: bigint): boolean => creditObstacle(balance, amount) === undefined

/** @throws Refusal ACCOUNT_NOT_ACTIVE */
export function refuseUnlessActive({ status }: Pick<Balance, 'status'>): void {
  if (status !== 'ACTIVE')
    refuse('ACCOUNT_NOT_ACTIVE', `The account is ${status}; only an ACTIVE account sends and receives`)
}
