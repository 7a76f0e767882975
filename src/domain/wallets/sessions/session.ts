/** Owns the tables of who may act for a wallet: credentials, what proves them, and sessions. */

import type { AuthSession } from '../../../../contract/wallets/auth-sessions.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { type Credential, common, credentials } from '../credentials/credential.ts'

/** Keys that may sign for a wallet for a while. Of the key pair only the public key is here. */
export const sessions = table(
  'wallet_sessions',
  {
    id: uuid,
    accountId: uuid,
    credentialId: uuid,
    /** P-256, SEC1 compressed, hex. */
    publicKey: text(),
    createdAt: time,
    expiresAt: time,
    revokedAt: orNull(time),
    /** The first session of the chain, by its id: revoking that one ends the chain. */
    rootId: uuid,
    /** When the holder proved who they are; a refresh keeps it. */
    provenAt: time,
    /** The custodian's word that it made the session for this wallet. */
    certificate: text(),
  },
  { resource: 'Session', changing: ['revokedAt'] },
)

export type Session = Row<typeof sessions>

/** A session with the credential that opened it. */
export interface OpenedSession {
  readonly session: Session
  readonly credential: Credential
}

/** A session as it may sign or not: with the first of its chain, and the credential that opened that one. */
export interface SessionChain {
  readonly session: Session
  readonly root: Session
  readonly credential: Credential
}

/** @throws Refusal SESSION_NOT_FOUND */
export function getSessionChain(rows: Rows, sessionId: string): SessionChain {
  const session = rows.get(sessions, sessionId)
  rows.together([sessions, session.rootId], [credentials, session.credentialId])
  return {
    session,
    root: rows.get(sessions, session.rootId),
    credential: rows.get(credentials, session.credentialId),
  }
}

/** Whether the session may sign. */
export const isSessionLive = (standing: SessionChain, now: number): boolean =>
  standing.session.expiresAt > now && !isSessionRevoked(standing)

/** Whether the session, its chain or its credential was revoked: what it has signed and is not done yet is not done. */
export const isSessionRevoked = ({ session, root, credential }: SessionChain): boolean =>
  session.revokedAt !== null || root.revokedAt !== null || credential.revokedAt !== null

/** @param encryptedSessionSigningKey shown when the session is opened, and never again */
export const presentSession = (
  { session, credential }: OpenedSession,
  encryptedSessionSigningKey?: string,
): AuthSession => ({
  id: wireId('Session', session.id),
  type: credential.type,
  ...common(credential),
  ...(encryptedSessionSigningKey !== undefined && { encryptedSessionSigningKey }),
  expiresAt: isoTime(session.expiresAt),
  createdAt: isoTime(session.createdAt),
  updatedAt: isoTime(session.createdAt),
})
