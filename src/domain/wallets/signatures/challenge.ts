/** Owns the tables of signed requests: what wallets were asked to sign. Their keys stand with the accounts. */
import { bool, int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

/** A payload that was given out to be signed. It lets one request through, once. */
export const challenges = table(
  'signature_challenges',
  {
    id: uuid,
    /** Wallets, any session of which may sign. */
    accountIds: json<readonly string[]>(),
    exceptCredentialId: orNull(uuid),
    onlySessionId: orNull(uuid),
    /** The text that is signed, byte for byte. */
    payload: text(),
    /** The request that it lets through; null for one that its own resource names. */
    method: orNull(text()),
    path: orNull(text()),
    bodyHash: orNull(text()),
    /** Signatures that did not hold. */
    failures: int,
    createdAt: time,
    expiresAt: time,
    spentAt: orNull(time),
    /** Whether only sessions of a passkey may sign. */
    byPasskey: bool,
  },
  { changing: ['failures', 'spentAt'] },
)

export type Challenge = Row<typeof challenges>

/** What a wallet has been asked to sign and has not answered, and when its key was exported: one row a wallet. */
export const openChallenges = table(
  'open_challenges',
  {
    id: uuid,
    open: json<readonly { readonly id: string; readonly target: string; readonly expiresAt: number }[]>(),
    exports: json<readonly number[]>(),
  },
  { changing: ['open', 'exports'] },
)

/** Signatures that do not hold, after which a challenge is worth nothing. */
const FAILURES_MAX = 5

/** Whether a signature could still spend it. */
export const isChallengeOpen = ({ spentAt, expiresAt, failures }: Challenge, now: number): boolean =>
  spentAt === null && expiresAt > now && failures < FAILURES_MAX
