/** Invitation jobs: expiry of unclaimed invitations. */
import type { Command } from '../../../engine/rows.ts'
import type { JobHandlers } from '../../../infra/jobs/handlers.ts'
import { expireInvitation } from './end-invitation.ts'

export const invitationJobs: JobHandlers = {
  expireInvitations: async ({ subjects }) =>
    new Map(subjects.map((code) => [code, ((rows) => expireInvitation(rows, code)) satisfies Command<void>])),
}
