/** Owns the opening of a session by a credential that was just proven: what proved it is used up with it. */

import { LIMITS } from '../../../../contract/limits.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import type { OidcToken } from '../../../providers/oidc/port.ts'
import { claimClientKey, clientKeyReads } from '../client-key.ts'
import { type Credential, credentials, getLiveCredential, type Roster, rosters } from '../credentials/credential.ts'
import { spendToken } from '../credentials/identity-token.ts'
import { spendCode } from '../credentials/one-time-code.ts'
import { spendPasskeyChallenge, type VerifiedPasskey } from '../credentials/passkey-challenge.ts'
import { requireWallet } from '../wallet.ts'
import { type OpenedSession, type Session, sessions } from './session.ts'

/** Fifteen minutes of the clock, whatever is done meanwhile (decision 42). */
export const SESSION_MS = 15 * 60_000

/** What has proven the credential. Where a stand-in was taken for a proof, there is less to spend. */
export type VerifiedProof =
  | { readonly type: 'EMAIL_OTP'; readonly issueId: string | undefined }
  | { readonly type: 'OAUTH'; readonly token: OidcToken | undefined }
  | VerifiedPasskey

/** A session as the custodian has opened it. */
export interface CertifiedSession {
  readonly publicKey: string
  readonly certificate: string
  readonly provenAt: number
  readonly openedAt: number
  readonly expiresAt: number
}

/** The keys that belong to a session. */
export interface NewSession extends CertifiedSession {
  /** Of the client, where its use is watched over. */
  readonly exclusiveKey: string | undefined
}

/** @throws Refusal AUTH_METHOD_NOT_FOUND, ACCOUNT_NOT_ACTIVE, INVALID_INPUT (a key of another wallet), UNAUTHORIZED when the proof was used meanwhile */
export function openSession(rows: Rows, credentialId: string, keys: NewSession, proven: VerifiedProof): OpenedSession {
  const { exclusiveKey } = keys
  rows.together([credentials, credentialId], ...clientKeyReads(exclusiveKey))
  const credential = getLiveCredential(rows, credentialId)
  requireWallet(rows, credential.accountId, 'id', [rosters, credential.accountId])
  claimClientKey(rows, credential.accountId, exclusiveKey)
  if (proven.type === 'EMAIL_OTP') spendCode(rows, credentialId, proven.issueId)
  if (proven.type === 'OAUTH' && proven.token) spendToken(rows, proven.token)
  const proof = proven.type === 'PASSKEY' ? spendPasskeyChallenge(rows, credential, proven) : credential.proof
  const verified = rows.change(credentials, credential, {
    proof,
    verifiedAt: credential.verifiedAt ?? rows.now,
    updatedAt: credential.verifiedAt === null ? rows.now : credential.updatedAt,
  })
  const session = addSession(rows, verified, keys)
  // Nobody else is to be told where there is no other credential.
  if ((rows.peek(rosters, credential.accountId)?.credentials.length ?? 0) > 1)
    enqueue(rows, 'mailSessionNotice', rows.now, session.id)
  return { session, credential: verified }
}

/** @param rootId of the chain that it continues; absent: it begins one */
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

/** The oldest one makes room: whoever signs in must get in, and what they left open elsewhere is the least missed. */
function enterInRoster(rows: Rows, accountId: string, entry: Roster['sessions'][number]): void {
  const roster = rows.get(rosters, accountId)
  const young = roster.sessions.filter(({ expiresAt }) => expiresAt > rows.now)
  const leaving = young.slice(0, Math.max(0, young.length + 1 - LIMITS.walletSessions))
  rows.together(...leaving.map(({ id }) => [sessions, id] as const))
  for (const { id } of leaving) rows.change(sessions, rows.get(sessions, id), { revokedAt: rows.now })
  rows.change(rosters, roster, { sessions: [...young.slice(leaving.length), entry] })
}
