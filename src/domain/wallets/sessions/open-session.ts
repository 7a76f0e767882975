/** Session opening: by a credential that was just verified. The proof is spent in the same batch. */
import { LIMITS } from '../../../../contract/limits.ts'
import { command, type Read, type SeenRows } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import type { OidcToken } from '../../../providers/oidc/port.ts'
import { claimClientKey, clientKeyReads } from '../client-key.ts'
import {
  attempts,
  type Credential,
  credentials,
  getLiveCredential,
  type Roster,
  rosters,
} from '../credentials/credential.ts'
import { spendToken } from '../credentials/identity-token.ts'
import { oneTimeCodes, spendCode } from '../credentials/one-time-code.ts'
import { passkeyChallenges, spendPasskeyChallenge, type VerifiedPasskey } from '../credentials/passkey-challenge.ts'
import { requireWallet, walletReads } from '../wallet.ts'
import { type OpenedSession, type Session, sessions } from './session.ts'

/** Fifteen minutes, without extension by use (decision 42). */
export const SESSION_MS = 15 * 60_000

/** What verified the credential. Undefined parts: the sandbox accepted a stand-in, and there is nothing to spend. */
export type VerifiedProof =
  | { readonly type: 'EMAIL_OTP'; readonly issueId: string | undefined }
  | { readonly type: 'OAUTH'; readonly token: OidcToken | undefined }
  | VerifiedPasskey

/** A session as the custodian opened it. */
export interface CertifiedSession {
  readonly publicKey: string
  readonly certificate: string
  readonly provenAt: number
  readonly openedAt: number
  readonly expiresAt: number
}

export interface NewSession extends CertifiedSession {
  /** The client key, if the custodian requires it to serve one wallet only (see client-key.ts). */
  readonly exclusiveKey: string | undefined
}

export interface SessionOpening {
  readonly credentialId: string
  readonly keys: NewSession
  readonly proven: VerifiedProof
}

/** @throws Refusal AUTH_METHOD_NOT_FOUND, ACCOUNT_NOT_ACTIVE, INVALID_INPUT (a key of another wallet), UNAUTHORIZED when the proof was spent since */
export const openSession = command({
  reads(seen, { credentialId, keys, proven }: SessionOpening) {
    const accountId = seen.lastSeen(credentials, credentialId)?.accountId
    const reads: Read[] = [[credentials, credentialId], ...clientKeyReads(keys.exclusiveKey)]
    if (accountId !== undefined) reads.push(...walletReads(accountId), ...rosterReads(seen, accountId))
    if (proven.type === 'EMAIL_OTP') reads.push([attempts, credentialId])
    if (proven.type === 'EMAIL_OTP' && proven.issueId !== undefined) reads.push([oneTimeCodes, credentialId])
    if (proven.type === 'PASSKEY') reads.push([passkeyChallenges, proven.challengeId])
    return reads
  },
  run(rows, { credentialId, keys, proven }): OpenedSession {
    const credential = getLiveCredential(rows, credentialId)
    requireWallet(rows, credential.accountId, 'id')
    claimClientKey(rows, credential.accountId, keys.exclusiveKey)
    if (proven.type === 'EMAIL_OTP') spendCode(rows, credentialId, proven.issueId)
    if (proven.type === 'OAUTH' && proven.token) spendToken(rows, proven.token)
    const proof = proven.type === 'PASSKEY' ? spendPasskeyChallenge(rows, credential, proven) : credential.proof
    const verified = rows.change(credentials, credential, {
      proof,
      verifiedAt: credential.verifiedAt ?? rows.now,
      updatedAt: credential.verifiedAt === null ? rows.now : credential.updatedAt,
    })
    const session = addSession(rows, verified, keys)
    // With a single credential there is no other address to notify.
    if ((rows.peek(rosters, credential.accountId)?.credentials.length ?? 0) > 1)
      enqueue(rows, 'mailSessionNotice', rows.now, session.id)
    return { session, credential: verified }
  },
})

/** Rows that `addSession` reads: the roster, and the sessions that it evicts. */
export function rosterReads(seen: SeenRows, accountId: string): Read[] {
  const entries = seen.lastSeen(rosters, accountId)?.sessions ?? []
  const evicted = entries.slice(0, Math.max(0, entries.length + 1 - LIMITS.walletSessions))
  return [[rosters, accountId], ...evicted.map(({ id }): Read => [sessions, id])]
}

/** @param rootId of the chain that it continues; absent: it starts one */
export function addSession(
  rows: Rows,
  { id, accountId }: Credential,
  keys: CertifiedSession,
  rootId?: string,
): Session {
  const { publicKey, certificate, provenAt, openedAt, expiresAt } = keys
  const sessionId = rows.newId()
  enterInRoster(rows, accountId, { id: sessionId, expiresAt })
  return rows.add(sessions, {
    id: sessionId,
    accountId,
    credentialId: id,
    publicKey,
    createdAt: openedAt,
    expiresAt,
    revokedAt: null,
    rootId: rootId ?? sessionId,
    provenAt,
    certificate,
  })
}

/** Revokes the oldest sessions above the limit: a holder must always be able to sign in. */
function enterInRoster(rows: Rows, accountId: string, entry: Roster['sessions'][number]): void {
  const roster = rows.get(rosters, accountId)
  const unexpired = roster.sessions.filter(({ expiresAt }) => expiresAt > rows.now)
  const evicted = unexpired.slice(0, Math.max(0, unexpired.length + 1 - LIMITS.walletSessions))
  for (const { id } of evicted) rows.change(sessions, rows.get(sessions, id), { revokedAt: rows.now })
  rows.change(rosters, roster, { sessions: [...unexpired.slice(evicted.length), entry] })
}
