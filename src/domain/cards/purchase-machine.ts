/** Owns card transactions as things that move. */

import { cardTransactionLifecycle } from '../../../contract/cards/card-transaction-lifecycle.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Machine, move, tell } from '../../infra/states/move.ts'
import { presentCardTransaction } from './present.ts'
import { type CardTransaction, cardTransactions } from './tables.ts'

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
