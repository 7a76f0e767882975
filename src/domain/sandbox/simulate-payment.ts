/** Owns the arrival of a simulated payment, whose sender may be one that fails. */
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { APPROVAL_MS } from '../payments/transactions/decide-approval.ts'
import { type IncomingPayment, receivePayment } from '../payments/transactions/receive-payment.ts'
import type { Transaction } from '../payments/transactions/transaction.ts'
import { failingSender } from './failing-senders.ts'

/** @param umaDomain where the sandbox's own senders are. @throws Refusal as `receivePayment` */
export function simulatePayment(
  rows: Rows,
  payment: Omit<IncomingPayment, 'awaited' | 'approveUnasked'>,
  umaDomain: string,
): Transaction {
  const failing = failingSender(payment.senderAddress, umaDomain)
  if (!failing) return receivePayment(rows, { ...payment, approveUnasked: true })
  const awaited = { institution: umaDomain, callback: `https://${umaDomain}/`, referenceId: null }
  const begun = receivePayment(rows, { ...payment, approveUnasked: true, awaited })
  if (failing.reason) enqueue(rows, 'failSimulatedPayment', rows.now + APPROVAL_MS, begun.id)
  return begun
}
