/** API tokens: credentials of a platform's programs. */
import Type, { type Static } from 'typebox'
import { text } from '../elements.ts'
import { operations, PERMISSIONS } from '../operation.ts'
import { choice, id, list, pageQuery, Timestamp } from '../schema.ts'

const TokenPermission = choice(PERMISSIONS, {
  $id: 'Permission',
  description:
    'VIEW reads everything, TRANSACT moves money, MANAGE changes configuration, tokens, customers and external accounts. No permission implies another.',
})

/** How long the previous secret works after a rotation, unless the caller chooses otherwise. */
export const ROTATION_OVERLAP_HOURS = 24
const ALLOWED_MAX = 50
/** The form of the address is checked together with the rest of the list. */
const AllowedAddresses = Type.Array(
  Type.String({ pattern: '^[0-9A-Fa-f.:]{2,39}(/[0-9]{1,3})?$', examples: ['203.0.113.0/24'] }),
  {
    maxItems: ALLOWED_MAX,
    description:
      'IPv4 and IPv6 addresses and networks (CIDR) from which the token may be used; empty or absent: from anywhere',
  },
)
const EXAMPLE_MOMENT = '2035-10-03T15:00:00.000Z'
const moment = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', examples: [EXAMPLE_MOMENT], description }))
const expiresAt = moment('When the token expires; absent: never')

export const Token = Type.Object(
  {
    id: id('Token'),
    name: Type.String(),
    permissions: Type.Array(TokenPermission),
    clientId: Type.String({ description: 'User name for HTTP Basic authentication' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastUsedAt: moment('In reads: when it was last used, to about five minutes; absent: not yet'),
    clientSecret: Type.Optional(
      Type.String({
        description:
          'Password for HTTP Basic authentication; shown once, when the token is created or its secret rotated',
      }),
    ),
    expiresAt,
    allowedAddresses: Type.Optional(AllowedAddresses),
    previousSecretExpiresAt: moment(
      'Until this time the secret before the last rotation also works; absent: it no longer does',
    ),
  },
  { $id: 'ApiToken' },
)
export type Token = Static<typeof Token>

const tag = 'API tokens'
const params = Type.Object({ tokenId: id('Token') })

export const tokenOperations = operations({
  createToken: {
    method: 'POST',
    path: '/tokens',
    tag,
    summary: 'Create an API token',
    description:
      '`clientSecret` is only in this response. A token cannot grant a permission that it does not have. A platform has at most 100 tokens; at the limit the response is 409 `CONFLICT`.',
    permission: 'MANAGE',
    secret: 'reply.id',
    body: Type.Object(
      {
        name: text(255, { examples: ['Payouts worker'] }),
        permissions: Type.Array(TokenPermission, { minItems: 1, maxItems: 3, uniqueItems: true }),
        expiresAt,
        allowedAddresses: Type.Optional(AllowedAddresses),
      },
      { $id: 'ApiTokenCreateRequest' },
    ),
    replies: { 200: Token },
    errors: ['CONFLICT'],
  },
  listTokens: {
    method: 'GET',
    path: '/tokens',
    tag,
    summary: 'List API tokens',
    permission: 'VIEW',
    query: Type.Object({
      name: Type.Optional(text(255)),
      createdAfter: Type.Optional(Timestamp),
      createdBefore: Type.Optional(Timestamp),
      updatedAfter: Type.Optional(Timestamp),
      updatedBefore: Type.Optional(Timestamp),
      ...pageQuery,
    }),
    replies: { 200: list(Token, 'TokenListResponse') },
  },
  getTokenById: {
    method: 'GET',
    path: '/tokens/{tokenId}',
    tag,
    summary: 'Get an API token',
    permission: 'VIEW',
    params,
    replies: { 200: Token },
  },
  updateToken: {
    method: 'PATCH',
    path: '/tokens/{tokenId}',
    tag,
    summary: 'Update an API token',
    description:
      'Changes the name, the expiry or the allowed addresses; absent fields are unchanged. Other processes apply the change within a second.',
    permission: 'MANAGE',
    params,
    body: Type.Object(
      {
        name: Type.Optional(text(255, { examples: ['Payouts worker'] })),
        expiresAt: Type.Optional(
          Type.Unsafe<string | null>({
            type: ['string', 'null'],
            format: 'date-time',
            examples: [EXAMPLE_MOMENT],
            description: 'When the token expires; null: never',
          }),
        ),
        allowedAddresses: Type.Optional(AllowedAddresses),
      },
      { $id: 'ApiTokenUpdateRequest' },
    ),
    replies: { 200: Token },
  },
  rotateTokenSecret: {
    method: 'POST',
    path: '/tokens/{tokenId}/rotate-secret',
    tag,
    summary: 'Rotate the secret of an API token',
    description: `Gives the token a new secret, which is only in this response as \`clientSecret\`. The previous secret works until \`previousSecretExpiresAt\`; one that was rotated out before it ends immediately. Client id, permissions and Idempotency-Keys stay. Rotating the secret of a token that has more permissions than the caller is 403 \`FORBIDDEN\`.`,
    permission: 'MANAGE',
    secret: 'reply.id',
    params,
    body: Type.Object(
      {
        previousSecretExpiresAt: moment(
          `Until this time the previous secret also works; a time in the past ends it immediately. Default: in ${ROTATION_OVERLAP_HOURS} hours`,
        ),
      },
      { $id: 'ApiTokenRotateSecretRequest' },
    ),
    bodyOptional: true,
    replies: { 200: Token },
  },
  deleteTokenById: {
    method: 'DELETE',
    path: '/tokens/{tokenId}',
    tag,
    summary: 'Delete an API token',
    description: 'The token stops working immediately.',
    permission: 'MANAGE',
    params,
    replies: { 204: null },
  },
})
