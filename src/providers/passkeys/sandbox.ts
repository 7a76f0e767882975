/** Sandbox passkeys: real ones, and those of programs without an authenticator. */
import { Refusal } from '../../core/refusal.ts'
import type { Attestation, Passkey, Passkeys } from './port.ts'
import { bytesOf, cborOf, clientDataOf, faultsOfRegistration, isChallenge } from './webauthn-format.ts'

const ACCEPTED_SIGNATURE = 'sandbox-valid-passkey-signature'

/**
 * Accepts well-formed registrations that a program made up. An invalid registration of a real authenticator is refused
 * with the cause, because it could never be used. A made-up passkey has no key to verify with, so only the fixed signature
 * opens a session with it.
 */
export const sandboxPasskeys = (real: Passkeys): Passkeys => ({
  ...real,
  async register(registration, relyingParty) {
    try {
      return await real.register(registration, relyingParty)
    } catch (error) {
      const { challenge, attestation } = registration
      if (!(error instanceof Refusal) || faultsOfRegistration(challenge, attestation, 1).length > 0) throw error
      if (isMade(attestation)) throw error
      const stated = clientDataOf(attestation.clientDataJson)?.challenge
      if (stated !== undefined && !isChallenge(stated, challenge)) throw error
      return withoutKey(attestation)
    }
  },
  async verify(proof, passkey, relyingParty) {
    if (proof.assertion.signature === ACCEPTED_SIGNATURE) return undefined
    return real.verify(proof, passkey, relyingParty)
  },
})

/** At least an RP id's hash, flags and a counter: made by an authenticator, not by hand. */
const AUTHENTICATOR_DATA_MIN = 37

function isMade({ attestationObject }: Attestation): boolean {
  const object = cborOf(new Uint8Array(bytesOf(attestationObject) ?? []))
  const data = object instanceof Map ? object.get('authData') : undefined
  return data instanceof Uint8Array && data.length >= AUTHENTICATOR_DATA_MIN
}

const withoutKey = ({ credentialId, transports = [] }: Attestation): Passkey => ({
  credentialId,
  publicKey: '',
  signCount: 0,
  backupEligible: false,
  backedUp: false,
  transports,
  rpId: '',
  origin: '',
})
