/** Credential challenge use case: mails a one-time code, or issues a challenge for a passkey to sign. */
import { refuseField } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { claimClientKey, clientKeyReads } from '../client-key.ts'
import { attempts, type Credential, credentials, getLiveCredential } from './credential.ts'
import { type CodeLimits, codeMailReads, requestCodeMail } from './one-time-code.ts'
import { type PasskeyChallenge, passkeyChallenges } from './passkey-challenge.ts'
import { countChallenge } from './throttle.ts'

const LIFETIME_MS = 5 * 60_000

export interface ChallengeInput {
  readonly credentialId: string
  /** Random, so generated outside the command. */
  readonly challenge: string
  readonly clientPublicKey: string | undefined
  /** The client key, if the custodian requires it to serve one wallet only (see client-key.ts). */
  readonly exclusiveKey: string | undefined
  /** See `CodeMailRequest`. */
  readonly limits: CodeLimits | undefined
}

/** @throws Refusal AUTH_METHOD_NOT_FOUND, RATE_LIMITED, INVALID_INPUT */
export const challengeAuthCredential = command({
  reads(seen, { credentialId, exclusiveKey, limits }: ChallengeInput) {
    const proof = seen.lastSeen(credentials, credentialId)?.proof
    return [
      [credentials, credentialId],
      [attempts, credentialId],
      ...clientKeyReads(exclusiveKey),
      ...(proof?.type === 'EMAIL_OTP' ? codeMailReads(seen, proof.email, limits) : []),
    ]
  },
  run(
    rows,
    { credentialId, challenge, clientPublicKey, exclusiveKey, limits },
  ): { credential: Credential; challenge?: PasskeyChallenge } {
    const credential = getLiveCredential(rows, credentialId)
    if (credential.type === 'OAUTH')
      refuseField('INVALID_INPUT', 'id', 'is an OAUTH credential, which is verified without a challenge')
    if (credential.type === 'PASSKEY' && clientPublicKey === undefined)
      refuseField('INVALID_INPUT', 'clientPublicKey', 'is required for a passkey')
    const tried = rows.get(attempts, credentialId)
    rows.change(attempts, tried, { challenges: countChallenge(credential.type, tried, rows.now) })
    if (credential.proof.type === 'EMAIL_OTP') {
      requestCodeMail(rows, { credentialId, email: credential.proof.email, limits })
      return { credential }
    }
    claimClientKey(rows, credential.accountId, exclusiveKey)
    const asked = rows.add(passkeyChallenges, {
      id: rows.newId(),
      credentialId,
      challenge,
      clientPublicKey: clientPublicKey as string,
      failures: 0,
      expiresAt: rows.now + LIFETIME_MS,
      spentAt: null,
    })
    return { credential, challenge: asked }
  },
})
