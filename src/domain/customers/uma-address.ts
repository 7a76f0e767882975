/** Owns the form of a customer's Universal Money Address: `$name@domain` (interface facts §2.7). */
import { refuseField } from '../../core/refusal.ts'

/** In lower case. @throws Refusal INVALID_UMA_ADDRESS */
export function umaAddressOf(text: string, umaDomain: string): string {
  const address = text.toLowerCase()
  const at = address.indexOf('@')
  if (!/^\$[a-z0-9\-_.+]{1,63}$/.test(address.slice(0, Math.max(at, 0))))
    refuseField('INVALID_UMA_ADDRESS', 'umaAddress', 'must be $name@domain, with a name of at most 63 letters, digits and - _ . +')
  if (address.slice(at + 1) !== umaDomain) refuseField('INVALID_UMA_ADDRESS', 'umaAddress', `must be at the platform's domain ${umaDomain}`)
  return address
}

/** For a customer whose platform named none. */
export const madeUmaAddress = (customerId: string, umaDomain: string): string => `$c${customerId.replaceAll('-', '').slice(-12)}@${umaDomain}`
