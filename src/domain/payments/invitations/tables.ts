/** Invitation table. */
import type { StateOf } from '../../../../contract/lifecycle.ts'
import type { invitationLifecycle } from '../../../../contract/payments/invitation-lifecycle.ts'
import { int, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

export const invitations = table(
  'invitations',
  {
    code: text(),
    /** For events; the API knows an invitation by its code alone. */
    id: uuid,
    status: text<StateOf<typeof invitationLifecycle>>(),
    inviterUma: text(),
    inviteeUma: orNull(text()),
    /** As it was when the invitation was made, whatever the platform's domain becomes. */
    url: text(),
    firstName: orNull(text()),
    /** Minor units of the currency; both or neither. */
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
