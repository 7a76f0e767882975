/** Place of a passkey: the origins and the relying party that a browser names. */
import type { RelyingParty } from './port.ts'

/** Where a registration came from: its origin, and the relying parties that the origin may use. */
export interface Place {
  readonly origin: string
  readonly rpIds: readonly string[]
}

/**
 * The place of a registration when the operator has configured none. Browsers let a page register for its host and the
 * domains above it, so one of these is in the signed data.
 * @returns undefined for an origin that cannot be pinned: not https, or a mobile app, whose origin has no domain
 */
export function findPlace(origin: unknown, allowLocalhost: boolean): Place | undefined {
  if (typeof origin !== 'string' || !URL.canParse(origin)) return undefined
  const url = new URL(origin)
  if (url.origin !== origin) return undefined
  const isLocalhost = url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
  if (isLocalhost ? !allowLocalhost : url.protocol !== 'https:') return undefined
  const labels = url.hostname.split('.')
  const rpIds = labels.map((_, from) => labels.slice(from).join('.'))
  return { origin, rpIds: rpIds.filter((rpId) => rpId.includes('.') || rpId === 'localhost') }
}

/** Whether the operator configured the origin. */
export const isConfiguredOrigin = (origin: unknown, { origins }: RelyingParty): boolean =>
  typeof origin === 'string' && origins.includes(origin)
