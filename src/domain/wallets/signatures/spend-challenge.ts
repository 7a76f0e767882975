/** Challenge spending: by a valid signature, once, whatever happens to the request that it authorizes (decision 35). */
import { invalidSignature, type Signer } from '../../../core/signature.ts'
import { command, type Read } from '../../../engine/command.ts'
import { credentials } from '../credentials/credential.ts'
import { getSessionChain, isSessionLive, sessionChainReads } from '../sessions/session.ts'
import { requireWallet } from '../wallet.ts'
import { challenges, isChallengeOpen } from './challenge.ts'
import { parametersOf } from './payload.ts'

/** The session whose key verified the signature. */
export interface SigningSessionRef {
  readonly sessionId: string
  readonly credentialId: string
}

export interface ChallengeSignature {
  readonly challengeId: string
  /** Undefined where the sandbox accepted a stand-in. */
  readonly by: SigningSessionRef | undefined
}

/**
 * Eligibility of the session is rechecked here: it was verified outside the batch.
 * @throws Refusal UNAUTHORIZED when the challenge or the session has ended since
 */
export const spendChallenge = command({
  reads(seen, { challengeId, by }: ChallengeSignature) {
    const reads: Read[] = [[challenges, challengeId]]
    if (by) reads.push(...sessionChainReads(seen, by.sessionId), [credentials, by.credentialId])
    return reads
  },
  run(rows, { challengeId, by }): Signer {
    const challenge = rows.find(challenges, challengeId)
    if (!challenge || !isChallengeOpen(challenge, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
    let byPasskey = false
    if (by) {
      const chain = getSessionChain(rows, by.sessionId)
      if (!isSessionLive(chain, rows.now)) throw invalidSignature('WALLET_SIGNATURE_INVALID')
      requireWallet(rows, chain.session.accountId, 'id')
      byPasskey = chain.credential.type === 'PASSKEY'
    }
    rows.change(challenges, challenge, { spentAt: rows.now })
    const { accountIds, payload } = challenge
    return {
      accountIds,
      parameters: parametersOf(payload),
      challengeId,
      session: by && { id: by.sessionId, credentialId: by.credentialId, byPasskey },
    }
  },
})

/** Counts an invalid signature. */
export const countSignatureFailure = command({
  reads: (_seen, challengeId: string) => [[challenges, challengeId]],
  run(rows, challengeId): void {
    const challenge = rows.find(challenges, challengeId)
    if (challenge) rows.change(challenges, challenge, { failures: challenge.failures + 1 })
  },
})
