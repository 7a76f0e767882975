/** Wallet signature verification: finds the session that signed, and spends the challenge. */
import type { SignedRequestChallenge } from '../../../../contract/wallets/wallet-keys.ts'
import type { Clock } from '../../../core/clock.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import { LruMap } from '../../../core/lru-map.ts'
import { Refusal } from '../../../core/refusal.ts'
import { invalidSignature } from '../../../core/signature.ts'
import { isoTime } from '../../../core/time.ts'
import type { SealedWallet } from '../../../core/wallet-approval.ts'
import type { Engine } from '../../../engine/engine.ts'
import {
  checkParsedSignature,
  parseWalletSignature,
  type WalletSignature,
} from '../../../infra/crypto/wallet-signature.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { SignatureGate, SignedCall } from '../../../infra/operations/signature-gate.ts'
import type { Custodian } from '../../../providers/custodian/port.ts'
import type { StandIns } from '../../../providers/stand-ins/port.ts'
import { type Challenge, challenges, isChallengeOpen } from './challenge.ts'
import { openChallenge } from './open-challenge.ts'
import { boundRequest } from './payload.ts'
import { findSigningSessions, type SigningSession } from './queries.ts'
import { countSignatureFailure, spendChallenge } from './spend-challenge.ts'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly standIns: StandIns | undefined
  readonly custodian: Pick<Custodian, 'isSessionOf'>
}

export function walletSignatures({ store, engine, clock, standIns, custodian }: Needs): SignatureGate {
  /** By wallet: the session that signed last is tried first, which saves a query. Its eligibility is rechecked when the challenge is spent. */
  const signedLast = new LruMap<string, SigningSession>(10_000)

  async function findSigner(able: readonly SigningSession[], challenge: Challenge, signature: WalletSignature) {
    const keys = able.map(({ publicKey }) => publicKey)
    const checked = await checkParsedSignature(signature, challenge.payload, keys)
    return checked.verdict === 'GOOD' ? able.find(({ publicKey }) => publicKey === checked.publicKey) : undefined
  }

  /** The sessions that may sign, and whose certificate the custodian confirms: a row in the database does not make a session. */
  async function certifiedSessions(platformId: string, challenge: Challenge, stampedBy: string | undefined) {
    const found = await findSigningSessions(
      store.forPlatform(platformId),
      platformId,
      challenge,
      stampedBy,
      clock.now(),
    )
    return found.filter((session) => custodian.isSessionOf({ platformId, ...session }, session))
  }

  /** @returns undefined where the sandbox accepted a stand-in. @throws Refusal UNAUTHORIZED */
  async function findSigningSession(
    platformId: string,
    challenge: Challenge,
    signature: string,
  ): Promise<SigningSession | undefined> {
    if (standIns?.isSignature(signature)) return undefined
    const parsed = parseWalletSignature(signature)
    if (!parsed) throw invalidSignature('WALLET_SIGNATURE_MALFORMED')
    const wallet = isOpenToAnySession(challenge) ? challenge.accountIds[0] : undefined
    const last = wallet === undefined ? undefined : signedLast.get(wallet)
    const session =
      (last && (await findSigner([last], challenge, parsed))) ??
      (await findSigner(await certifiedSessions(platformId, challenge, parsed.stampedBy), challenge, parsed))
    if (!session) throw invalidSignature('WALLET_SIGNATURE_INVALID')
    if (wallet !== undefined) signedLast.set(wallet, session)
    return session
  }

  return {
    async open(platformId, requirement, call) {
      const request = boundRequest(call)
      const challenge = await engine.run(platformId, (rows) => openChallenge(rows, { requirement, request }))
      return {
        ...presentSignedRequestChallenge(challenge),
        ...(requirement.type !== undefined && { type: requirement.type }),
      }
    },
    async verify(platformId, call, earlier) {
      const id = challengeIdOf(call)
      // As a command, so that concurrent requests share one statement.
      const found = await engine.run(platformId, (rows) => {
        const answer = earlier(rows)
        return { answer, challenge: id === undefined || answer ? undefined : rows.peek(challenges, id) }
      })
      if (found.answer !== undefined) return { earlier: found.answer }
      if (call.signature === undefined) throw invalidSignature('WALLET_SIGNATURE_MISSING')
      if (call.requestId === undefined && call.challengeId === undefined) throw invalidSignature('REQUEST_ID_MISSING')
      const { challenge } = found
      const invalid = invalidSignature('WALLET_SIGNATURE_INVALID')
      if (!challenge || !isIssuedFor(challenge, call)) throw invalid
      const isUnnamed = call.requestId === undefined
      if (!isChallengeOpen(challenge, clock.now())) {
        if (isUnnamed) return { tooLate: invalid }
        throw invalid
      }
      const by = await findSigningSession(platformId, challenge, call.signature).catch(async (refusal) => {
        await engine.run(platformId, (rows) => countSignatureFailure(rows, challenge.id))
        throw refusal
      })
      const approval = {
        payloadToSign: challenge.payload,
        signature: call.signature,
        at: clock.now(),
        by: by && { wallet: sealedWallet(platformId, by), session: by },
      }
      const signature = {
        challengeId: challenge.id,
        by: by && { sessionId: by.id, credentialId: by.credentialId },
      }
      try {
        const signer = await engine.run(platformId, (rows) => spendChallenge(rows, signature))
        return { signer, approval }
      } catch (refusal) {
        // A concurrent request spent the challenge first: answered like any request after it was spent.
        if (isUnnamed && refusal instanceof Refusal) return { tooLate: refusal }
        throw refusal
      }
    },
  }
}

const sealedWallet = (platformId: string, { holderId, walletId, sealedKey }: SigningSession): SealedWallet => ({
  platformId,
  holderId,
  walletId,
  sealedKey,
})

/** Whether any session of one single wallet may sign. */
const isOpenToAnySession = ({ accountIds, exceptCredentialId, onlySessionId, byPasskey }: Challenge): boolean =>
  accountIds.length === 1 && exceptCredentialId === null && onlySessionId === null && !byPasskey

const presentSignedRequestChallenge = ({ id, payload, expiresAt }: Challenge): SignedRequestChallenge => ({
  payloadToSign: payload,
  requestId: wireId('Request', id),
  expiresAt: isoTime(expiresAt),
})

const challengeIdOf = ({ requestId, challengeId }: SignedCall): string | undefined =>
  requestId === undefined ? challengeId : bareRequestId(requestId)

const bareRequestId = (requestId: string): string | undefined =>
  /^Request:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestId) ? bareId(requestId) : undefined

/** Whether the challenge was issued for this request. */
function isIssuedFor({ id, method, path, bodyHash }: Challenge, call: SignedCall): boolean {
  if (path === null) return call.challengeId === id
  const request = boundRequest(call)
  return method === request.method && path === request.path && bodyHash === request.bodyHash
}
