/** Owns the name by which a passkey is known to belong to one credential. */
import type { Passkey } from '../../../providers/passkeys/port.ts'

/** A passkey's id is unique within the place where it is used. */
export const passkeyClaim = ({ rpId, credentialId }: Pick<Passkey, 'rpId' | 'credentialId'>): string =>
  `passkey/${rpId}/${credentialId}`
