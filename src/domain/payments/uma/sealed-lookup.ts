/**
 * Sealed lookup: the messages of a lookup, sealed into the address for the payment request, so that they can be stored
 * with the payment and nothing is stored for a lookup alone.
 */
import type { Vault } from '../../../infra/crypto/secrets.ts'
import type { HeardMessage } from './keep-messages.ts'

/** For the query of an address. */
export const sealLookup = (vault: Vault, messages: readonly HeardMessage[]): string =>
  encodeURIComponent(vault.seal(JSON.stringify(messages)))

/** The messages of the institution's lookup; none, when the text is not one that was sealed for it. */
export function openLookup(vault: Vault, sealed: string | undefined, institution: string): HeardMessage[] {
  if (!sealed) return []
  try {
    const messages = JSON.parse(vault.open(sealed)) as HeardMessage[]
    return messages.filter((message) => message.institution === institution)
  } catch {
    return []
  }
}
