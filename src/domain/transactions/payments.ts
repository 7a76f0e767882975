/** Owns payments as things that move: their lifecycle, table, events and form on the wire in one place. */
import type { Machine } from '../../infra/states/move.ts'
import { type TransactionMove, transactionLifecycle } from './lifecycle.ts'
import { presentTransaction } from './present.ts'
import { type Transaction, transactions } from './tables.ts'

export const payments: Machine<Transaction, TransactionMove> = {
  lifecycle: transactionLifecycle,
  table: transactions,
  eventType: ({ type }, event) => `${type}_PAYMENT.${event}`,
  present: presentTransaction,
}
