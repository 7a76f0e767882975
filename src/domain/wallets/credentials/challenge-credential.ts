/** Owns the beginning of a verification: a code by mail, or something for a passkey to sign. */
import { refuseField } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { clientKeyClaim, takeClientKey } from './client-key.ts'
import { liveCredential } from './live-credential.ts'
import { type CodeLimits, mailCode } from './mail-code.ts'
import { attempts, type Credential, credentials, type PasskeyChallenge, passkeyChallenges } from './tables.ts'
import { withChallenge } from './throttle.ts'

const LIFE_MS = 5 * 60_000

export interface Asked {
  /** Made by chance, so outside the command. */
  readonly challenge: string
  readonly clientPublicKey: string | undefined
  /** The same, where its use is watched over. */
  readonly watchedKey: string | undefined
  /** See `CodeMailing`. */
  readonly limits: CodeLimits | undefined
}

/** @throws Refusal AUTH_METHOD_NOT_FOUND, RATE_LIMITED, INVALID_INPUT */
export function challengeCredential(
  rows: Rows,
  credentialId: string,
  { challenge, clientPublicKey, watchedKey, limits }: Asked,
): { credential: Credential; challenge?: PasskeyChallenge } {
  rows.together([credentials, credentialId], [attempts, credentialId], ...clientKeyClaim(watchedKey))
  const credential = liveCredential(rows, credentialId)
  if (credential.type === 'OAUTH')
    refuseField('INVALID_INPUT', 'id', 'is a credential of the type OAUTH, which is verified without a challenge')
  if (credential.type === 'PASSKEY' && clientPublicKey === undefined)
    refuseField('INVALID_INPUT', 'clientPublicKey', 'is required for a passkey')
  const tried = rows.get(attempts, credentialId)
  rows.change(attempts, tried, { challenges: withChallenge(credential.type, tried, rows.now) })
  if (credential.proof.type === 'EMAIL_OTP') {
    mailCode(rows, { credentialId, email: credential.proof.email, limits })
    return { credential }
  }
  takeClientKey(rows, credential.accountId, watchedKey)
  const asked = rows.add(passkeyChallenges, {
    id: rows.newId(),
    credentialId,
    challenge,
    clientPublicKey: clientPublicKey as string,
    failures: 0,
    expiresAt: rows.now + LIFE_MS,
    spentAt: null,
  })
  return { credential, challenge: asked }
}
