/** Transaction state machine, with the events it emits. */

import { type TransactionMove, transactionLifecycle } from '../../../../contract/payments/transaction-lifecycle.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'
import { giveBackSpending } from '../allowances/count-spending.ts'
import { presentTransaction } from './present.ts'
import { type Transaction, type TransactionStatus, transactions } from './transaction.ts'

export const payments: Machine<Transaction, TransactionMove> = {
  lifecycle: transactionLifecycle,
  table: transactions,
  eventType: (payment, event) => (isSilent(payment, event) ? undefined : `${payment.type}_PAYMENT.${event}`),
  present: presentTransaction,
  keepsState: true,
  follow: (rows, payment) => {
    if (payment.agentId !== null && isUndone(payment))
      giveBackSpending(rows, { agentId: payment.agentId, transactionId: payment.id })
  },
}

const UNDONE: readonly TransactionStatus[] = ['REJECTED', 'FAILED', 'REFUNDED', 'EXPIRED']

/** Whether the payment moved no money in the end; a cancelled one is COMPLETED, with its money returned. */
export const isUndone = ({ status, refund }: Transaction): boolean =>
  UNDONE.includes(status) || (status === 'COMPLETED' && refund !== null)

/**
 * INCOMING_PAYMENT.PENDING requests the platform's approval, so it must not be sent for money from a bank. An approved
 * incoming payment emits no event for PROCESSING.
 */
const isSilent = ({ type, sourceType }: Transaction, event: string): boolean =>
  type === 'INCOMING' && (event === 'PROCESSING' || (event === 'PENDING' && sourceType !== 'UMA_ADDRESS'))
