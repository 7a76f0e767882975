/** Owns the value of the signature header: its two forms, and whether it holds. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'

export type SignatureVerdict =
  /** By the key named: one of those that were given. */
  | { readonly verdict: 'GOOD'; readonly publicKey: string }
  /** Neither form of a signature. */
  | { readonly verdict: 'MALFORMED' }
  /** A stamp by a key that is none of those given. */
  | { readonly verdict: 'UNKNOWN_KEY' }
  /** A signature over other bytes, or by another key. */
  | { readonly verdict: 'MISMATCH' }

/**
 * Judges a signature header over the UTF-8 bytes of a payload, in other threads. Never throws for bad input. High-S is
 * accepted, so one signature has two forms: it must never serve as a key of uniqueness.
 * @param publicKeys of the sessions that may sign: P-256, SEC1 compressed, 66 lower-case hex characters
 */
export async function checkWalletSignature(
  header: string,
  payload: string,
  publicKeys: readonly string[],
): Promise<SignatureVerdict> {
  const signature = parseWalletSignature(header)
  if (!signature) return { verdict: 'MALFORMED' }
  const { der, stampedBy } = signature
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
 * perhaps scheme. Of each value there is one spelling; other spellings of the same bytes are refused.
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

/** Node's decoder takes blanks, both alphabets and missing padding; here a text is what its bytes encode to. */
function strictly(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding)
  return bytes.length > 0 && bytes.toString(encoding) === text ? bytes : undefined
}

/** Two numbers below the order of the curve, in the one DER form they have. */
function isDer(bytes: Buffer): boolean {
  try {
    p256.Signature.fromBytes(bytes, 'der')
    return true
  } catch {
    return false
  }
}

/** SubjectPublicKeyInfo of a P-256 key up to its compressed point (RFC 5480). */
const SPKI_PREFIX = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex')

const verifies = (bytes: Buffer, publicKey: string, der: Buffer): Promise<boolean> =>
  new Promise((resolve, reject) => {
    verify('sha256', bytes, keyOf(publicKey), der, (error, holds) => (error ? reject(error) : resolve(holds)))
  })

const keyOf = (publicKey: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, Buffer.from(publicKey, 'hex')]), format: 'der', type: 'spki' })
