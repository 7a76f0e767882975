/** Purchase resource (`CardTransaction` in the API): tables, state machine, presenter. */
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
import { type Machine, move, recordEvent } from '../../../infra/state-machines/move.ts'

export type CardTransactionStatus = StateOf<typeof cardTransactionLifecycle>

/** One purchase. All amounts are minor units of its currency, which is also that of the card and the funding source. */
export const cardTransactions = table(
  'card_transactions',
  {
    id: uuid,
    status: text<CardTransactionStatus>(),
    declineReason: orNull(text<CardDeclineReason>()),
    cardId: uuid,
    /** The funding source that pays; of a declined purchase the card's first one. */
    accountId: uuid,
    customerId: uuid,
    platformCustomerId: text(),
    merchant: json<CardMerchant>(),
    currency: text(),
    authorizedAmount: money,
    /** The hold at the funding source; null: never held. */
    holdId: orNull(uuid),
    heldAmount: money,
    pullCount: int,
    /** Pulls whose confirmation is awaited. */
    pendingPulls: int,
    /** Debited from the funding source. */
    pulledAmount: money,
    /** Credited back to the funding source. */
    creditedAmount: money,
    /** In suspense: due to the funding source, which could not be credited. */
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

/** Clearings and refunds as the network reported them. `sequence` is that of the purchase's event. */
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

/**
 * Performs a transition, or without one records an event with the current status. One event per step gives the postings
 * of each step their own version.
 */
export function advance(
  rows: Rows,
  purchase: CardTransaction,
  name: PurchaseMove | undefined,
  changes: Partial<CardTransaction>,
): CardTransaction {
  const noted = { ...changes, updatedAt: rows.now }
  return name === undefined
    ? recordEvent(rows, purchaseMachine, purchase, purchase.status, noted)
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

/** Appends a clearing or refund under the sequence of its event. @returns `total` @throws Refusal AMOUNT_OUT_OF_RANGE */
export function appendRecord(
  rows: Rows,
  purchase: CardTransaction,
  kind: Row<typeof cardRecords>['kind'],
  total: bigint,
  amount: bigint,
): bigint {
  if (total > AMOUNT_MAX)
    refuseField('AMOUNT_OUT_OF_RANGE', 'amount', `brings the total of the card transaction above ${AMOUNT_MAX}`)
  const sequence = purchase.version + 1
  rows.append(cardRecords, { cardTransactionId: purchase.id, sequence, kind, amount, createdAt: rows.now })
  return total
}
