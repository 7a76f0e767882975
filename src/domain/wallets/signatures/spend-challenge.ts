/** Owns the spending of a challenge by a signature that holds: once, and whatever becomes of the request that it lets through (decision 35). */

import { invalidSignature, type Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { credentials } from '../credentials/credential.ts'
import { getSessionChain, isSessionLive, sessions } from '../sessions/session.ts'
import { requireWallet } from '../wallet.ts'
import { challenges, isChallengeOpen } from './challenge.ts'
import { parametersOf } from './payload.ts'

/** Who is known to have signed. */
export interface SigningSessionRef {
  readonly sessionId: string
  readonly credentialId: string
}

/** @param by undefined where a stand-in was taken for a signature. @throws Refusal UNAUTHORIZED when challenge or session have ended meanwhile */
export function spendChallenge(rows: Rows, challengeId: string, by: SigningSessionRef | undefined): Signer {
  if (by) rows.together([sessions, by.sessionId], [credentials, by.credentialId], [challenges, challengeId])
  const challenge = rows.find(challenges, challengeId)
  if (!challenge || !isChallengeOpen(challenge, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
  let byPasskey = false
  if (by) {
    const standing = getSessionChain(rows, by.sessionId)
    if (!isSessionLive(standing, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
    requireWallet(rows, standing.session.accountId, 'id')
    byPasskey = standing.credential.type === 'PASSKEY'
  }
  rows.change(challenges, challenge, { spentAt: rows.now })
  const { accountIds, payload } = challenge
  return {
    accountIds,
    parameters: parametersOf(payload),
    challengeId,
    session: by && { id: by.sessionId, credentialId: by.credentialId, byPasskey },
  }
}

/** Counts a signature that did not hold: a challenge bears a few. */
export function countSignatureFailure(rows: Rows, challengeId: string): void {
  const challenge = rows.find(challenges, challengeId)
  if (challenge) rows.change(challenges, challenge, { failures: challenge.failures + 1 })
}
