/** Owns the form of a customer's Universal Money Address: `$name@domain` (interface facts §2.7). */
import { refuseField } from '../../core/refusal.ts'

/** What is wrong with an address for a customer of the platform; undefined when nothing is. */
export function umaAddressFault(text: string, umaDomain: string): string | undefined {
  const address = text.toLowerCase()
  const at = address.indexOf('@')
  if (!/^\$[a-z0-9\-_.+]{1,63}$/.test(address.slice(0, Math.max(at, 0))))
    return 'must be $name@domain, with a name of at most 63 letters, digits and - _ . +'
  return address.slice(at + 1) === umaDomain ? undefined : `must be at the platform's domain ${umaDomain}`
}

/** In lower case. @throws Refusal INVALID_UMA_ADDRESS */
export function requireUmaAddress(text: string, umaDomain: string): string {
  const fault = umaAddressFault(text, umaDomain)
  if (fault) refuseField('INVALID_UMA_ADDRESS', 'umaAddress', fault)
  return text.toLowerCase()
}

/** For a customer whose platform named none. */
export const defaultUmaAddress = (customerId: string, umaDomain: string): string =>
  `$c${customerId.replaceAll('-', '').slice(-12)}@${umaDomain}`
