/** End of an invitation: claimed, cancelled or expired. */
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { move } from '../../../infra/states/move.ts'
import { parseUmaAddress } from '../receivers/find-receiver.ts'
import { invitationMachine } from './invitation-machine.ts'
import { type Invitation, invitations } from './tables.ts'

/** What has no code's form is nobody's code. @throws Refusal INVITATION_NOT_FOUND */
export function invitationCode(text: string): string {
  if (!/^[0-9a-f]{8}$/.test(text)) throw notFound('Invitation')
  return text
}

/** @throws Refusal INVALID_UMA_ADDRESS, and those of `openInvitation` */
export function claimInvitation(rows: Rows, code: string, inviteeUma: string): Invitation {
  const invitation = openInvitation(rows, code)
  const invitee = parseUmaAddress(inviteeUma, 'inviteeUma')
  if (invitee === invitation.inviterUma) refuseField('INVALID_INPUT', 'inviteeUma', 'is the inviter')
  return move(rows, invitationMachine, invitation, 'claim', { inviteeUma: invitee, claimedAt: rows.now })
}

/** @throws Refusal those of `openInvitation` */
export const cancelInvitation = (rows: Rows, code: string): Invitation =>
  move(rows, invitationMachine, openInvitation(rows, code), 'cancel')

/** Ends an invitation that nobody has claimed or cancelled. */
export function expireInvitation(rows: Rows, code: string): void {
  const invitation = rows.find(invitations, code)
  if (invitation?.status === 'PENDING') move(rows, invitationMachine, invitation, 'expire')
}

/** @throws Refusal INVITATION_NOT_FOUND, INVITATION_ALREADY_CLAIMED, INVITATION_CANCELLED, INVITATION_EXPIRED */
function openInvitation(rows: Rows, code: string): Invitation {
  const invitation = rows.get(invitations, invitationCode(code))
  const { status, expiresAt } = invitation
  if (status === 'CLAIMED') refuse('INVITATION_ALREADY_CLAIMED', 'The invitation has been claimed')
  if (status === 'CANCELLED') refuse('INVITATION_CANCELLED', 'The invitation has been cancelled')
  if (status === 'EXPIRED' || (expiresAt !== null && expiresAt <= rows.now))
    refuse('INVITATION_EXPIRED', 'The invitation has expired')
  return invitation
}
