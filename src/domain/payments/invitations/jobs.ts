/** Invitation jobs: expiry. */
import { command } from '../../../engine/command.ts'
import type { Command } from '../../../engine/rows.ts'
import type { JobHandlers } from '../../../infra/jobs/handlers.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { invitationMachine, invitations } from './invitation.ts'

/** Ends an invitation that was neither claimed nor cancelled in time. */
const expireInvitation = command({
  reads: (_seen, code: string) => [[invitations, code]],
  run(rows, code): void {
    const invitation = rows.find(invitations, code)
    if (invitation?.status === 'PENDING') move(rows, invitationMachine, invitation, 'expire')
  },
})

export const invitationJobs: JobHandlers = {
  expireInvitations: async ({ subjects }) =>
    new Map(subjects.map((code) => [code, ((rows) => expireInvitation(rows, code)) satisfies Command<void>])),
}
