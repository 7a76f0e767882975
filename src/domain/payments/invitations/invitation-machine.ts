/** Invitation state machine. */

import { invitationLifecycle } from '../../../../contract/payments/invitation-lifecycle.ts'
import type { Machine } from '../../../infra/states/move.ts'
import { presentInvitation } from './present.ts'
import { type Invitation, invitations } from './tables.ts'

export const invitationMachine: Machine<Invitation, keyof typeof invitationLifecycle.moves> = {
  lifecycle: invitationLifecycle,
  table: invitations,
  eventType: (_invitation, event) => `INVITATION.${event}`,
  present: presentInvitation,
}
