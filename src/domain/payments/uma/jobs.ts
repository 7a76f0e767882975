/** Owns the work that payments between institutions put off. */
import { each, type JobHandlers } from '../../../infra/jobs/handlers.ts'
import { endSettlement } from './settle-payment.ts'

export const umaJobs = (): JobHandlers => ({
  /** The time for the money of an announced payment is over. */
  endSettlement: each(async (transactionId) => (rows) => endSettlement(rows, transactionId)),
})
