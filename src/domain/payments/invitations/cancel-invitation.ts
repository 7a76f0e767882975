/** Invitation cancellation by the platform. */
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { type Invitation, invitationCode, invitationMachine, invitations, openInvitation } from './invitation.ts'

/** @throws Refusal as `openInvitation` */
export const cancelInvitation = command({
  reads: (_seen, code: string) => [[invitations, invitationCode(code)]],
  run: (rows, code): Invitation => move(rows, invitationMachine, openInvitation(rows, code), 'cancel'),
})
