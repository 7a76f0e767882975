/** Challenge resource: payloads that wallets were asked to sign. */
import { bool, int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

/** A payload to be signed. It authorizes one request, once. */
export const challenges = table(
  'signature_challenges',
  {
    id: uuid,
    /** Wallets (bare ids of accounts), any session of which may sign. */
    accountIds: json<readonly string[]>(),
    exceptCredentialId: orNull(uuid),
    onlySessionId: orNull(uuid),
    /** The signed text, byte for byte. */
    payload: text(),
    /** The request that it authorizes; null for the challenge of a resource. */
    method: orNull(text()),
    path: orNull(text()),
    bodyHash: orNull(text()),
    /** Invalid signatures so far. */
    failures: int,
    createdAt: time,
    expiresAt: time,
    spentAt: orNull(time),
    /** Whether only sessions opened with a passkey may sign. */
    byPasskey: bool,
  },
  { changing: ['failures', 'spentAt'] },
)

export type Challenge = Row<typeof challenges>

/** Unanswered challenges of a wallet, and when its key was exported: one row per wallet. */
export const openChallenges = table(
  'open_challenges',
  {
    id: uuid,
    open: json<readonly { readonly id: string; readonly target: string; readonly expiresAt: number }[]>(),
    exports: json<readonly number[]>(),
  },
  { changing: ['open', 'exports'] },
)

/** Invalid signatures after which a challenge becomes invalid. */
const FAILURES_MAX = 5

/** Whether a signature can still spend it. */
export const isChallengeOpen = ({ spentAt, expiresAt, failures }: Challenge, now: number): boolean =>
  spentAt === null && expiresAt > now && failures < FAILURES_MAX
