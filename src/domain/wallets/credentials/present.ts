/** Owns how credentials and sessions look on the wire. */
import type { AuthCredentialChallenge, AuthMethod } from '../../../../contract/wallets/auth-credentials.ts'
import type { AuthSession } from '../../../../contract/wallets/auth-sessions.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Opened } from './open-session.ts'
import type { Credential, PasskeyChallenge } from './tables.ts'

export const presentAuthMethod = (credential: Credential): AuthMethod => ({
  id: wireId('AuthMethod', credential.id),
  type: credential.type,
  ...common(credential),
  createdAt: isoTime(credential.createdAt),
  updatedAt: isoTime(credential.updatedAt),
})

const common = ({ accountId, nickname, proof }: Credential) => ({
  accountId: wireId('InternalAccount', accountId),
  nickname,
  ...(proof.type === 'PASSKEY' && { credentialId: proof.passkey.credentialId }),
})

/** @param challenge of a passkey; undefined: a code is on its way */
export function presentChallenge(credential: Credential, challenge?: PasskeyChallenge): AuthCredentialChallenge {
  const shown = presentAuthMethod(credential)
  if (!challenge) return { ...shown, type: 'EMAIL_OTP' }
  return {
    ...shown,
    type: 'PASSKEY',
    credentialId: shown.credentialId as string,
    challenge: challenge.challenge,
    requestId: wireId('Request', challenge.id),
    expiresAt: isoTime(challenge.expiresAt),
  }
}

/** @param encryptedSessionSigningKey shown when the session is opened, and never again */
export const presentSession = ({ session, credential }: Opened, encryptedSessionSigningKey?: string): AuthSession => ({
  id: wireId('Session', session.id),
  type: credential.type,
  ...common(credential),
  ...(encryptedSessionSigningKey !== undefined && { encryptedSessionSigningKey }),
  expiresAt: isoTime(session.expiresAt),
  createdAt: isoTime(session.createdAt),
  updatedAt: isoTime(session.createdAt),
})
