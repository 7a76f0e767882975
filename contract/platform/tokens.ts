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

export const Token = Type.Object(
  {
    id: id('Token'),
    name: Type.String(),
    permissions: Type.Array(TokenPermission),
    clientId: Type.String({ description: 'User name for HTTP Basic authentication' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    clientSecret: Type.Optional(
      Type.String({ description: 'Password for HTTP Basic authentication; shown once, when the token is created' }),
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
