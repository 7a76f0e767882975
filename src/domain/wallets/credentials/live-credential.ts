/** Owns what counts as a credential or a session that is still good. */
import { notFound } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { type Credential, credentials, type Session, sessions } from './tables.ts'

/** A revoked credential is an unknown one. @throws Refusal AUTH_METHOD_NOT_FOUND */
export function liveCredential(rows: Rows, credentialId: string): Credential {
  const credential = rows.get(credentials, credentialId)
  if (credential.revokedAt !== null) throw notFound('AuthMethod')
  return credential
}

/** A session as it may sign or not: with the first of its chain, and the credential that opened that one. */
export interface Standing {
  readonly session: Session
  readonly root: Session
  readonly credential: Credential
}

/** @throws Refusal SESSION_NOT_FOUND */
export function standingOf(rows: Rows, sessionId: string): Standing {
  const session = rows.get(sessions, sessionId)
  rows.together([sessions, session.rootId], [credentials, session.credentialId])
  return {
    session,
    root: rows.get(sessions, session.rootId),
    credential: rows.get(credentials, session.credentialId),
  }
}

/** Whether the session may sign. */
export const isLive = (standing: Standing, now: number): boolean =>
  standing.session.expiresAt > now && !isRevoked(standing)

/** Whether the session, its chain or its credential was revoked: what it has signed and is not done yet is not done. */
export const isRevoked = ({ session, root, credential }: Standing): boolean =>
  session.revokedAt !== null || root.revokedAt !== null || credential.revokedAt !== null
