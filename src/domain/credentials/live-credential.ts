/** Owns what counts as a credential or a session that is still good. */
import { notFound } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { type Credential, credentials, type Session } from './tables.ts'

/** A revoked credential is an unknown one. @throws Refusal AUTH_METHOD_NOT_FOUND */
export function liveCredential(rows: Rows, credentialId: string): Credential {
  const credential = rows.get(credentials, credentialId)
  if (credential.revokedAt !== null) throw notFound('AuthMethod')
  return credential
}

/** Whether the session may sign, by itself and by the credential that opened it. */
export const isLive = (session: Session, credential: Credential, now: number): boolean =>
  session.revokedAt === null && session.expiresAt > now && credential.revokedAt === null
