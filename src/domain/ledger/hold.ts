/** Holds: amounts reserved on a balance so that they cannot be spent twice, until they are captured or released. */
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { money, type Row, table, text, time, uuid } from '../../engine/table.ts'
import { type Balance, balances } from './balance.ts'
import { type Cause, type Movement, post, refuseUnlessActive } from './post.ts'

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

/** Holds an amount, in minor units of the account's currency. @throws Refusal INSUFFICIENT_BALANCE, ACCOUNT_NOT_ACTIVE */
export function hold(rows: Rows, accountId: string, amount: bigint): { hold: Hold; balance: Balance } {
  const balance = rows.get(balances, accountId)
  if (amount <= 0n) throw new Error('The amount of a hold must be positive')
  refuseUnlessCovered(balance, amount)
  const held = rows.add(holds, {
    id: rows.newId(),
    accountId,
    amount,
    status: 'OPEN',
    createdAt: rows.now,
    updatedAt: rows.now,
  })
  return { hold: held, balance: setHeld(rows, balance, balance.held + amount) }
}

/** Releases the whole hold. @throws Refusal INVALID_STATE_TRANSITION if it is not OPEN */
export function release(rows: Rows, holdId: string): Balance {
  const open = openHold(rows, holdId)
  rows.change(holds, open, { status: 'RELEASED', amount: 0n, updatedAt: rows.now })
  const balance = rows.get(balances, open.accountId)
  return setHeld(rows, balance, balance.held - open.amount)
}

/**
 * Captures a hold: posts the movements and releases what they do not debit.
 * @param keep how much stays held, in minor units. @throws Refusal INVALID_STATE_TRANSITION if it is not OPEN; as `post`
 */
export function settle(rows: Rows, holdId: string, cause: Cause, movements: readonly Movement[], keep = 0n): Balance[] {
  const open = openHold(rows, holdId)
  if (keep < 0n || keep > open.amount)
    throw new Error('The kept amount must be between zero and the amount of the hold')
  rows.change(holds, open, { status: keep > 0n ? 'OPEN' : 'SETTLED', amount: keep, updatedAt: rows.now })
  const balance = rows.get(balances, open.accountId)
  // No version of its own: the posting that follows makes the balance's next version.
  rows.change(balances, balance, { held: balance.held - open.amount + keep })
  return post(rows, cause, movements)
}

/** Changes the amount of a hold. @param amount positive, in minor units. @throws Refusal INVALID_STATE_TRANSITION; INSUFFICIENT_BALANCE, ACCOUNT_NOT_ACTIVE for a higher one */
export function resize(rows: Rows, holdId: string, amount: bigint): Balance {
  const open = openHold(rows, holdId)
  if (amount <= 0n) throw new Error('The amount of a hold must be positive')
  const balance = rows.get(balances, open.accountId)
  const more = amount - open.amount
  if (more > 0n) refuseUnlessCovered(balance, more)
  rows.change(holds, open, { amount, updatedAt: rows.now })
  return setHeld(rows, balance, balance.held + more)
}

/** Whether an account can pay an amount, in minor units, now. */
export const covers = ({ status, posted, held }: Balance, amount: bigint): boolean =>
  status === 'ACTIVE' && posted - held >= amount

function refuseUnlessCovered(balance: Balance, amount: bigint): void {
  refuseUnlessActive(balance)
  if (!covers(balance, amount)) refuse('INSUFFICIENT_BALANCE', 'The account does not hold enough for this payment')
}

function openHold(rows: Rows, holdId: string): Hold {
  const found = rows.get(holds, holdId)
  return found.status === 'OPEN' ? found : refuse('INVALID_STATE_TRANSITION', `The hold is ${found.status}`)
}

const setHeld = (rows: Rows, balance: Balance, held: bigint): Balance =>
  rows.change(balances, balance, { held, version: balance.version + 1, updatedAt: rows.now })
