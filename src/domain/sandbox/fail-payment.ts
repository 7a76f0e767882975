/** Owns the failing of a simulated payment after the platform took it. */
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import { transactions } from '../payments/transactions/transaction.ts'
import { payments } from '../payments/transactions/transaction-machine.ts'
import { failingSender } from './failing-senders.ts'

/** A payment that was not taken has ended by then, and stays as it is. */
export function failPayment(rows: Rows, transactionId: string, umaDomain: string): void {
  const payment = rows.get(transactions, transactionId)
  const failureReason = failingSender(payment.sourceId ?? '', umaDomain)?.reason
  if (payment.status === 'PROCESSING' && failureReason)
    move(rows, payments, payment, 'fail', { failureReason, updatedAt: rows.now })
}
