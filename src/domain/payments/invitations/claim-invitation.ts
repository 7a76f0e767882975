/** Invitation claim: the invited person has obtained a UMA address. */
import { refuseField } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { type Invitation, invitationCode, invitationMachine, invitations, openInvitation } from './invitation.ts'

export interface InvitationClaim {
  readonly code: string
  /** The UMA address of the invited person, in lower case. */
  readonly inviteeUma: string
}

/** @throws Refusal INVALID_INPUT (the inviter's own address), and as `openInvitation` */
export const claimInvitation = command({
  reads: (_seen, { code }: InvitationClaim) => [[invitations, invitationCode(code)]],
  run(rows, { code, inviteeUma }): Invitation {
    const invitation = openInvitation(rows, code)
    if (inviteeUma === invitation.inviterUma)
      refuseField('INVALID_INPUT', 'inviteeUma', "must not be the inviter's address")
    return move(rows, invitationMachine, invitation, 'claim', { inviteeUma, claimedAt: rows.now })
  },
})
