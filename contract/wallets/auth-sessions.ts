/** Session contract: keys that may sign for an embedded wallet for a limited time. */
import Type, { type Static } from 'typebox'
import { operations } from '../operation.ts'
import { id, Timestamp } from '../schema.ts'
import { AuthMethodType, AuthSignedRequestChallenge, ClientPublicKey, SignedRequestChallenge } from './wallet-keys.ts'

export const AuthSession = Type.Object(
  {
    id: id('Session'),
    accountId: id('InternalAccount'),
    type: AuthMethodType,
    credentialId: Type.Optional(Type.String({ description: 'PASSKEY only: rawId, base64url' })),
    nickname: Type.String({ description: 'Nickname of the credential that opened the session' }),
    encryptedSessionSigningKey: Type.Optional(
      Type.String({
        description:
          'The private key of the session, sealed to `clientPublicKey` by HPKE: base58check of encapsulated key, ciphertext and tag. Returned once, when the session is opened',
      }),
    ),
    expiresAt: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'AuthSession' },
)
export type AuthSession = Static<typeof AuthSession>

const tag = 'Wallet credentials'
const params = Type.Object({ id: id('Session') })

export const authSessionOperations = operations({
  listAuthSessions: {
    method: 'GET',
    path: '/auth/sessions',
    tag,
    summary: "List a wallet's sessions",
    description: 'Live sessions, oldest first.',
    permission: 'VIEW',
    query: Type.Object({ accountId: id('InternalAccount') }),
    replies: { 200: Type.Object({ data: Type.Array(AuthSession) }, { $id: 'SessionListResponse' }) },
  },
  revokeAuthSession: {
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    tag,
    summary: 'Revoke a session',
    description:
      'Requires the signature of any session of the wallet, including the revoked one. It ends every session opened by the same proof.',
    permission: 'TRANSACT',
    signed: true,
    params,
    replies: { 202: AuthSignedRequestChallenge, 204: null },
  },
  refreshAuthSession: {
    method: 'POST',
    path: '/auth/sessions/{id}/refresh',
    tag,
    summary: 'Refresh a session',
    description:
      'Requires the signature of the session itself, while it is live. The new session has its own key and 15 minutes; the old one stays valid until it expires.',
    permission: 'TRANSACT',
    signed: true,
    secret: 'reply.id',
    opens: 'SESSION',
    params,
    body: Type.Object({ clientPublicKey: ClientPublicKey }, { $id: 'AuthSessionRefreshRequest' }),
    replies: { 201: AuthSession, 202: SignedRequestChallenge },
  },
})
