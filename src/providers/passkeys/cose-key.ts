/** Accepted public keys of authenticators: ES256, RS256 from 2048 bits, and Ed25519 (RFC 9053). */
import { createPublicKey } from 'node:crypto'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'

/** COSE algorithm identifiers. */
export const ALGORITHMS = [-7, -257, -8]

const COORDINATE_BYTES = 32
const RSA_MIN_BYTES = 256
const isCoordinate = (bytes: number): boolean => bytes === COORDINATE_BYTES

/** Whether assertions can later be verified with a COSE key. */
export function isAcceptedKey(publicKey: Uint8Array): boolean {
  try {
    const key = isoCBOR.decodeFirst<Map<number, unknown>>(new Uint8Array(publicKey))
    const jwk = jwkOf(key)
    return jwk !== undefined && createPublicKey({ key: jwk, format: 'jwk' }).type === 'public' // none for a point off the curve
  } catch {
    return false
  }
}

function jwkOf(key: Map<number, unknown>) {
  const { kty, alg, crv, x, y, n, e } = cose.COSEKEYS
  const text = (label: number, isLength = isCoordinate) => {
    const bytes = key.get(label)
    if (!(bytes instanceof Uint8Array) || !isLength(bytes.length)) throw new Error('The key is not complete')
    return Buffer.from(bytes).toString('base64url')
  }
  const is = (type: number, algorithm: number, curve?: number) =>
    key.get(kty) === type && key.get(alg) === algorithm && (curve === undefined || key.get(crv) === curve)

  if (is(2, -7, 1)) return { kty: 'EC', crv: 'P-256', x: text(x), y: text(y) }
  if (is(1, -8, 6)) return { kty: 'OKP', crv: 'Ed25519', x: text(x) }
  if (is(3, -257))
    return { kty: 'RSA', n: text(n, (bytes) => bytes >= RSA_MIN_BYTES), e: text(e, (bytes) => bytes <= 4) }
  return undefined
}
