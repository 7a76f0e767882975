/** Owns keys on P-256 as Node makes them: several tens of times faster than the same in JavaScript. */
import { createECDH, ECDH } from 'node:crypto'

const CURVE = 'prime256v1'
const SCALAR_BYTES = 32

export interface KeyPair {
  /** 32 bytes, leading zeros kept. Whoever has it wipes it. */
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

/** 33 bytes of a point in any form. @throws Error when it is none of the curve */
export const compressed = (point: Uint8Array): Buffer => convert(point, 'compressed')
/** 65 bytes, likewise. */
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
