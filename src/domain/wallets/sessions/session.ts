/** Session resource: table, chain of refreshes, presenter. */
import type { AuthSession } from '../../../../contract/wallets/auth-sessions.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { command, type Read, type SeenRows } from '../../../engine/command.ts'
import { orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { type Credential, common, credentials } from '../credentials/credential.ts'

/** Keys that may sign for a wallet for a limited time. Only the public key is stored. */
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
    /** The first session of the chain; revoking it ends the chain. */
    rootId: uuid,
    /** When the holder proved their identity; a refresh keeps it. */
    provenAt: time,
    /** Signed by the custodian: it opened the session for this wallet. */
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

/** A session, the first session of its chain, and the credential that opened that one. */
export interface SessionChain {
  readonly session: Session
  readonly root: Session
  readonly credential: Credential
}

/** Rows that `getSessionChain` reads. */
export function sessionChainReads(seen: SeenRows, sessionId: string): Read[] {
  const session = seen.lastSeen(sessions, sessionId)
  const reads: Read[] = [[sessions, sessionId]]
  if (session) reads.push([sessions, session.rootId], [credentials, session.credentialId])
  return reads
}

/** @throws Refusal SESSION_NOT_FOUND */
export const getSessionChain = command({
  reads: sessionChainReads,
  run(rows, sessionId): SessionChain {
    const session = rows.get(sessions, sessionId)
    return {
      session,
      root: rows.get(sessions, session.rootId),
      credential: rows.get(credentials, session.credentialId),
    }
  },
})

/** Whether the session may sign. */
export const isSessionLive = (chain: SessionChain, now: number): boolean =>
  chain.session.expiresAt > now && !isSessionRevoked(chain)

/** Whether the session, its chain or its credential was revoked. What it signed is then no longer executed. */
export const isSessionRevoked = ({ session, root, credential }: SessionChain): boolean =>
  session.revokedAt !== null || root.revokedAt !== null || credential.revokedAt !== null

/** @param encryptedSessionSigningKey shown once, in the reply that opens the session */
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
