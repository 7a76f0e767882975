/** Invitation to get a UMA address. Its table, presenter and state machine. */
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { invitationLifecycle } from '../../../../contract/payments/invitation-lifecycle.ts'
import type { Invitation as WireInvitation } from '../../../../contract/payments/invitations.ts'
import { presentMoney } from '../../../core/currency.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'

export const invitations = table(
  'invitations',
  {
    code: text(),
    /** Identifies the invitation in events; the API uses the code. */
    id: uuid,
    status: text<StateOf<typeof invitationLifecycle>>(),
    inviterUma: text(),
    inviteeUma: orNull(text()),
    /** Built at creation, and kept when the platform's domain changes. */
    url: text(),
    firstName: orNull(text()),
    /** Minor units of `currency`; both are set or neither. */
    amountToSend: orNull(money),
    currency: orNull(text()),
    version: int,
    createdAt: time,
    claimedAt: orNull(time),
    expiresAt: orNull(time),
  },
  { resource: 'Invitation', key: 'code', changing: ['status', 'inviteeUma', 'version', 'claimedAt'] },
)
export type Invitation = Row<typeof invitations>

export function presentInvitation(row: Invitation): WireInvitation {
  const { amountToSend, currency } = row
  return {
    code: row.code,
    url: row.url,
    status: row.status,
    inviterUma: row.inviterUma,
    ...(row.inviteeUma !== null && { inviteeUma: row.inviteeUma }),
    ...(row.firstName !== null && { firstName: row.firstName }),
    ...(amountToSend !== null && currency !== null && { amountToSend: presentMoney(amountToSend, currency) }),
    createdAt: isoTime(row.createdAt),
    ...(row.claimedAt !== null && { claimedAt: isoTime(row.claimedAt) }),
    ...(row.expiresAt !== null && { expiresAt: isoTime(row.expiresAt) }),
  }
}

export const invitationMachine: Machine<Invitation, keyof typeof invitationLifecycle.moves> = {
  lifecycle: invitationLifecycle,
  table: invitations,
  eventType: (_invitation, event) => `INVITATION.${event}`,
  present: presentInvitation,
}

/** @throws Refusal INVITATION_NOT_FOUND for a text that cannot be a code */
export function invitationCode(text: string): string {
  if (!/^[0-9a-f]{8}$/.test(text)) throw notFound('Invitation')
  return text
}

/** An invitation that can still be claimed or cancelled. @throws Refusal INVITATION_NOT_FOUND, INVITATION_ALREADY_CLAIMED, INVITATION_CANCELLED, INVITATION_EXPIRED */
export function openInvitation(rows: Rows, code: string): Invitation {
  const invitation = rows.get(invitations, invitationCode(code))
  const { status, expiresAt } = invitation
  if (status === 'CLAIMED') refuse('INVITATION_ALREADY_CLAIMED', 'The invitation has been claimed')
  if (status === 'CANCELLED') refuse('INVITATION_CANCELLED', 'The invitation has been cancelled')
  if (status === 'EXPIRED' || (expiresAt !== null && expiresAt <= rows.now))
    refuse('INVITATION_EXPIRED', 'The invitation has expired')
  return invitation
}
