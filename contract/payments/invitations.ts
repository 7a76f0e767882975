/** Invitations: a customer invites a person, and the platform is notified when they sign up. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount, text, UmaAddress } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, statusSchema, Timestamp } from '../schema.ts'
import { invitationLifecycle } from './invitation-lifecycle.ts'

const InvitationStatus = statusSchema(invitationLifecycle, { $id: 'UmaInvitationStatus' })

const code = Type.String({
  maxLength: 64,
  description: 'Eight random hexadecimal digits',
  examples: ['019542f5'],
})
const firstName = Type.Optional(text(255, { description: 'First name of the invited person', examples: ['Alice'] }))

export const Invitation = Type.Object(
  {
    code,
    url: Type.String({
      format: 'uri',
      description: "Page for the invited person, at the platform's UMA domain",
      examples: ['https://acme.example/invitations/019542f5'],
    }),
    status: InvitationStatus,
    inviterUma: UmaAddress,
    inviteeUma: Type.Optional(UmaAddress),
    firstName,
    amountToSend: Type.Optional(CurrencyAmount),
    createdAt: Timestamp,
    claimedAt: Type.Optional(Timestamp),
    expiresAt: Type.Optional(Timestamp),
  },
  {
    $id: 'UmaInvitation',
    description: 'An invitation. The service makes no payment because of it; the platform may, once it is claimed.',
  },
)
export type Invitation = Static<typeof Invitation>

const InvitationCreateRequest = Type.Object(
  {
    inviterUma: UmaAddress,
    firstName,
    amountToSend: Type.Optional(
      amount({
        minimum: 1,
        description:
          "In minor units of the inviter's first currency, or of the platform's first if the inviter has no list of their own",
      }),
    ),
    expiresAt: Type.Optional({
      ...Timestamp,
      description: 'Must be in the future, at most 100 years ahead; absent: the invitation does not expire',
    }),
  },
  { $id: 'UmaInvitationCreateRequest' },
)
export type InvitationCreateRequest = Static<typeof InvitationCreateRequest>

const tag = 'Invitations'
const params = Type.Object({ invitationCode: code })
const found = 'Only the platform that created the invitation finds it; others get 404.'

export const invitationOperations = operations({
  createInvitation: {
    method: 'POST',
    path: '/invitations',
    tag,
    summary: 'Create an invitation',
    description: 'On behalf of a customer, identified by their UMA address.',
    permission: 'MANAGE',
    body: InvitationCreateRequest,
    replies: { 201: Invitation },
    errors: ['INVALID_UMA_ADDRESS', 'INVALID_CURRENCY', 'UMA_NOT_FOUND'],
  },
  getInvitation: {
    method: 'GET',
    path: '/invitations/{invitationCode}',
    tag,
    summary: 'Get an invitation',
    description: found,
    permission: 'VIEW',
    params,
    replies: { 200: Invitation },
    errors: ['INVITATION_NOT_FOUND'],
  },
  claimInvitation: {
    method: 'POST',
    path: '/invitations/{invitationCode}/claim',
    tag,
    summary: 'Claim an invitation',
    description: `Records the UMA address of the invited person, at any institution, and emits INVITATION.CLAIMED. ${found}`,
    permission: 'MANAGE',
    params,
    body: Type.Object({ inviteeUma: UmaAddress }, { $id: 'UmaInvitationClaimRequest' }),
    replies: { 200: Invitation },
    errors: [
      'INVALID_UMA_ADDRESS',
      'INVITATION_ALREADY_CLAIMED',
      'INVITATION_CANCELLED',
      'INVITATION_EXPIRED',
      'INVITATION_NOT_FOUND',
    ],
  },
  cancelInvitation: {
    method: 'POST',
    path: '/invitations/{invitationCode}/cancel',
    tag,
    summary: 'Cancel an invitation',
    description: found,
    permission: 'MANAGE',
    params,
    body: Type.Object({}),
    bodyOptional: true,
    replies: { 200: Invitation },
    errors: ['INVITATION_ALREADY_CLAIMED', 'INVITATION_CANCELLED', 'INVITATION_EXPIRED', 'INVITATION_NOT_FOUND'],
  },
})
