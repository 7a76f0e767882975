/** Passkey challenge resource: what a passkey must sign, and for which client key. */
import type { AuthCredentialChallenge } from '../../../../contract/wallets/auth-credentials.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { int, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { isCounterForward, type Passkey } from '../../../providers/passkeys/port.ts'
import { type Credential, presentAuthMethod, proofRejected } from './credential.ts'

/** A challenge is valid until it is spent, expires, or has had too many failures. */
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

/** An assertion that was verified. */
export interface VerifiedPasskey {
  readonly type: 'PASSKEY'
  /** Bare id of the challenge that it answers. */
  readonly challengeId: string
  /** What the authenticator reported; undefined where the sandbox accepted a stand-in. */
  readonly use: Pick<Passkey, 'signCount' | 'backedUp' | 'userHandle'> | undefined
}

export type PasskeyChallenge = Row<typeof passkeyChallenges>

export const FAILURES_MAX = 5

export const countPasskeyFailure = command({
  reads: (_seen, challengeId: string) => [[passkeyChallenges, challengeId]],
  run(rows, challengeId): void {
    const challenge = rows.find(passkeyChallenges, challengeId)
    if (challenge) rows.change(passkeyChallenges, challenge, { failures: challenge.failures + 1 })
  },
})

export const isPasskeyChallengeOpen = ({ spentAt, expiresAt, failures }: PasskeyChallenge, now: number) =>
  spentAt === null && expiresAt > now && failures < FAILURES_MAX

/** Spends the challenge. @returns the credential's proof with the passkey's new signature counter */
export function spendPasskeyChallenge(
  rows: Rows,
  { id, proof }: Credential,
  { challengeId, use }: VerifiedPasskey,
): Credential['proof'] {
  const challenge = rows.get(passkeyChallenges, challengeId)
  if (challenge.credentialId !== id || challenge.spentAt !== null || challenge.expiresAt <= rows.now)
    throw proofRejected('PASSKEY')
  rows.change(passkeyChallenges, challenge, { spentAt: rows.now })
  if (proof.type !== 'PASSKEY' || !use) return proof
  // A signature counter that does not advance indicates a copied passkey.
  if (!isCounterForward(proof.passkey.signCount, use.signCount)) throw proofRejected('PASSKEY')
  return { type: 'PASSKEY', passkey: { ...proof.passkey, ...use } }
}

/** @param challenge of a passkey; undefined: a code is being mailed */
export function presentChallenge(credential: Credential, challenge?: PasskeyChallenge): AuthCredentialChallenge {
  const shown = presentAuthMethod(credential)
  if (!challenge) return { ...shown, type: 'EMAIL_OTP' }
  return {
    ...shown,
    type: 'PASSKEY',
    credentialId: shown.credentialId as string,
    challenge: challenge.challenge,
    requestId: wireId('Request', challenge.id),
    expiresAt: isoTime(challenge.expiresAt),
  }
}
