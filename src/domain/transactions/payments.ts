/** Owns payments as things that move: their lifecycle, table, events and form on the wire in one place. */
import type { Machine } from '../../infra/states/move.ts'
import { type TransactionMove, transactionLifecycle } from './lifecycle.ts'
import { presentTransaction } from './present.ts'
import { type Transaction, transactions } from './tables.ts'

export const payments: Machine<Transaction, TransactionMove> = {
  lifecycle: transactionLifecycle,
  table: transactions,
  eventType: (payment, event) => (isSilent(payment, event) ? undefined : `${payment.type}_PAYMENT.${event}`),
  present: presentTransaction,
  keepsState: true,
}

/**
 * INCOMING_PAYMENT.PENDING asks the platform for approval, so it must not be sent for money that a bank brings; and the
 * way of an incoming payment after its approval is not told step by step.
 */
const isSilent = ({ type, sourceType }: Transaction, event: string): boolean =>
  type === 'INCOMING' && (event === 'PROCESSING' || (event === 'PENDING' && sourceType !== 'UMA_ADDRESS'))
