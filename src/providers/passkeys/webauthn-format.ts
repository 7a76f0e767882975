/** Format of WebAuthn values: strict base64url, limited length, and the client data inside. */
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { type FieldError, Refusal } from '../../core/refusal.ts'
import type { Assertion, Attestation } from './port.ts'

const MAX_BYTES = {
  challenge: 1024,
  credentialId: 1023, // WebAuthn §4
  clientDataJson: 4096,
  attestationObject: 64 * 1024,
  authenticatorData: 4096,
  signature: 1024,
  userHandle: 64, // WebAuthn §4
}
type BinaryField = keyof typeof MAX_BYTES
/** Shorter challenges could be guessed. */
export const CHALLENGE_MIN_BYTES = 16

/** @returns undefined for text that is not canonical unpadded base64url, or is empty */
export function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : undefined
}

function formatFaults(
  fields: { readonly [Field in BinaryField]?: string | null | undefined },
  within = '',
): FieldError[] {
  return Object.entries(fields).flatMap(([field, text]) => {
    if (text === undefined || text === null) return []
    const bytes = bytesOf(text)
    const max = MAX_BYTES[field as BinaryField]
    if (!bytes) return [{ field: within + field, message: 'must be base64url without padding' }]
    return bytes.length > max ? [{ field: within + field, message: `must not be longer than ${max} bytes` }] : []
  })
}

/** Every malformed field of a registration. @param minBytes of the challenge */
export function faultsOfRegistration(challenge: string, attestation: Attestation, minBytes: number): FieldError[] {
  const { credentialId, clientDataJson, attestationObject } = attestation
  const short = (bytesOf(challenge)?.length ?? minBytes) < minBytes
  return [
    ...formatFaults({ challenge }),
    ...(short ? [{ field: 'challenge', message: `must have at least ${minBytes} bytes` }] : []),
    ...formatFaults({ credentialId, clientDataJson, attestationObject }, 'attestation.'),
  ]
}

export const hasFormOfAssertion = ({
  credentialId,
  clientDataJson,
  authenticatorData,
  signature,
  userHandle,
}: Assertion): boolean =>
  formatFaults({ credentialId, clientDataJson, authenticatorData, signature, userHandle }).length === 0

/** @throws Refusal INVALID_INPUT when there is a fault */
export function refuseFaults(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Refusal('INVALID_INPUT', 'The passkey cannot be registered', { errors })
}

/** Client data of the browser; unverified until the signature is checked. */
export interface ClientData {
  readonly type?: unknown
  readonly challenge?: unknown
  readonly origin?: unknown
  readonly crossOrigin?: unknown
  readonly topOrigin?: unknown
}

/** @returns undefined unless it is a JSON object */
export function clientDataOf(clientDataJson: string): ClientData | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(clientDataJson)))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Some clients decode the challenge before they pass it on, others take its text. */
export const isChallenge = (given: unknown, challenge: string): boolean =>
  given === challenge || given === Buffer.from(challenge).toString('base64url')

/** @returns undefined for what is not CBOR */
export function cborOf(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return isoCBOR.decodeFirst(bytes)
  } catch {
    return undefined
  }
}
