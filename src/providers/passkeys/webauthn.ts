/** WebAuthn passkeys (WebAuthn Level 3 §7.1 and §7.2). Attestations are not evaluated: they would prove nothing about a device. */
import { randomBytes } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { Refusal, refuseField } from '../../core/refusal.ts'
import { ALGORITHMS, isAcceptedKey } from './cose-key.ts'
import { findPlace, isConfiguredOrigin, type Place } from './place.ts'
import type { Assertion, Attestation, Passkey, Passkeys, RelyingParty } from './port.ts'
import {
  bytesOf,
  CHALLENGE_MIN_BYTES,
  type ClientData,
  cborOf,
  clientDataOf,
  faultsOfRegistration,
  hasFormOfAssertion,
  isChallenge,
  refuseFaults,
} from './webauthn-format.ts'

export interface WebauthnOptions {
  /** For sandboxes: pages on localhost may register passkeys, over plain http and with a challenge of any length. */
  readonly allowLocalhost: boolean
}

export const webauthn = ({ allowLocalhost }: WebauthnOptions): Passkeys => ({
  async register({ challenge, attestation }, relyingParty) {
    refuseFaults(faultsOfRegistration(challenge, attestation, allowLocalhost ? 1 : CHALLENGE_MIN_BYTES))
    const place = placeOfRegistration(challenge, attestation, { relyingParty, allowLocalhost })
    refuseAttestation(attestation.attestationObject)
    const info = await verifyRegistration(attestation, place).catch((error: Error) =>
      refuseField('INVALID_INPUT', 'attestation.attestationObject', `is invalid: ${error.message}`),
    )
    const { credential, credentialBackedUp, credentialDeviceType, rpID } = info
    if (credential.id !== attestation.credentialId)
      refuseField('INVALID_INPUT', 'attestation.credentialId', 'is not the one in the attestation object')
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      signCount: credential.counter,
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
      transports: attestation.transports ?? [],
      rpId: rpID as string,
      origin: place.origin,
    }
  },
  newChallenge: () => randomBytes(32).toString('hex'),
  async verify({ challenge, assertion }, passkey, relyingParty) {
    // The fault is not named, so that an attacker does not learn how far a forgery got.
    const use = await verifyAssertion(assertion, challenge, passkey, relyingParty).catch(() => undefined)
    if (use) return use
    throw new Refusal('UNAUTHORIZED', 'The assertion of the passkey is invalid', {
      reason: 'Invalid passkey signature',
    })
  },
})

function placeOfRegistration(
  challenge: string,
  { clientDataJson }: Attestation,
  where: { readonly relyingParty: RelyingParty | undefined; readonly allowLocalhost: boolean },
): Place {
  const refuse = (message: string) => refuseField('INVALID_INPUT', 'attestation.clientDataJson', message)
  const data = clientDataOf(clientDataJson) ?? refuse('is not JSON')
  if (data.type !== 'webauthn.create') refuse('must have the type webauthn.create')
  if (!isChallenge(data.challenge, challenge)) refuse('must have the given challenge')
  if (isFramed(data)) refuse('must not come from a page embedded in another origin')
  const { relyingParty, allowLocalhost } = where
  if (!relyingParty)
    return findPlace(data.origin, allowLocalhost) ?? refuse('has an origin that the operator has not configured')
  if (!isConfiguredOrigin(data.origin, relyingParty)) refuse('has an origin that is not among those of the platform')
  return { origin: data.origin as string, rpIds: [relyingParty.rpId] }
}

const isFramed = (data: ClientData) => data.crossOrigin === true || data.topOrigin !== undefined

/**
 * Accepts no attestation or self attestation. Any other would have to be verified up to its issuer, with requests to
 * addresses that its certificates name.
 */
function refuseAttestation(attestationObject: string): void {
  const refuse = (message: string) => refuseField('INVALID_INPUT', 'attestation.attestationObject', message)
  const bytes = new Uint8Array(bytesOf(attestationObject) as Buffer)
  const object = cborOf(bytes)
  if (!(object instanceof Map)) throw refuse('is not CBOR')
  if (isoCBOR.encode(object as never).length !== bytes.length) refuse('must not have trailing bytes')
  const statement = object.get('attStmt')
  const isOwn = object.get('fmt') === 'packed' && statement instanceof Map && !statement.has('x5c')
  if (object.get('fmt') !== 'none' && !isOwn) refuse('must not carry an attestation; register with attestation "none"')
}

async function verifyRegistration({ credentialId, clientDataJson, attestationObject }: Attestation, place: Place) {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, attestationObject },
    },
    expectedChallenge: () => true, // compared above
    expectedOrigin: place.origin,
    expectedRPID: [...place.rpIds],
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!registrationInfo) throw new Error('the signature of the attestation is wrong')
  if (!isAcceptedKey(registrationInfo.credential.publicKey)) throw new Error('the public key has an unsupported type')
  return registrationInfo
}

async function verifyAssertion(
  assertion: Assertion,
  challenge: string,
  passkey: Passkey,
  relyingParty: RelyingParty | undefined,
) {
  const { credentialId, clientDataJson, authenticatorData, signature, userHandle } = assertion
  if (!hasFormOfAssertion(assertion) || credentialId !== passkey.credentialId) return undefined
  if (userHandle && passkey.userHandle !== undefined && userHandle !== passkey.userHandle) return undefined
  if (isFramed(clientDataOf(clientDataJson) ?? {})) return undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, authenticatorData, signature },
    },
    expectedChallenge: (given) => isChallenge(given, challenge),
    expectedOrigin: [...(relyingParty?.origins ?? [passkey.origin])],
    expectedRPID: relyingParty?.rpId ?? passkey.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(bytesOf(passkey.publicKey) ?? []),
      counter: passkey.signCount,
    },
  })
  const { newCounter, credentialDeviceType, credentialBackedUp } = authenticationInfo
  const isSameKind = (credentialDeviceType === 'multiDevice') === passkey.backupEligible
  if (!verified || !isSameKind) return undefined
  return { signCount: newCounter, backedUp: credentialBackedUp, ...(userHandle && { userHandle }) }
}
