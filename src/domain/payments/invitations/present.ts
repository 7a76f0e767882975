/** Invitation presenter. */
import type { Invitation as WireInvitation } from '../../../../contract/payments/invitations.ts'
import { presentMoney } from '../../../core/currency.ts'
import { isoTime } from '../../../core/time.ts'
import type { Invitation } from './tables.ts'

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
