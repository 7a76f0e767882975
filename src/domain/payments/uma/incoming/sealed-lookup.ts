/**
 * Sealed lookup: the messages of a lookup, sealed into the URL for the pay request, so that they can be stored with the
 * payment, and a lookup alone stores nothing.
 */
import type { Vault } from '../../../../infra/crypto/secrets.ts'
import type { TimedMessage } from '../messages.ts'

/** @returns text for the query of a URL */
export const sealLookup = (vault: Vault, messages: readonly TimedMessage[]): string =>
  encodeURIComponent(vault.seal(JSON.stringify(messages)))

/** The messages of the institution's lookup; empty when the text was not sealed here for this institution. */
export function openLookup(vault: Vault, sealed: string | undefined, institution: string): TimedMessage[] {
  if (!sealed) return []
  try {
    const messages = JSON.parse(vault.open(sealed)) as TimedMessage[]
    return messages.filter((message) => message.institution === institution)
  } catch {
    return []
  }
}
