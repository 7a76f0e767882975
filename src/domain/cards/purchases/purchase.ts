/** Owns the tables of cards and of what is paid with them. No number or security code of a card is anywhere here. */

import { cardTransactionLifecycle } from '../../../../contract/cards/card-transaction-lifecycle.ts'
import type {
  CardDeclineReason,
  CardMerchant,
  CardTransaction as WireCardTransaction,
} from '../../../../contract/cards/card-transactions.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { presentMoney, wireAmount } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { refuseField } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, json, log, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { type Machine, move, tell } from '../../../infra/states/move.ts'

export type CardTransactionStatus = StateOf<typeof cardTransactionLifecycle>

/** One purchase. All amounts are minor units of its currency, which is the card's and the funding source's. */
export const cardTransactions = table(
  'card_transactions',
  {
    id: uuid,
    status: text<CardTransactionStatus>(),
    declineReason: orNull(text<CardDeclineReason>()),
    cardId: uuid,
    /** The funding source that pays; of a declined one the first of the card. */
    accountId: uuid,
    customerId: uuid,
    platformCustomerId: text(),
    merchant: json<CardMerchant>(),
    currency: text(),
    authorizedAmount: money,
    /** Money set aside at the funding source; null: none ever was. */
    holdId: orNull(uuid),
    heldAmount: money,
    pullCount: int,
    /** Pulls whose confirmation is awaited. */
    pendingPulls: int,
    /** Taken from the funding source. */
    pulledAmount: money,
    /** Given back to the funding source. */
    creditedAmount: money,
    /** To be given back, but in suspense because the funding source takes nothing. */
    suspendedAmount: money,
    settledCount: int,
    /** Cleared by the merchant. */
    settledAmount: money,
    refundCount: int,
    /** Returned by the merchant. */
    refundedAmount: money,
    issuerTransactionToken: text(),
    lastEventAt: orNull(time),
    version: int,
    createdAt: time,
    updatedAt: time,
  },
  {
    resource: 'CardTransaction',
    changing: [
      'status',
      'authorizedAmount',
      'heldAmount',
      'pullCount',
      'pendingPulls',
      'pulledAmount',
      'creditedAmount',
      'suspendedAmount',
      'settledCount',
      'settledAmount',
      'refundCount',
      'refundedAmount',
      'lastEventAt',
      'version',
      'updatedAt',
    ],
    cached: true,
  },
)

export type CardTransaction = Row<typeof cardTransactions>

/** Each clearing and each refund, as the network told of it; never changed. `sequence` is that of the transaction's event. */
export const cardRecords = log('card_records', {
  cardTransactionId: uuid,
  sequence: int,
  kind: text<'CLEARING' | 'REFUND' | 'REFUND_REVERSAL'>(),
  amount: money,
  createdAt: time,
})

type PurchaseMove = keyof typeof cardTransactionLifecycle.moves

export const purchaseMachine: Machine<CardTransaction, PurchaseMove> = {
  lifecycle: cardTransactionLifecycle,
  table: cardTransactions,
  eventType: (_purchase, event) => `CARD_TRANSACTION.${event}`,
  present: presentCardTransaction,
}

/** Moves a purchase on, or without a move tells how it stands. Each step tells once, so its postings have a version of their own. */
export function advance(
  rows: Rows,
  purchase: CardTransaction,
  name: PurchaseMove | undefined,
  changes: Partial<CardTransaction>,
): CardTransaction {
  const noted = { ...changes, updatedAt: rows.now }
  return name === undefined
    ? tell(rows, purchaseMachine, purchase, purchase.status, noted)
    : move(rows, purchaseMachine, purchase, name, noted)
}

export function presentCardTransaction(purchase: CardTransaction): WireCardTransaction {
  const { currency, settledCount, settledAmount, refundCount, refundedAmount } = purchase
  const cardId = wireId('Card', purchase.cardId)
  const shown: { [Name in keyof WireCardTransaction]: WireCardTransaction[Name] | undefined } = {
    id: wireId('CardTransaction', purchase.id),
    type: 'CARD',
    direction: 'DEBIT',
    status: purchase.status,
    cardId,
    accountId: wireId('InternalAccount', purchase.accountId),
    customerId: wireId('Customer', purchase.customerId),
    platformCustomerId: purchase.platformCustomerId,
    destination: { destinationType: 'CARD', cardId },
    merchant: purchase.merchant,
    authorizedAmount: presentMoney(purchase.authorizedAmount, currency),
    settledAmount: settledCount > 0 ? presentMoney(settledAmount, currency) : undefined,
    refundedAmount: refundCount > 0 ? presentMoney(refundedAmount, currency) : undefined,
    pullSummary: {
      count: purchase.pullCount,
      totalAmount: wireAmount(purchase.pulledAmount + purchase.heldAmount),
      pendingCount: purchase.pendingPulls,
    },
    settlementSummary: { count: settledCount, totalAmount: wireAmount(settledAmount) },
    refundSummary: { count: refundCount, totalAmount: wireAmount(refundedAmount) },
    declineReason: purchase.declineReason ?? undefined,
    issuerTransactionToken: purchase.issuerTransactionToken,
    authorizedAt: isoTime(purchase.createdAt),
    createdAt: isoTime(purchase.createdAt),
    updatedAt: isoTime(purchase.updatedAt),
    lastEventAt: purchase.lastEventAt === null ? undefined : isoTime(purchase.lastEventAt),
  }
  return shown as WireCardTransaction
}

const AMOUNT_MAX = BigInt(LIMITS.amount)

/** Keeps a clearing or refund under the sequence of the event that tells of it. @returns the new total, if a purchase can have it */
export function appendRecord(
  rows: Rows,
  purchase: CardTransaction,
  kind: Row<typeof cardRecords>['kind'],
  total: bigint,
  amount: bigint,
): bigint {
  if (total > AMOUNT_MAX)
    refuseField('AMOUNT_OUT_OF_RANGE', 'amount', `makes the sum of the purchase more than ${AMOUNT_MAX}`)
  const sequence = purchase.version + 1
  rows.append(cardRecords, { cardTransactionId: purchase.id, sequence, kind, amount, createdAt: rows.now })
  return total
}
