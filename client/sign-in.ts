/** Sign-in to a wallet: by emailed code, OIDC token or passkey. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Client } from './api.ts'
import { type ClientKeys, newClientKeys } from './keys.ts'
import type {
  AuthCredentialChallenge,
  AuthCredentialVerifyRequest,
  AuthMethod,
  AuthSession,
  PasskeyCredentialCreateRequest,
} from './operations.generated.ts'
import { type AskPasskey, assertionOf, attestationOf, type NewPasskey } from './passkeys.ts'
import type { Sent } from './request.ts'
import { openSessionKey, type SessionKey } from './session-key.ts'

export interface WalletSession extends SessionKey {
  readonly id: AuthSession['id']
  readonly accountId: AuthSession['accountId']
  /** ISO 8601. */
  readonly expiresAt: string
}

/** As methods of the client take it: a plain string, too. */
type CredentialId = Sent<AuthMethod['id']>

/** Has a code emailed. @throws ApiError 429 with `retryAfter` when the last one was sent too recently */
export async function requestCode(api: Client, credentialId: CredentialId): Promise<void> {
  await api('challengeAuthCredential', { params: { id: credentialId } })
}

/** @throws ApiError 401 when the code is wrong or has expired */
export async function signInWithCode(api: Client, credentialId: CredentialId, otp: string): Promise<WalletSession> {
  const keys = await newClientKeys()
  return verify(api, credentialId, keys, { type: 'EMAIL_OTP', otp, clientPublicKey: keys.publicKey })
}

/**
 * @param getToken fetches a fresh token from the issuer, with this nonce, so that it opens sessions for this key only
 * @throws ApiError 401 when the token is invalid
 */
export async function signInWithToken(
  api: Client,
  credentialId: CredentialId,
  getToken: (nonce: string) => Promise<string>,
): Promise<WalletSession> {
  const keys = await newClientKeys()
  const oidcToken = await getToken(nonceFor(keys))
  return verify(api, credentialId, keys, { type: 'OAUTH', oidcToken, clientPublicKey: keys.publicKey })
}

/** Nonce that binds an issuer's token to these keys. */
export const nonceFor = ({ publicKey }: ClientKeys): string => bytesToHex(sha256(utf8ToBytes(publicKey)))

/** @param ask `askBrowser`, or `startAuthentication` of @simplewebauthn/browser @throws ApiError 401 when the assertion is invalid */
export async function signInWithPasskey(
  api: Client,
  credentialId: CredentialId,
  ask: AskPasskey,
  rpId?: string,
): Promise<WalletSession> {
  const keys = await newClientKeys()
  const body = { clientPublicKey: keys.publicKey }
  const asked = await api('challengeAuthCredential', { params: { id: credentialId }, body })
  const { credentialId: passkey, challenge, requestId } = asked as Extract<AuthCredentialChallenge, { type: 'PASSKEY' }>
  const answer = await ask({
    optionsJSON: {
      challenge,
      allowCredentials: [{ id: passkey, type: 'public-key' }],
      userVerification: 'required',
      ...(rpId !== undefined && { rpId }),
    },
  })
  return verify(
    api,
    credentialId,
    keys,
    { type: 'PASSKEY', assertion: assertionOf(answer) },
    { 'Request-Id': requestId },
  )
}

/**
 * Body of `POST /auth/credentials` for a passkey that a browser has made.
 * @param challenge base64url, the challenge given to the browser, from the platform's own server
 */
export const passkeyCredential = <AccountId extends Sent<AuthSession['accountId']>>(
  accountId: AccountId,
  nickname: string,
  challenge: string,
  passkey: NewPasskey,
): Omit<PasskeyCredentialCreateRequest, 'accountId'> & { readonly accountId: AccountId } => ({
  type: 'PASSKEY',
  accountId,
  nickname,
  challenge,
  attestation: attestationOf(passkey),
})

/** Session of a reply, with its key decrypted. @throws Error when the key was sealed to other keys */
export async function openSession(session: AuthSession, keys: ClientKeys): Promise<WalletSession> {
  const { id, accountId, expiresAt, encryptedSessionSigningKey } = session
  if (encryptedSessionSigningKey === undefined) throw new Error('The key of a session is shown only when it is opened')
  return { id, accountId, expiresAt, ...(await openSessionKey(encryptedSessionSigningKey, keys)) }
}

async function verify(
  api: Client,
  credentialId: CredentialId,
  keys: ClientKeys,
  body: AuthCredentialVerifyRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<WalletSession> {
  return openSession(await api('verifyAuthCredential', { params: { id: credentialId }, body, headers }), keys)
}
