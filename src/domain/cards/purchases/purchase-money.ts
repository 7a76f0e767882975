/**
 * Purchase money. The network pays the merchant, the house account *cards* pays the network, and the funding source
 * fills *cards*. What a funding source cannot pay shows as a negative balance of *cards*.
 */
import type { Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { askOperator } from '../../../infra/jobs/enqueue.ts'
import { jobs } from '../../../infra/jobs/tables.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { moveMoney, releaseMoney, resizeHold, settleMoney } from '../../accounts/move-money.ts'
import { balances } from '../../ledger/balance.ts'
import { covers, holds } from '../../ledger/hold.ts'
import { house } from '../../ledger/house.ts'
import { creditObstacle, type Movement } from '../../ledger/post.ts'
import { cards as cardTable } from '../card.ts'
import { isWallet } from '../delegated-keys/consents.ts'
import type { CardTransaction } from './purchase.ts'

type Amounts = Pick<
  CardTransaction,
  'settledAmount' | 'refundedAmount' | 'pulledAmount' | 'creditedAmount' | 'suspendedAmount'
>

/** What the merchant received and has not refunded. */
export const netSettled = ({ settledAmount, refundedAmount }: Amounts): bigint => settledAmount - refundedAmount

/** What the funding source paid and has not received back. */
export const netPulled = ({ pulledAmount, creditedAmount, suspendedAmount }: Amounts): bigint =>
  pulledAmount - creditedAmount - suspendedAmount

/** What the funding source still owes for the purchase; never negative. */
export const owed = (amounts: Amounts): bigint => netSettled(amounts) - netPulled(amounts)

const accountsOf = ({ accountId, currency }: CardTransaction) => ({
  cards: house('cards', currency),
  rails: house('rails', currency),
  suspense: house('suspense', currency),
  accountId,
  currency,
})

/** The network pays the merchant. @param amount negative: the merchant refunds */
export function merchantMovement(purchase: CardTransaction, amount: bigint): Movement {
  const { cards, rails, currency } = accountsOf(purchase)
  return amount < 0n
    ? { from: rails, to: cards, currency, amount: -amount }
    : { from: cards, to: rails, currency, amount }
}

const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/**
 * Whether the funding source may be debited beyond its hold, up to a total of the purchase. For a wallet only while the
 * delegated key is ACTIVE, and only up to the cap that its holder signed.
 */
export function mayDebitBeyondHold(rows: Rows, { cardId, accountId }: CardTransaction, total: bigint): boolean {
  if (!isWallet(rows, accountId)) return true
  const { consents, maxSpend } = rows.get(cardTable, cardId)
  return consents[accountId] !== undefined && (maxSpend === null || total <= maxSpend)
}

/**
 * Debits the funding source: the hold first, then the available balance. If the rest is not available or not authorized,
 * only the hold; if the account is not ACTIVE, nothing.
 * @param beside movements that are posted in any case
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
  const fromHold = lesser(heldAmount, amount)
  const isDebitable = balance.status === 'ACTIVE'
  const isWhole =
    covers(balance, amount - fromHold) &&
    (amount === fromHold || mayDebitBeyondHold(rows, purchase, netPulled(purchase) + amount))
  const taken = isWhole ? amount : isDebitable ? fromHold : 0n
  const drawn = isDebitable ? fromHold : 0n
  const movements = [{ from: accountId, to: cards, currency, amount: taken }, ...beside]
  if (drawn > 0n) settleMoney(rows, holdId as string, purchase, movements, heldAmount - drawn)
  else moveMoney(rows, purchase, movements)
  return { pulledAmount: purchase.pulledAmount + taken, heldAmount: heldAmount - drawn }
}

/** Credits the funding source. If it cannot receive the money, it goes to suspense and the operator gets a task. */
export function creditSource(
  rows: Rows,
  purchase: CardTransaction,
  amount: bigint,
  beside: readonly Movement[] = [],
): Pick<CardTransaction, 'creditedAmount' | 'suspendedAmount'> {
  const { accountId, cards, suspense, currency } = accountsOf(purchase)
  const { creditedAmount, suspendedAmount } = purchase
  const obstacle = amount === 0n ? undefined : creditObstacle(rows.get(balances, accountId), amount)
  moveMoney(rows, purchase, [...beside, { from: cards, to: obstacle ? suspense : accountId, currency, amount }])
  if (!obstacle) return { creditedAmount: creditedAmount + amount, suspendedAmount }
  if (!rows.find(jobs, `${SUSPENDED_CREDIT}/${purchase.id}`))
    askOperator(
      rows,
      SUSPENDED_CREDIT,
      purchase.id,
      `A refund could not be credited to the funding source and is in suspense: ${obstacle}`,
    )
  return { creditedAmount, suspendedAmount: suspendedAmount + amount }
}

/** Name of the operator's task to credit the funding source from suspense. */
export const SUSPENDED_CREDIT = 'giveCardMoneyBack'

/** Resizes the hold. @param amount negative counts as zero */
export function adjustHold(rows: Rows, purchase: CardTransaction, amount: bigint): Pick<CardTransaction, 'heldAmount'> {
  if (amount <= 0n) return releaseHold(rows, purchase)
  if (amount !== purchase.heldAmount) resizeHold(rows, purchase.holdId as string, amount)
  return { heldAmount: amount }
}

/** Releases the hold. */
export function releaseHold(rows: Rows, { holdId, heldAmount }: CardTransaction): Pick<CardTransaction, 'heldAmount'> {
  if (heldAmount > 0n) releaseMoney(rows, holdId as string)
  return { heldAmount: 0n }
}

/** Rows that the functions above read in addition to the purchase. @param purchase as seen last */
export function purchaseMoneyReads(purchase: CardTransaction | undefined): Read[] {
  if (purchase === undefined) return []
  const { holdId, accountId } = purchase
  const reads: Read[] = [
    [accounts, accountId, 'peek'],
    [balances, accountId],
  ]
  if (holdId !== null) reads.push([holds, holdId])
  return reads
}
