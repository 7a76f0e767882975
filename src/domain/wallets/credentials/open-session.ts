/** Owns the opening of a session by a credential that was just proven: what proved it is used up with it. */
import { LIMITS } from '../../../../contract/limits.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import type { OidcToken } from '../../../providers/oidc/port.ts'
import { isCounterForward, type Passkey } from '../../../providers/passkeys/port.ts'
import { clientKeyClaim, takeClientKey } from './client-key.ts'
import { liveCredential } from './live-credential.ts'
import { notProven } from './not-proven.ts'
import { spendToken } from './spend-token.ts'
import {
  attempts,
  type Credential,
  credentials,
  oneTimeCodes,
  passkeyChallenges,
  type Roster,
  rosters,
  type Session,
  sessions,
} from './tables.ts'
import { withSuccess } from './throttle.ts'
import { walletAccount } from './wallet-account.ts'

/** Fifteen minutes of the clock, whatever is done meanwhile (decision 42). */
export const SESSION_MS = 15 * 60_000

/** What has proven the credential. Where a stand-in was taken for a proof, there is less to spend. */
export type Proven =
  | { readonly type: 'EMAIL_OTP'; readonly issueId: string | undefined }
  | { readonly type: 'OAUTH'; readonly token: OidcToken | undefined }
  | {
      readonly type: 'PASSKEY'
      readonly challengeId: string
      readonly use: Pick<Passkey, 'signCount' | 'backedUp' | 'userHandle'> | undefined
    }

export interface Opened {
  readonly session: Session
  readonly credential: Credential
}

/** A session as the custodian has opened it. */
export interface OpenedKeys {
  readonly publicKey: string
  readonly certificate: string
  readonly provenAt: number
  readonly openedAt: number
  readonly expiresAt: number
}

/** The keys that belong to a session. */
export interface SessionKeys extends OpenedKeys {
  /** Of the client, where its use is watched over. */
  readonly watchedKey: string | undefined
}

/** @throws Refusal AUTH_METHOD_NOT_FOUND, ACCOUNT_NOT_ACTIVE, INVALID_INPUT (a key of another wallet), UNAUTHORIZED when the proof was used meanwhile */
export function openSession(rows: Rows, credentialId: string, keys: SessionKeys, proven: Proven): Opened {
  const { watchedKey } = keys
  rows.together([credentials, credentialId], ...clientKeyClaim(watchedKey))
  const credential = liveCredential(rows, credentialId)
  walletAccount(rows, credential.accountId, 'id', [rosters, credential.accountId])
  takeClientKey(rows, credential.accountId, watchedKey)
  if (proven.type === 'EMAIL_OTP') spendCode(rows, credentialId, proven.issueId)
  if (proven.type === 'OAUTH' && proven.token) spendToken(rows, proven.token)
  const proof = proven.type === 'PASSKEY' ? spendChallenge(rows, credential, proven) : credential.proof
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
export function addSession(rows: Rows, { id, accountId }: Credential, keys: OpenedKeys, rootId?: string): Session {
  const { publicKey, certificate, provenAt, openedAt, expiresAt } = keys
  const sessionId = rows.newId()
  enlist(rows, accountId, { id: sessionId, expiresAt })
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
function enlist(rows: Rows, accountId: string, entry: Roster['sessions'][number]): void {
  const roster = rows.get(rosters, accountId)
  const young = roster.sessions.filter(({ expiresAt }) => expiresAt > rows.now)
  const leaving = young.slice(0, Math.max(0, young.length + 1 - LIMITS.walletSessions))
  rows.together(...leaving.map(({ id }) => [sessions, id] as const))
  for (const { id } of leaving) rows.change(sessions, rows.get(sessions, id), { revokedAt: rows.now })
  rows.change(rosters, roster, { sessions: [...young.slice(leaving.length), entry] })
}

function spendCode(rows: Rows, credentialId: string, issueId: string | undefined): void {
  const tried = rows.get(attempts, credentialId)
  rows.change(attempts, tried, withSuccess(tried))
  if (issueId === undefined) return
  const code = rows.get(oneTimeCodes, credentialId)
  if (code.issueId !== issueId || code.spentAt !== null) throw notProven('EMAIL_OTP')
  rows.change(oneTimeCodes, code, { spentAt: rows.now })
}

/** The credential's proof as it is from now on. */
function spendChallenge(
  rows: Rows,
  { id, proof }: Credential,
  { challengeId, use }: Extract<Proven, { type: 'PASSKEY' }>,
): Credential['proof'] {
  const challenge = rows.get(passkeyChallenges, challengeId)
  if (challenge.credentialId !== id || challenge.spentAt !== null || challenge.expiresAt <= rows.now)
    throw notProven('PASSKEY')
  rows.change(passkeyChallenges, challenge, { spentAt: rows.now })
  if (proof.type !== 'PASSKEY' || !use) return proof
  // A counter that stands still says that the passkey was copied.
  if (!isCounterForward(proof.passkey.signCount, use.signCount)) throw notProven('PASSKEY')
  return { type: 'PASSKEY', passkey: { ...proof.passkey, ...use } }
}
