/** P-256 keys with Node's crypto, which is tens of times faster than JavaScript. */
import { createECDH, ECDH } from 'node:crypto'

const CURVE = 'prime256v1'
const SCALAR_BYTES = 32

export interface KeyPair {
  /** 32 bytes, with leading zeros. The caller overwrites it after use. */
  readonly privateKey: Buffer
  /** SEC1 compressed, 33 bytes. */
  readonly publicKey: Buffer
}

export function newKeyPair(): KeyPair {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  const scalar = pair.getPrivateKey()
  const privateKey = Buffer.alloc(SCALAR_BYTES)
  scalar.copy(privateKey, SCALAR_BYTES - scalar.length)
  scalar.fill(0)
  return { privateKey, publicKey: pair.getPublicKey(null, 'compressed') }
}

/** Compressed point (33 bytes) from any format. @throws Error for a point off the curve */
export const compressed = (point: Uint8Array): Buffer => convert(point, 'compressed')
/** Uncompressed point (65 bytes) from any format. @throws Error for a point off the curve */
export const uncompressed = (point: Uint8Array): Buffer => convert(point, 'uncompressed')

/** @param hex SEC1 */
export function isPoint(hex: string): boolean {
  try {
    return compressed(Buffer.from(hex, 'hex')).length > SCALAR_BYTES
  } catch {
    return false
  }
}

const convert = (point: Uint8Array, form: 'compressed' | 'uncompressed') =>
  ECDH.convertKey(point, CURVE, undefined, undefined, form) as Buffer
