/** Invitations: a customer invites a person, and the platform is notified when they sign up. */
import Type, { type Static } from 'typebox'
import { CurrencyAmount, text, UmaAddress } from '../elements.ts'
import { operations } from '../operation.ts'
import { amount, statusSchema, Timestamp } from '../schema.ts'
import { invitationLifecycle } from './invitation-lifecycle.ts'

const InvitationStatus = statusSchema(invitationLifecycle, { $id: 'UmaInvitationStatus' })

const code = Type.String({
  maxLength: 64,
  description: 'Eight hexadecimal digits, made by chance',
  examples: ['019542f5'],
})
const firstName = Type.Optional(text(255, { description: 'Of whoever is invited', examples: ['Alice'] }))

export const Invitation = Type.Object(
  {
    code,
    url: Type.String({
      format: 'uri',
      description: "Where whoever is invited is sent: a page of the platform's, below its UMA domain",
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
    description: 'An invitation. The service never pays because of it: once it is claimed, the platform may.',
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
          "In minor units of the inviter's currency: the first of their own currencies, or else of the platform's",
      }),
    ),
    expiresAt: Type.Optional({
      ...Timestamp,
      description: 'After now, at most 100 years ahead; absent: the invitation does not expire',
    }),
  },
  { $id: 'UmaInvitationCreateRequest' },
)
export type InvitationCreateRequest = Static<typeof InvitationCreateRequest>

const tag = 'Invitations'
const params = Type.Object({ invitationCode: code })
const found = 'An invitation exists for the platform that made it; any other one gets 404.'

export const invitationOperations = operations({
  createInvitation: {
    method: 'POST',
    path: '/invitations',
    tag,
    summary: 'Create an invitation',
    description: 'In the name of a customer of the platform, by their UMA address.',
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
    description: `Names who came, by a UMA address at any institution; the platform is told by INVITATION.CLAIMED. ${found}`,
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
