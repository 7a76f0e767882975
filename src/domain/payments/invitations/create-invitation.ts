/** Invitation creation on behalf of a customer. */
import type { InvitationCreateRequest } from '../../../../contract/payments/invitations.ts'
import { refuse, refuseField } from '../../../core/refusal.ts'
import { command, type Read } from '../../../engine/command.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { customers } from '../../customers/customer.ts'
import { customerCurrencies } from '../../customers/customer-currencies.ts'
import { umaAddressClaim } from '../../customers/customer-names.ts'
import { claims } from '../../platform/name-claim.ts'
import { type Platform, platforms } from '../../platform/platform.ts'
import { parseUmaAddress } from '../receivers/find-receiver.ts'
import { type Invitation, invitations } from './invitation.ts'

export interface NewInvitation extends Omit<InvitationCreateRequest, 'expiresAt'> {
  /** Random codes; the invitation uses the first free one. */
  readonly codes: readonly string[]
  /** Milliseconds since 1970; null: it does not expire. */
  readonly expiresAt: number | null
}

/** Later times would exceed the range of a stored time. */
const LIFETIME_MAX_MS = 100 * 365 * 24 * 60 * 60_000

/** @throws Refusal INVALID_INPUT, INVALID_UMA_ADDRESS, UMA_NOT_FOUND, INVALID_CURRENCY, SERVICE_UNAVAILABLE */
export const createInvitation = command({
  reads: (_seen, { codes }: NewInvitation) => codes.slice(0, 1).map((code): Read => [invitations, code]),
  run(rows, { codes, inviterUma, firstName, amountToSend, expiresAt }): Invitation {
    if (expiresAt !== null && expiresAt <= rows.now) refuseField('INVALID_INPUT', 'expiresAt', 'must be in the future')
    if (expiresAt !== null && expiresAt > rows.now + LIFETIME_MAX_MS)
      refuseField('INVALID_INPUT', 'expiresAt', 'must be at most 100 years from now')
    const inviter = parseUmaAddress(inviterUma, 'inviterUma')
    const platform = rows.peek(platforms, rows.platformId) as Platform
    const holder = rows.peek(claims, umaAddressClaim(inviter))?.holder
    const customer = holder === undefined ? undefined : rows.peek(customers, holder)
    if (!customer) refuse('UMA_NOT_FOUND', 'No customer of the platform has this UMA address')
    const code = codes.find((code) => !rows.find(invitations, code))
    if (code === undefined) refuse('SERVICE_UNAVAILABLE', 'No free code was found; try again')

    const [currency] = amountToSend === undefined ? [] : customerCurrencies(customer, platform)
    if (amountToSend !== undefined && currency === undefined)
      refuse('INVALID_CURRENCY', 'The inviter has no currency in which the amount could be sent')
    if (expiresAt !== null) enqueue(rows, 'expireInvitations', expiresAt, code)
    return rows.add(invitations, {
      id: rows.newId(),
      code,
      status: 'PENDING',
      inviterUma: inviter,
      inviteeUma: null,
      url: `https://${platform.umaDomain}/invitations/${code}`,
      firstName: firstName ?? null,
      amountToSend: amountToSend === undefined ? null : BigInt(amountToSend),
      currency: currency ?? null,
      version: 0,
      createdAt: rows.now,
      claimedAt: null,
      expiresAt,
    })
  },
})
