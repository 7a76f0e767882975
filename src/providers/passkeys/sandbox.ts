/** Owns passkeys in sandboxes: real ones, and those of programs that have no authenticator. */
import { Refusal } from '../../core/refusal.ts'
import { clientDataOf, faultsOfRegistration, isChallenge } from './form.ts'
import type { Attestation, Passkey, Passkeys } from './port.ts'

const ACCEPTED_SIGNATURE = 'sandbox-valid-passkey-signature'

/**
 * A registration of the right form that does not hold is accepted all the same. Only the fixed signature opens a session
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
