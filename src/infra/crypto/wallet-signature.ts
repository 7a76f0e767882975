/** Wallet signature verification: parses both forms of the header and checks them. */
import { createPublicKey, ECDH, type KeyObject, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { LruMap } from '../../core/lru-map.ts'

export type SignatureVerdict =
  /** Valid, by the named key. */
  | { readonly verdict: 'GOOD'; readonly publicKey: string }
  /** In neither format. */
  | { readonly verdict: 'MALFORMED' }
  /** A stamp of a key that may not sign. */
  | { readonly verdict: 'UNKNOWN_KEY' }
  /** Over other bytes, or by another key. */
  | { readonly verdict: 'MISMATCH' }

/**
 * Verifies a signature header over the UTF-8 bytes of a payload, in other threads. Never throws for bad input. High-S is
 * accepted, so one signature has two encodings: it must never be used as a unique key.
 * @param publicKeys of the sessions that may sign: P-256, SEC1 compressed, 66 lower-case hex characters
 */
export async function checkWalletSignature(
  header: string,
  payload: string,
  publicKeys: readonly string[],
): Promise<SignatureVerdict> {
  const signature = parseWalletSignature(header)
  return signature ? checkParsedSignature(signature, payload, publicKeys) : { verdict: 'MALFORMED' }
}

/** As `checkWalletSignature`, for a parsed header. */
export async function checkParsedSignature(
  { der, stampedBy }: WalletSignature,
  payload: string,
  publicKeys: readonly string[],
): Promise<SignatureVerdict> {
  if (stampedBy && !publicKeys.includes(stampedBy)) return { verdict: 'UNKNOWN_KEY' }
  const candidates = stampedBy ? [stampedBy] : publicKeys
  const bytes = Buffer.from(payload)
  const held = await Promise.all(candidates.map((key) => verifies(bytes, key, der)))
  const publicKey = candidates[held.indexOf(true)]
  return publicKey === undefined ? { verdict: 'MISMATCH' } : { verdict: 'GOOD', publicKey }
}

export interface WalletSignature {
  readonly der: Buffer
  /** The key that a stamp names; a bare signature names none. */
  readonly stampedBy?: string
}

const HEADER_MAX = 1024

/**
 * Either base64 of an ECDSA signature in DER, or an API-key stamp: base64url of JSON with publicKey, signature and
 * optionally scheme. Each value has one encoding; other encodings of the same bytes are refused.
 * @returns undefined for anything else
 */
export function parseWalletSignature(header: string): WalletSignature | undefined {
  if (header.length > HEADER_MAX) return undefined
  const plain = strictly(header, 'base64')
  if (plain && isDer(plain)) return { der: plain }
  const stamp = strictly(header, 'base64url')
  return stamp && parseStamp(stamp)
}

const SCHEMES: readonly unknown[] = ['SIGNATURE_SCHEME_TK_API_P256', 'P256_ECDSA_SHA256', undefined]
const COMPRESSED = /^0[23][0-9a-f]{64}$/
const HEX = /^([0-9a-f]{2})+$/

function parseStamp(bytes: Buffer): WalletSignature | undefined {
  const { publicKey, scheme, signature, ...rest } = jsonObject(bytes) ?? {}
  if (typeof publicKey !== 'string' || typeof signature !== 'string' || !SCHEMES.includes(scheme)) return undefined
  if (Object.keys(rest).length > 0 || !COMPRESSED.test(publicKey) || !HEX.test(signature)) return undefined
  const der = Buffer.from(signature, 'hex')
  return isDer(der) ? { der, stampedBy: publicKey } : undefined
}

function jsonObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Strict decoding: Node's decoder also accepts spaces, both alphabets and missing padding. */
function strictly(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding)
  return bytes.length > 0 && bytes.toString(encoding) === text ? bytes : undefined
}

/** Whether r and s are below the order of the curve, in canonical DER. */
function isDer(bytes: Buffer): boolean {
  try {
    p256.Signature.fromBytes(bytes, 'der')
    return true
  } catch {
    return false
  }
}

const verifies = (bytes: Buffer, publicKey: string, der: Buffer): Promise<boolean> =>
  new Promise((resolve, reject) => {
    verify('sha256', bytes, keyOf(publicKey), der, (error, holds) => (error ? reject(error) : resolve(holds)))
  })

/** Cached: creating a key object takes longer than a verification, and sessions sign repeatedly. */
const keys = new LruMap<string, KeyObject>(10_000)

function keyOf(publicKey: string): KeyObject {
  const known = keys.get(publicKey)
  if (known) return known
  const key = importKey(publicKey)
  keys.set(publicKey, key)
  return key
}

/** Via the uncompressed point, which is twice as fast as the alternatives. */
function importKey(publicKey: string): KeyObject {
  const point = ECDH.convertKey(publicKey, 'prime256v1', 'hex', undefined, 'uncompressed') as Buffer
  const part = (start: number, end?: number) => point.subarray(start, end).toString('base64url')
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33) }, format: 'jwk' })
}
