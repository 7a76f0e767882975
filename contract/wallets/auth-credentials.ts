/** Credential contract: how holders of embedded wallets prove who they are. */
import Type, { type Static } from 'typebox'
import { Email } from '../elements.ts'
import { operations } from '../operation.ts'
import { choice, id, oneOf, Timestamp } from '../schema.ts'
import { AuthSession } from './auth-sessions.ts'
import { AuthMethodType, AuthSignedRequestChallenge, ClientPublicKey } from './wallet-keys.ts'

/** base64url without padding; the format is checked where the value is parsed. */
const binary = (max: number, description: string) => Type.String({ minLength: 1, maxLength: max, description })

export const authMethodFields = {
  accountId: id('InternalAccount'),
  credentialId: Type.Optional(Type.String({ description: "PASSKEY only: WebAuthn's rawId, base64url" })),
  nickname: Type.String({
    description: 'EMAIL_OTP: the address. OAUTH: the email claim of the token. PASSKEY: the name given at registration',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const AuthMethod = Type.Object(
  { id: id('AuthMethod'), type: AuthMethodType, ...authMethodFields },
  { $id: 'AuthMethod', description: 'A credential of an embedded wallet' },
)
export type AuthMethod = Static<typeof AuthMethod>

const accountId = id('InternalAccount')
const OidcToken = Type.String({ minLength: 1, maxLength: 8192, description: 'An OpenID Connect identity token (JWT)' })

const EmailOtpCredentialCreateRequest = Type.Object(
  { type: Type.Literal('EMAIL_OTP'), accountId, email: Type.Optional(Email) },
  {
    $id: 'EmailOtpCredentialCreateRequest',
    description: "A code is mailed immediately; without `email`, to the customer's address",
  },
)
const OauthCredentialCreateRequest = Type.Object(
  { type: Type.Literal('OAUTH'), accountId, oidcToken: OidcToken },
  { $id: 'OauthCredentialCreateRequest' },
)
const PasskeyCredentialCreateRequest = Type.Object(
  {
    type: Type.Literal('PASSKEY'),
    accountId,
    nickname: Type.String({
      pattern: "^(?=.*[^ ])[\\p{L}\\p{M}\\p{N}._'() -]{1,100}$",
      maxLength: 100,
      description: "Letters, digits, spaces and . _ - ' ( )",
      examples: ['My phone'],
    }),
    challenge: binary(1024, "The registration challenge issued by the platform's server, base64url"),
    attestation: Type.Object(
      {
        credentialId: binary(2048, 'rawId'),
        clientDataJson: binary(16_384, 'The same bytes that WebAuthn calls clientDataJSON'),
        attestationObject: binary(88_000, 'CBOR'),
        transports: Type.Optional(Type.Array(choice(['usb', 'nfc', 'ble', 'internal', 'hybrid']), { maxItems: 10 })),
      },
      {
        $id: 'PasskeyAttestation',
        description: 'Result of navigator.credentials.create(); binary values as base64url',
      },
    ),
  },
  { $id: 'PasskeyCredentialCreateRequest' },
)
export const AuthCredentialCreateRequest = oneOf(
  'type',
  [EmailOtpCredentialCreateRequest, OauthCredentialCreateRequest, PasskeyCredentialCreateRequest],
  { $id: 'AuthCredentialCreateRequest' },
)
export type AuthCredentialCreateRequest = Static<typeof AuthCredentialCreateRequest>

const EmailOtpCredentialVerifyRequest = Type.Object(
  {
    type: Type.Literal('EMAIL_OTP'),
    otp: Type.String({ minLength: 1, maxLength: 64, description: 'The code from the mail' }),
    clientPublicKey: ClientPublicKey,
  },
  { $id: 'EmailOtpCredentialVerifyRequest' },
)
const OauthCredentialVerifyRequest = Type.Object(
  { type: Type.Literal('OAUTH'), oidcToken: OidcToken, clientPublicKey: ClientPublicKey },
  { $id: 'OauthCredentialVerifyRequest', description: 'Each token is accepted once' },
)
const PasskeyCredentialVerifyRequest = Type.Object(
  {
    type: Type.Literal('PASSKEY'),
    assertion: Type.Object(
      {
        credentialId: binary(2048, 'rawId'),
        clientDataJson: binary(16_384, 'The same bytes that WebAuthn calls clientDataJSON'),
        authenticatorData: binary(16_384, 'Authenticator data'),
        signature: binary(4096, 'Signature'),
        userHandle: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1024 })),
      },
      { $id: 'PasskeyAssertion', description: 'Result of navigator.credentials.get(); binary values as base64url' },
    ),
  },
  {
    $id: 'PasskeyCredentialVerifyRequest',
    description: 'The header Request-Id carries the `requestId` of the challenge',
  },
)
export const AuthCredentialVerifyRequest = oneOf(
  'type',
  [EmailOtpCredentialVerifyRequest, OauthCredentialVerifyRequest, PasskeyCredentialVerifyRequest],
  { $id: 'AuthCredentialVerifyRequest' },
)
export type AuthCredentialVerifyRequest = Static<typeof AuthCredentialVerifyRequest>

