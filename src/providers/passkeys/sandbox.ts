/** Owns passkeys in sandboxes: real ones, and those of programs that have no authenticator. */
import { Refusal } from '../../core/refusal.ts'
import { bytesOf, cborOf, clientDataOf, faultsOfRegistration, isChallenge } from './form.ts'
import type { Attestation, Passkey, Passkeys } from './port.ts'

const ACCEPTED_SIGNATURE = 'sandbox-valid-passkey-signature'

/**
 * A registration of the right form that was made up by a program is accepted all the same. One that an authenticator has
 * made, and that does not hold, is refused with the cause: it could never be used. Only the fixed signature opens a session
 * with such a passkey: it has no key by which another one could be checked.
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

/** Authenticator data of at least an RP id's hash, flags and a counter: nobody types that. */
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
