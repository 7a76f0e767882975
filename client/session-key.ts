/** Signing key of a session: decryption and signatures. */
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { createBase58check } from '@scure/base'
import { base64, base64url, type ClientKeys, jwkOf, openSealed } from './keys.ts'

const base58check = createBase58check(sha256)
const ENC_BYTES = 33
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' }

export interface SessionKey {
  /** SEC1 compressed, 66 lower-case hex characters. */
  readonly publicKey: string
  /** ECDSA signature over the UTF-8 bytes of the unchanged payload: base64 of DER. */
  sign(payloadToSign: string): Promise<string>
  /** The same signature as an API-key stamp, which contains the public key: base64url of JSON. */
  stamp(payloadToSign: string): Promise<string>
}

/** @throws Error when `encryptedSessionSigningKey` was sealed to another key or altered */
export async function openSessionKey(encryptedSessionSigningKey: string, keys: ClientKeys): Promise<SessionKey> {
  const bytes = base58check.decode(encryptedSessionSigningKey)
  const scalar = await openSealed(keys, bytes.slice(0, ENC_BYTES), bytes.slice(ENC_BYTES))
  try {
    return await sessionKeyOf(scalar)
  } finally {
    scalar.fill(0)
  }
}

/** @param scalar 32 bytes; may be wiped afterwards */
export async function sessionKeyOf(scalar: Uint8Array): Promise<SessionKey> {
  const publicKey = bytesToHex(p256.getPublicKey(scalar))
  const jwk = { ...jwkOf(p256.getPublicKey(scalar, false)), d: base64url(scalar) }
  const key = await crypto.subtle.importKey('jwk', jwk, ECDSA, false, ['sign'])
  const der = async (payload: string): Promise<Uint8Array> => {
    const compact = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, utf8ToBytes(payload))
    return lowS(p256.Signature.fromBytes(new Uint8Array(compact), 'compact')).toBytes('der')
  }
  return {
    publicKey,
    sign: async (payload) => base64(await der(payload)),
    stamp: async (payload) => {
      const signature = bytesToHex(await der(payload))
      return base64url(utf8ToBytes(JSON.stringify({ publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature })))
    },
  }
}

/** Normalizes to low S, which every library accepts. */
const lowS = (signature: ReturnType<typeof p256.Signature.fromBytes>) =>
  signature.hasHighS() ? new p256.Signature(signature.r, p256.Point.Fn.neg(signature.s)) : signature
