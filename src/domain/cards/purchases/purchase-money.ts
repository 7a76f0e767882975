/**
 * Owns the money of purchases. The merchant is paid by the network, and the network by the house's account for cards;
 * that account is filled from the funding source. So what a funding source does not bear stands there, below zero.
 */

import type { Rows } from '../../../engine/rows.ts'
import { askOperator } from '../../../infra/jobs/enqueue.ts'
import { jobs } from '../../../infra/jobs/tables.ts'
import { moveMoney, releaseMoney, resizeHold, settleMoney } from '../../accounts/move-money.ts'
import { accounts } from '../../accounts/tables.ts'
import { covers } from '../../ledger/hold.ts'
import { house } from '../../ledger/house.ts'
import type { Movement } from '../../ledger/post.ts'
import { balances, holds } from '../../ledger/tables.ts'
import { cards as cardTable } from '../card.ts'
import { isWallet } from '../delegated-keys/consents.ts'
import type { CardTransaction } from './purchase.ts'

type Amounts = Pick<
  CardTransaction,
  'settledAmount' | 'refundedAmount' | 'pulledAmount' | 'creditedAmount' | 'suspendedAmount'
>

/** What the merchant has got and not given back. */
export const netSettled = ({ settledAmount, refundedAmount }: Amounts): bigint => settledAmount - refundedAmount

/** What the funding source has paid and not got back. */
export const netPulled = ({ pulledAmount, creditedAmount, suspendedAmount }: Amounts): bigint =>
  pulledAmount - creditedAmount - suspendedAmount

/** What the funding source still owes for the purchase. Never below zero. */
export const owed = (amounts: Amounts): bigint => netSettled(amounts) - netPulled(amounts)

const accountsOf = ({ accountId, currency }: CardTransaction) => ({
  cards: house('cards', currency),
  rails: house('rails', currency),
  suspense: house('suspense', currency),
  accountId,
  currency,
})

/** The network pays the merchant; below zero: the merchant gives back. */
export function merchantMovement(purchase: CardTransaction, amount: bigint): Movement {
  const { cards, rails, currency } = accountsOf(purchase)
  return amount < 0n
    ? { from: rails, to: cards, currency, amount: -amount }
    : { from: cards, to: rails, currency, amount }
}

const smallerOf = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/**
 * Whether the funding source may be drawn on beyond what is set aside, up to a total of the purchase. The holder of a
 * wallet has agreed to that much only while the delegated key is ACTIVE, and only up to the cap that was signed.
 */
export function mayDebitBeyondHold(rows: Rows, { cardId, accountId }: CardTransaction, total: bigint): boolean {
  if (!isWallet(rows, accountId)) return true
  const { consents, maxSpend } = rows.get(cardTable, cardId)
  return consents[accountId] !== undefined && (maxSpend === null || total <= maxSpend)
}

/**
 * Takes an amount from the funding source, out of what is set aside first; if the rest is not there or may not be
 * taken, only what is set aside; from an account that sends nothing, nothing.
 * @param beside movements that happen in any case
 */
export function debitSource(
  rows: Rows,
  purchase: CardTransaction,
  amount: bigint,
  beside: readonly Movement[] = [],
): Pick<CardTransaction, 'pulledAmount' | 'heldAmount'> {
  const { accountId, cards, currency } = accountsOf(purchase)
  const { heldAmount, holdId } = purchase
  const balance = rows.get(balances, accountId)
  const fromHold = smallerOf(heldAmount, amount)
  const isSending = balance.status === 'ACTIVE'
  const isWhole =
    covers(balance, amount - fromHold) &&
    (amount === fromHold || mayDebitBeyondHold(rows, purchase, netPulled(purchase) + amount))
  const taken = isWhole ? amount : isSending ? fromHold : 0n
  const drawn = isSending ? fromHold : 0n
  const movements = [{ from: accountId, to: cards, currency, amount: taken }, ...beside]
  if (drawn > 0n) settleMoney(rows, holdId as string, purchase, movements, heldAmount - drawn)
  else moveMoney(rows, purchase, movements)
  return { pulledAmount: purchase.pulledAmount + taken, heldAmount: heldAmount - drawn }
}

/** Gives an amount to the funding source; if that takes nothing, the money is in suspense and an operator has a task. */
export function creditSource(
  rows: Rows,
  purchase: CardTransaction,
  amount: bigint,
  beside: readonly Movement[] = [],
): Pick<CardTransaction, 'creditedAmount' | 'suspendedAmount'> {
  const { accountId, cards, suspense, currency } = accountsOf(purchase)
  const { creditedAmount, suspendedAmount } = purchase
  const isTaking = amount === 0n || rows.get(balances, accountId).status === 'ACTIVE'
  moveMoney(rows, purchase, [...beside, { from: cards, to: isTaking ? accountId : suspense, currency, amount }])
  if (isTaking) return { creditedAmount: creditedAmount + amount, suspendedAmount }
  if (!rows.find(jobs, `${TASK}/${purchase.id}`))
    askOperator(rows, TASK, purchase.id, 'Money that a merchant gave back is in suspense')
  return { creditedAmount, suspendedAmount: suspendedAmount + amount }
}

const TASK = 'giveCardMoneyBack'

/** Keeps so much of what is set aside, and lets the rest go. @param amount below zero counts as zero */
export function adjustHold(rows: Rows, purchase: CardTransaction, amount: bigint): Pick<CardTransaction, 'heldAmount'> {
  if (amount <= 0n) return releaseHold(rows, purchase)
  if (amount !== purchase.heldAmount) resizeHold(rows, purchase.holdId as string, amount)
  return { heldAmount: amount }
}

/** Lets go of what is set aside. */
export function releaseHold(rows: Rows, { holdId, heldAmount }: CardTransaction): Pick<CardTransaction, 'heldAmount'> {
  if (heldAmount > 0n) releaseMoney(rows, holdId as string)
  return { heldAmount: 0n }
}

/** Names what a step needs beside the purchase, so that it is fetched together. */
export function foresee(rows: Rows, { holdId, accountId }: CardTransaction): void {
  rows.together(
    [accounts, accountId, 'seen'],
    [balances, accountId],
    ...(holdId === null ? [] : [[holds, holdId] as const]),
  )
}
