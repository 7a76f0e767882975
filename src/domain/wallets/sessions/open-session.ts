/** Session opening: by a credential that was just verified. The proof is spent in the same batch. */
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

/** @throws Refusal AUTH_METHOD_NOT_FOUND, ACCOUNT_NOT_ACTIVE, INVALID_INPUT (a key of another wallet), UNAUTHORIZED when the proof was spent since */
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
  // With a single credential there is no other address to notify.
  if ((rows.peek(rosters, credential.accountId)?.credentials.length ?? 0) > 1)
    enqueue(rows, 'mailSessionNotice', rows.now, session.id)
  return { session, credential: verified }
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
  const young = roster.sessions.filter(({ expiresAt }) => expiresAt > rows.now)
  const leaving = young.slice(0, Math.max(0, young.length + 1 - LIMITS.walletSessions))
  rows.together(...leaving.map(({ id }) => [sessions, id] as const))
  for (const { id } of leaving) rows.change(sessions, rows.get(sessions, id), { revokedAt: rows.now })
  rows.change(rosters, roster, { sessions: [...young.slice(leaving.length), entry] })
}
