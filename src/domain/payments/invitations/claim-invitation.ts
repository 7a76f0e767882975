/** Invitation claim: the invited person has got a UMA address. */
import { refuseField } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/states/move.ts'
import { parseUmaAddress } from '../receivers/find-receiver.ts'
import { type Invitation, invitationCode, invitationMachine, invitations, openInvitation } from './invitation.ts'

export interface InvitationClaim {
  readonly code: string
  /** The UMA address of the invited person. */
  readonly inviteeUma: string
}

/** @throws Refusal INVALID_UMA_ADDRESS, INVALID_INPUT (the inviter's own address), and as `openInvitation` */
export const claimInvitation = command({
  reads: (_cache, { code }: InvitationClaim) => [[invitations, invitationCode(code)]],
  run(rows, { code, inviteeUma }): Invitation {
    const invitation = openInvitation(rows, code)
    const invitee = parseUmaAddress(inviteeUma, 'inviteeUma')
    if (invitee === invitation.inviterUma)
      refuseField('INVALID_INPUT', 'inviteeUma', "must not be the inviter's address")
    return move(rows, invitationMachine, invitation, 'claim', { inviteeUma: invitee, claimedAt: rows.now })
  },
})
