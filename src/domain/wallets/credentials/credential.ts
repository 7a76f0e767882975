/** Credential resource: table, roster of a wallet, attempt counters, presenter, and the facts that the custodian certifies. */
import type { AuthMethod } from '../../../../contract/wallets/auth-credentials.ts'
import { wireId } from '../../../core/ids.ts'
import { notFound, Refusal } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { CredentialFacts } from '../../../providers/custodian/port.ts'
import type { OidcIdentity } from '../../../providers/oidc/port.ts'
import type { Passkey } from '../../../providers/passkeys/port.ts'

export type CredentialType = 'PASSKEY' | 'OAUTH' | 'EMAIL_OTP'

/** What a proof is verified against. */
export type Proof =
  | { readonly type: 'EMAIL_OTP'; readonly email: string }
  | { readonly type: 'OAUTH'; readonly identity: OidcIdentity }
  | { readonly type: 'PASSKEY'; readonly passkey: Passkey }

export const credentials = table(
  'credentials',
  {
    id: uuid,
    accountId: uuid,
    type: text<CredentialType>(),
    nickname: text(),
    proof: json<Proof>(),
    createdAt: time,
    updatedAt: time,
    /** When it was first verified; null: never. */
    verifiedAt: orNull(time),
    revokedAt: orNull(time),
    /** Signed by the custodian: the credential belongs to the wallet. Null: from before certificates. */
    certificate: orNull(text()),
  },
  { resource: 'AuthMethod', changing: ['nickname', 'proof', 'updatedAt', 'verifiedAt', 'revokedAt', 'certificate'] },
)

export type Credential = Row<typeof credentials>

/** Credentials and sessions of a wallet, in one row. Every change of either changes this row, so that limits on their number hold under concurrency. */
export const rosters = table(
  'credential_rosters',
  {
    id: uuid,
    credentials: json<readonly { readonly id: string; readonly type: CredentialType }[]>(),
    /** Sessions that may be live, oldest first. */
    sessions: json<readonly { readonly id: string; readonly expiresAt: number }[]>(),
  },
  { changing: ['credentials', 'sessions'] },
)

export type Roster = Row<typeof rosters>

/** Recent attempts on a credential: one row per credential. Times are milliseconds since 1970. */
export const attempts = table(
  'credential_attempts',
  {
    id: uuid,
    /** When challenges were requested. */
    challenges: json<readonly number[]>(),
    /** When a wrong code was submitted. */
    failures: json<readonly number[]>(),
    /** Wrong codes since the last correct one. */
    failuresInARow: int,
  },
  { changing: ['challenges', 'failures', 'failuresInARow'] },
)

export type Attempts = Row<typeof attempts>

/** A revoked credential is treated as unknown. @throws Refusal AUTH_METHOD_NOT_FOUND */
export function getLiveCredential(rows: Rows, credentialId: string): Credential {
  const credential = rows.get(credentials, credentialId)
  if (credential.revokedAt !== null) throw notFound('AuthMethod')
  return credential
}

export const presentAuthMethod = (credential: Credential): AuthMethod => ({
  id: wireId('AuthMethod', credential.id),
  type: credential.type,
  ...common(credential),
  createdAt: isoTime(credential.createdAt),
  updatedAt: isoTime(credential.updatedAt),
})

export const common = ({ accountId, nickname, proof }: Credential) => ({
  accountId: wireId('InternalAccount', accountId),
  nickname,
  ...(proof.type === 'PASSKEY' && { credentialId: proof.passkey.credentialId }),
})

export function factsOf(proof: Proof): CredentialFacts {
  if (proof.type === 'EMAIL_OTP') return { type: proof.type, email: proof.email }
  if (proof.type === 'OAUTH') return { type: proof.type, identity: proof.identity }
  const { credentialId, publicKey, rpId, origin, backupEligible } = proof.passkey
  return { type: proof.type, credentialId, publicKey, rpId, origin, backupEligible }
}

/** A passkey's id is unique within its relying party. */
export const passkeyClaimOf = ({ rpId, credentialId }: Pick<Passkey, 'rpId' | 'credentialId'>): string =>
  `passkey/${rpId}/${credentialId}`

const PROOF_REJECTED: Readonly<Record<CredentialType, string>> = {
  EMAIL_OTP: 'Invalid OTP code',
  PASSKEY: 'Invalid passkey signature',
  OAUTH: 'Invalid OIDC token',
}

export const proofRejected = (type: CredentialType): Refusal =>
  new Refusal('UNAUTHORIZED', 'The credential was not verified; start again', { reason: PROOF_REJECTED[type] })
