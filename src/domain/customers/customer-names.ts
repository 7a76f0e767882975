/** Customer names: platformCustomerId and UMA address (`$name@domain`). One customer of a platform has each at a time. */
import { Refusal, refuseField } from '../../core/refusal.ts'
import type { Read } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { claims } from '../platform/name-claim.ts'
import { type Platform, platforms } from '../platform/platform.ts'

interface Names {
  readonly platformCustomerId?: string
  /** In any case. */
  readonly umaAddress?: string
}

export const platformCustomerIdClaim = (platformCustomerId: string): string => `customer/${platformCustomerId}`
/** @param umaAddress in lower case */
export const umaAddressClaim = (umaAddress: string): string => `uma/${umaAddress}`

/** What `findNameRefusal` reads. */
export const nameReads = ({ platformCustomerId, umaAddress }: Names): Read[] => [
  ...(platformCustomerId === undefined ? [] : [[claims, platformCustomerIdClaim(platformCustomerId)] as const]),
  ...(umaAddress === undefined ? [] : [[claims, umaAddressClaim(umaAddress.toLowerCase())] as const]),
]

/** Why a new customer cannot have these names: INVALID_UMA_ADDRESS, CONFLICT or UMA_ADDRESS_EXISTS; undefined if they can. */
export function findNameRefusal(rows: Rows, { platformCustomerId, umaAddress }: Names): Refusal | undefined {
  const { umaDomain } = rows.peek(platforms, rows.platformId) as Platform
  const fault = umaAddress === undefined ? undefined : findUmaAddressFault(umaAddress, umaDomain)
  if (fault) return new Refusal('INVALID_UMA_ADDRESS', fault, { errors: [{ field: 'umaAddress', message: fault }] })
  if (platformCustomerId !== undefined && rows.find(claims, platformCustomerIdClaim(platformCustomerId)))
    return new Refusal('CONFLICT', 'Another customer has this platformCustomerId')
  if (umaAddress !== undefined && rows.find(claims, umaAddressClaim(umaAddress.toLowerCase())))
    return new Refusal('UMA_ADDRESS_EXISTS', 'Another customer has this umaAddress')
  return undefined
}

/** @returns the address in lower case. @throws Refusal INVALID_UMA_ADDRESS */
export function requireUmaAddress(text: string, umaDomain: string): string {
  const fault = findUmaAddressFault(text, umaDomain)
  if (fault) refuseField('INVALID_UMA_ADDRESS', 'umaAddress', fault)
  return text.toLowerCase()
}

function findUmaAddressFault(text: string, umaDomain: string): string | undefined {
  const address = text.toLowerCase()
  const at = address.indexOf('@')
  if (!/^\$[a-z0-9\-_.+]{1,63}$/.test(address.slice(0, Math.max(at, 0))))
    return 'must be $name@domain, with a name of at most 63 letters, digits and - _ . +'
  return address.slice(at + 1) === umaDomain ? undefined : `must be at the platform's domain ${umaDomain}`
}

/** The default address of a customer. */
export const defaultUmaAddress = (customerId: string, umaDomain: string): string =>
  `$c${customerId.replaceAll('-', '').slice(-12)}@${umaDomain}`
