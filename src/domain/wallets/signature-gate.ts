/** Owns the way of a signature: from the header over the wallet's sessions to a spent challenge. */
import type { SignedRequestChallenge } from '../../../contract/wallet-keys.ts'
import type { Clock } from '../../core/clock.ts'
import { bareId, wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import type { Engine } from '../../engine/engine.ts'
import { checkWalletSignature, parseWalletSignature } from '../../infra/crypto/wallet-signature.ts'
import type { Store } from '../../infra/db/store.ts'
import { notSigned, type SignatureGate, type SignedCall } from '../../infra/http/signature-gate.ts'
import type { StandIns } from '../../providers/stand-ins/port.ts'
import { isOpen, openChallenge } from './open-challenge.ts'
import { boundRequest } from './payload.ts'
import { findChallenge, sessionsThatMaySign } from './queries.ts'
import { countFailure, type SignedBy, spendChallenge } from './spend-challenge.ts'
import type { Challenge } from './tables.ts'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly standIns: StandIns | undefined
}

export function walletSignatures({ store, engine, clock, standIns }: Needs): SignatureGate {
  /** @returns undefined where something stood for a signature. @throws Refusal UNAUTHORIZED */
  async function signedBy(platformId: string, challenge: Challenge, signature: string): Promise<SignedBy | undefined> {
    if (standIns?.isSignature(signature)) return undefined
    const parsed = parseWalletSignature(signature)
    if (!parsed) throw notSigned('WALLET_SIGNATURE_MALFORMED')
    const able = await sessionsThatMaySign(store, platformId, challenge, parsed.stampedBy, clock.now())
    const checked = await checkWalletSignature(
      signature,
      challenge.payload,
      able.map(({ publicKey }) => publicKey),
    )
    const session = checked.verdict === 'GOOD' && able.find(({ publicKey }) => publicKey === checked.publicKey)
    if (!session) throw notSigned('WALLET_SIGNATURE_INVALID')
    return { sessionId: session.id, credentialId: session.credentialId }
  }

  return {
    async open(platformId, demand, call) {
      const request = boundRequest(call)
      const challenge = await engine.run(platformId, (rows) => openChallenge(rows, demand, request))
      return { ...presented(challenge), ...(demand.type !== undefined && { type: demand.type }) }
    },
    async pass(platformId, call) {
      if (call.signature === undefined) throw notSigned('WALLET_SIGNATURE_MISSING')
      const challenge = await challengeOf(store, platformId, call)
      if (!challenge || !isOpen(challenge, clock.now()) || !isFor(challenge, call))
        throw notSigned('WALLET_SIGNATURE_INVALID')
      const by = await signedBy(platformId, challenge, call.signature).catch(async (refusal) => {
        await engine.run(platformId, (rows) => countFailure(rows, challenge.id))
        throw refusal
      })
      return engine.run(platformId, (rows) => spendChallenge(rows, challenge.id, by))
    },
  }
}

const presented = ({ id, payload, expiresAt }: Challenge): SignedRequestChallenge => ({
  payloadToSign: payload,
  requestId: wireId('Request', id),
  expiresAt: isoTime(expiresAt),
})

async function challengeOf(store: Store, platformId: string, call: SignedCall): Promise<Challenge | undefined> {
  const { requestId, standingId } = call
  if (requestId === undefined && standingId === undefined) throw notSigned('REQUEST_ID_MISSING')
  const id = requestId === undefined ? standingId : idIn(requestId)
  return id === undefined ? undefined : findChallenge(store, platformId, id)
}

const idIn = (requestId: string): string | undefined =>
  /^Request:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestId) ? bareId(requestId) : undefined

/** Whether a challenge was given for this very request. */
function isFor({ id, method, path, bodyHash }: Challenge, call: SignedCall): boolean {
  if (path === null) return call.standingId === id
  const request = boundRequest(call)
  return method === request.method && path === request.path && bodyHash === request.bodyHash
}
