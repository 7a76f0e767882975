/** Sandbox jobs: outcomes of simulated payments and purchases that come after a delay. */
import { purchaseOutcome } from '../../../contract/sandbox/outcomes.ts'
import type { Rows } from '../../engine/rows.ts'
import { each, type JobHandlers } from '../../infra/jobs/handlers.ts'
import { move } from '../../infra/state-machines/move.ts'
import { confirmPull, failPull } from '../cards/purchases/confirm-pull.ts'
import { cardTransactions } from '../cards/purchases/purchase.ts'
import { transactionMachine, transactions } from '../payments/transactions/transaction.ts'
import { failingSender } from './sandbox-receive.ts'

export const sandboxJobs = ({ umaDomain }: { umaDomain: string }): JobHandlers => ({
  failSimulatedPayment: each(async (transactionId) => (rows) => failSimulatedPayment(rows, transactionId, umaDomain)),
  endSimulatedPull: each(async (purchaseId) => (rows) => endSimulatedPull(rows, purchaseId)),
})

/** Fails the payment, unless the platform has rejected it. */
function failSimulatedPayment(rows: Rows, transactionId: string, umaDomain: string): void {
  const payment = rows.get(transactions, transactionId)
  const failureReason = failingSender(payment.sourceId ?? '', umaDomain)?.reason
  if (payment.status === 'PROCESSING' && failureReason)
    move(rows, transactionMachine, payment, 'fail', { failureReason, updatedAt: rows.now })
}

/** Confirms or fails the pull, as the merchant's descriptor chooses. */
function endSimulatedPull(rows: Rows, purchaseId: string): void {
  const { merchant } = rows.get(cardTransactions, purchaseId)
  if (purchaseOutcome(merchant.descriptor)?.pull === 'FAILED') failPull(rows, purchaseId)
  else confirmPull(rows, purchaseId)
}
