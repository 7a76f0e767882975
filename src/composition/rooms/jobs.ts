/** Jobs of all rooms. */
import { cardJobs } from '../../domain/cards/jobs.ts'
import { documentJobs } from '../../domain/customers/documents/jobs.ts'
import { importJobs } from '../../domain/customers/imports/jobs.ts'
import { customerJobs } from '../../domain/customers/jobs.ts'
import { eventJobs } from '../../domain/events/jobs.ts'
import { invitationJobs } from '../../domain/payments/invitations/jobs.ts'
import { quoteJobs } from '../../domain/payments/quotes/jobs.ts'
import { transferJobs } from '../../domain/payments/transactions/jobs.ts'
import { umaJobs } from '../../domain/payments/uma/incoming/jobs.ts'
import { walletJobs } from '../../domain/wallets/jobs.ts'
import type { JobHandlers } from '../../infra/jobs/handlers.ts'
import type { NeedsOf } from './needs.ts'

export type JobNeeds = NeedsOf<
  [
    typeof transferJobs,
    typeof quoteJobs,
    typeof customerJobs,
    typeof documentJobs,
    typeof importJobs,
    typeof walletJobs,
    typeof cardJobs,
    typeof eventJobs,
    typeof umaJobs,
  ]
>

/** Handlers of all jobs by name: one spread per room. */
export const jobHandlers = (needs: JobNeeds): JobHandlers => ({
  ...transferJobs(needs),
  ...quoteJobs(needs),
  ...customerJobs(needs),
  ...documentJobs(needs),
  ...importJobs(needs),
  ...walletJobs(needs),
  ...cardJobs(needs),
  ...invitationJobs,
  ...eventJobs(needs),
  ...umaJobs(needs),
})
