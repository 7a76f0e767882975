/** UMA jobs: expiry of announced payments that were not settled. */
import { each, type JobHandlers } from '../../../infra/jobs/handlers.ts'
import { endSettlement } from './settle-payment.ts'

export const umaJobs = (): JobHandlers => ({
  /** The time for the money of an announced payment is over. */
  endSettlement: each(async (transactionId) => (rows) => endSettlement(rows, transactionId)),
})
