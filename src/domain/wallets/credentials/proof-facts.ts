/** What the custodian certifies of a credential: everything about its proof that does not change by its use. */
import type { CredentialFacts } from '../../../providers/custodian/port.ts'
import type { Proof } from './tables.ts'

export function factsOf(proof: Proof): CredentialFacts {
  if (proof.type === 'EMAIL_OTP') return { type: proof.type, email: proof.email }
  if (proof.type === 'OAUTH') return { type: proof.type, identity: proof.identity }
  const { credentialId, publicKey, rpId, origin, backupEligible } = proof.passkey
  return { type: proof.type, credentialId, publicKey, rpId, origin, backupEligible }
}
