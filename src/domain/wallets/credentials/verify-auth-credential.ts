/** Credential verification: checks a proof outside any batch. `openSession` then spends it in the batch that opens the session. */
import type { KeyObject } from 'node:crypto'
import type { AuthCredentialVerifyRequest } from '../../../../contract/wallets/auth-credentials.ts'
import type { Clock } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import { type Refusal, refuse, refuseField } from '../../../core/refusal.ts'
import type { Engine } from '../../../engine/engine.ts'
import { isCode } from '../../../infra/crypto/one-time-code.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Custodian, SealedSession } from '../../../providers/custodian/port.ts'
import type { Oidc } from '../../../providers/oidc/port.ts'
import type { Passkeys } from '../../../providers/passkeys/port.ts'
import type { StandIns } from '../../../providers/stand-ins/port.ts'
import { getPlatformConfig } from '../../platform/queries.ts'
import { exclusiveKey } from '../client-key.ts'
import { findSealedWallet } from '../queries.ts'
import { type CertifiedSession, SESSION_MS, type VerifiedProof } from '../sessions/open-session.ts'
import { type Credential, factsOf, proofRejected } from './credential.ts'
import { attemptCode, codeSubject } from './one-time-code.ts'
import { countPasskeyFailure, isPasskeyChallengeOpen, type PasskeyChallenge } from './passkey-challenge.ts'
import { findPasskeyChallenge, getCredential } from './queries.ts'

export interface VerificationNeeds {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly keys: { readonly codes: KeyObject }
  readonly custodian: Custodian
  readonly passkeys: Passkeys
  readonly oidc: Oidc
  readonly standIns: StandIns | undefined
}

/** A verified proof, and the key pair of the session that it opens. */
export interface Verification {
  readonly proven: VerifiedProof
  readonly sealed: SealedSession & CertifiedSession
  /** The client key that the session key is sealed to, if it must serve one wallet only. Absent for a passkey: its challenge claimed the key. */
  readonly exclusiveKey?: string | undefined
}

/**
 * @param requestId the header Request-Id; used for passkeys only
 * @throws Refusal AUTH_METHOD_NOT_FOUND, INVALID_INPUT, UNAUTHORIZED with the reason, RATE_LIMITED
 */
export async function verifyAuthCredential(
  provers: VerificationNeeds,
  platformId: string,
  credentialId: string,
  body: AuthCredentialVerifyRequest,
  requestId: string | undefined,
): Promise<Verification> {
  const credential = await getCredential(provers.store, platformId, credentialId)
  const { proof } = credential
  if (body.type !== proof.type)
    refuseField('INVALID_INPUT', 'type', `must be ${proof.type}, the type of the credential`)
  if (body.type === 'EMAIL_OTP') {
    const issueId = await verifyCode(provers, platformId, credentialId, body.otp)
    const sealed = await sealSession(provers, platformId, credential, body.clientPublicKey)
    return {
      proven: { type: 'EMAIL_OTP', issueId },
      sealed,
      exclusiveKey: exclusiveKey(provers.custodian, body.clientPublicKey),
    }
  }
  if (body.type === 'OAUTH' && proof.type === 'OAUTH') {
    const { walletPolicy } = await getPlatformConfig(provers.store, platformId)
    const presented = { clientPublicKey: body.clientPublicKey, requireNonce: walletPolicy?.requireNonce === true }
    const token = await provers.oidc.verify(body.oidcToken, presented, proof.identity)
    const sealed = await sealSession(provers, platformId, credential, body.clientPublicKey)
    return {
      proven: { type: 'OAUTH', token },
      sealed,
      exclusiveKey: exclusiveKey(provers.custodian, body.clientPublicKey),
    }
  }
  return verifyPasskey(provers, platformId, credential, body as PasskeyBody, requestId)
}

/** @returns the issue of the code; undefined when the sandbox accepted a stand-in */
async function verifyCode(
  { engine, keys, standIns }: VerificationNeeds,
  platformId: string,
  credentialId: string,
  otp: string,
): Promise<string | undefined> {
  const inUse = await engine.run(platformId, (rows) => attemptCode(rows, credentialId))
  if (standIns?.isCode(otp)) return undefined
  if (inUse && isCode(keys.codes, codeSubject(credentialId, inUse.issueId), otp, inUse.codeHash)) return inUse.issueId
  throw proofRejected('EMAIL_OTP')
}

type PasskeyBody = Extract<AuthCredentialVerifyRequest, { type: 'PASSKEY' }>

async function verifyPasskey(
  provers: VerificationNeeds,
  platformId: string,
  credential: Credential,
  { assertion }: PasskeyBody,
  requestId: string | undefined,
): Promise<Verification> {
  const { store, engine, clock, passkeys } = provers
  const { id, proof } = credential
  if (requestId === undefined) refuseField('INVALID_INPUT', 'Request-Id', 'is required: the header names the challenge')
  const asked = await findNamedChallenge(store, platformId, requestId)
  if (!asked || asked.credentialId !== id || !isPasskeyChallengeOpen(asked, clock.now()) || proof.type !== 'PASSKEY')
    throw proofRejected('PASSKEY')
  const { relyingParty } = await getPlatformConfig(store, platformId)
  const use = await passkeys
    .verify({ challenge: asked.challenge, assertion }, proof.passkey, relyingParty ?? undefined)
    .catch(async (refusal: Refusal) => {
      await engine.run(platformId, (rows) => countPasskeyFailure(rows, asked.id))
      throw refusal
    })
  const sealed = await sealSession(provers, platformId, credential, asked.clientPublicKey)
  return { proven: { type: 'PASSKEY', challengeId: asked.id, use }, sealed }
}

async function findNamedChallenge(
  store: Store,
  platformId: string,
  requestId: string,
): Promise<PasskeyChallenge | undefined> {
  const isForm = /^Request:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestId)
  return isForm ? findPasskeyChallenge(store, platformId, bareId(requestId)) : undefined
}

/** The custodian opens a session only for a credential that it certified for this wallet. @throws as `Custodian.openSession`; Refusal ACCOUNT_NOT_ACTIVE */
async function sealSession(
  { store, clock, custodian }: VerificationNeeds,
  platformId: string,
  { id, accountId, proof, certificate }: Credential,
  clientPublicKey: string,
): Promise<Verification['sealed']> {
  const wallet = await findSealedWallet(store, platformId, accountId)
  if (!wallet) refuse('ACCOUNT_NOT_ACTIVE', 'The wallet has no key yet; try again shortly')
  const provenAt = clock.now()
  const times = { provenAt, openedAt: provenAt, expiresAt: provenAt + SESSION_MS }
  const credential = { id, facts: factsOf(proof), certificate }
  return { ...(await custodian.openSession(wallet, credential, { clientPublicKey, ...times })), ...times }
}
