/** Owns the work that the sandbox puts off. */
import { each, type JobHandlers } from '../../infra/jobs/handlers.ts'
import { endPull } from './cards/end-pull.ts'
import { failPayment } from './fail-payment.ts'

export const sandboxJobs = ({ umaDomain }: { umaDomain: string }): JobHandlers => ({
  failSimulatedPayment: each(async (transactionId) => (rows) => failPayment(rows, transactionId, umaDomain)),
  endSimulatedPull: each(async (purchaseId) => (rows) => endPull(rows, purchaseId)),
})