const EmailOtpAuthMethod = Type.Object(
  { id: id('AuthMethod'), type: Type.Literal('EMAIL_OTP'), ...authMethodFields },
  { $id: 'EmailOtpAuthMethod', description: 'A new code is being mailed; the credential is unchanged' },
)
const PasskeyAuthChallenge = Type.Object(
  {
    id: id('AuthMethod'),
    type: Type.Literal('PASSKEY'),
    ...authMethodFields,
    credentialId: Type.String({ description: 'The passkey to request, base64url' }),
    challenge: Type.String({
      description: '64 lower-case hex characters; decode them as base64url, or use the text itself',
    }),
    requestId: id('Request'),
    expiresAt: Timestamp,
  },
  { $id: 'PasskeyAuthChallenge', description: 'Input for navigator.credentials.get()' },
)
export const AuthCredentialChallenge = oneOf('type', [EmailOtpAuthMethod, PasskeyAuthChallenge], {
  $id: 'AuthCredentialChallenge',
})
export type AuthCredentialChallenge = Static<typeof AuthCredentialChallenge>

const tag = 'Wallet credentials'
const params = Type.Object({ id: id('AuthMethod') })

export const authCredentialOperations = operations({
  createAuthCredential: {
    method: 'POST',
    path: '/auth/credentials',
    tag,
    summary: 'Add a credential to a wallet',
    description:
      'The first credential of a wallet is created immediately (201). Each further one requires the signature of a session of the wallet: 202 first, then 201. It opens no session; `/verify` does. A wallet has at most one PASSKEY and one EMAIL_OTP.',
    permission: 'TRANSACT',
    signed: true,
    body: AuthCredentialCreateRequest,
    replies: { 201: AuthMethod, 202: AuthSignedRequestChallenge },
    errors: [
      'INTERNAL_ACCOUNT_NOT_FOUND',
      'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
      'PASSKEY_CREDENTIAL_ALREADY_EXISTS',
      'CONFLICT',
      'NOT_IMPLEMENTED',
    ],
  },
  listAuthCredentials: {
    method: 'GET',
    path: '/auth/credentials',
    tag,
    summary: "List a wallet's credentials",
    description: 'Oldest first; without paging.',
    permission: 'VIEW',
    query: Type.Object({ accountId }),
    replies: { 200: Type.Object({ data: Type.Array(AuthMethod) }, { $id: 'AuthCredentialListResponse' }) },
  },
  challengeAuthCredential: {
    method: 'POST',
    path: '/auth/credentials/{id}/challenge',
    tag,
    summary: 'Start the verification of a credential',
    description:
      'EMAIL_OTP: mails a new code, which replaces the previous one. PASSKEY: returns the challenge for navigator.credentials.get(), bound to `clientPublicKey`. OAUTH needs no challenge.',
    permission: 'TRANSACT',
    opens: 'CHALLENGE',
    params,
    body: Type.Object({ clientPublicKey: Type.Optional(ClientPublicKey) }, { $id: 'AuthCredentialChallengeRequest' }),
    bodyOptional: true,
    replies: { 200: AuthCredentialChallenge },
    errors: ['NOT_IMPLEMENTED'],
  },
  verifyAuthCredential: {
    method: 'POST',
    path: '/auth/credentials/{id}/verify',
    tag,
    summary: 'Verify a credential and open a session',
    description:
      'Verifies the holder, activates the credential, and opens a session of 15 minutes. The signing key of the session is sealed to the client and returned only once.',
    permission: 'TRANSACT',
    secret: 'reply.id',
    opens: 'SESSION',
    takesRequestId: true,
    params,
    body: AuthCredentialVerifyRequest,
    replies: { 200: AuthSession },
    errors: ['ACCOUNT_NOT_ACTIVE'],
  },
  revokeAuthCredential: {
    method: 'DELETE',
    path: '/auth/credentials/{id}',
    tag,
    summary: 'Revoke a credential',
    description:
      'Requires the signature of a session opened with another credential of the wallet. Sessions and challenges of the revoked credential end with it. The only credential of a wallet cannot be revoked.',
    permission: 'TRANSACT',
    signed: true,
    params,
    replies: { 202: AuthSignedRequestChallenge, 204: null },
    errors: ['LAST_CREDENTIAL'],
  },
})
