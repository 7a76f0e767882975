/** Owns the tables of who may act for a wallet: credentials, what proves them, and sessions. */
import { int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { OidcIdentity } from '../../../providers/oidc/port.ts'
import type { Passkey } from '../../../providers/passkeys/port.ts'

export type CredentialType = 'PASSKEY' | 'OAUTH' | 'EMAIL_OTP'

/** What a credential is checked against. */
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
    /** Since when it has been known to work; null: nobody has verified it yet. */
    verifiedAt: orNull(time),
    revokedAt: orNull(time),
    /** The custodian's word that it belongs to the wallet; null: sealed in an older form. */
    certificate: orNull(text()),
  },
  { resource: 'AuthMethod', changing: ['nickname', 'proof', 'updatedAt', 'verifiedAt', 'revokedAt', 'certificate'] },
)
export type Credential = Row<typeof credentials>

/** The credentials that a wallet has, in one row: whoever adds or revokes one locks it, so that the rules about their number hold. */
export const rosters = table(
  'credential_rosters',
  {
    id: uuid,
    credentials: json<readonly { readonly id: string; readonly type: CredentialType }[]>(),
    /** Sessions that may be live, oldest first: a wallet has so many at a time. */
    sessions: json<readonly { readonly id: string; readonly expiresAt: number }[]>(),
  },
  { changing: ['credentials', 'sessions'] },
)
export type Roster = Row<typeof rosters>

/** How often a credential has been tried lately: one row a credential. Times are milliseconds since 1970. */
export const attempts = table(
  'credential_attempts',
  {
    id: uuid,
    /** When challenges were given on demand. */
    challenges: json<readonly number[]>(),
    /** When a wrong code was given. */
    failures: json<readonly number[]>(),
    /** Wrong codes since the last right one. */
    failuresInARow: int,
  },
  { changing: ['challenges', 'failures', 'failuresInARow'] },
)
export type Attempts = Row<typeof attempts>

/** The one code of a credential that counts. The code itself is nowhere stored. */
export const oneTimeCodes = table(
  'one_time_codes',
  {
    /** The credential. */
    id: uuid,
    /** Tells one code of a credential from the next. */
    issueId: uuid,
    codeHash: text(),
    /** Times that something was compared with it. */
    tries: int,
    expiresAt: time,
    spentAt: orNull(time),
  },
  { changing: ['issueId', 'codeHash', 'tries', 'expiresAt', 'spentAt'] },
)

/** How many codes a platform has had mailed since the beginning of an hour: one row a platform, under its own id. */
export const mailedCodes = table(
  'mailed_codes',
  { id: uuid, since: time, codes: int },
  { changing: ['since', 'codes'] },
)

/** When codes were mailed to an address lately: one row an address. Times are milliseconds since 1970. */
export const mailedAddresses = table(
  'mailed_addresses',
  { /** In small letters. */ email: text(), codes: json<readonly number[]>(), lastAt: time },
  { key: 'email', changing: ['codes', 'lastAt'] },
)

/** What a passkey is asked to sign, and for which key of the client. */
export const passkeyChallenges = table(
  'passkey_challenges',
  {
    id: uuid,
    credentialId: uuid,
    challenge: text(),
    clientPublicKey: text(),
    failures: int,
    expiresAt: time,
    spentAt: orNull(time),
  },
  { changing: ['failures', 'spentAt'] },
)
export type PasskeyChallenge = Row<typeof passkeyChallenges>

/** Identity tokens that were used, by their hash, until they are too old to be used anyway. */
export const usedTokens = table('used_identity_tokens', { hash: text(), usableUntil: time }, { key: 'hash' })

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
