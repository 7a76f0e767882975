/** Key pair of the client, to which the service seals secrets. Use each pair for one purpose, once. */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { p256 } from '@noble/curves/nist.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

export interface ClientKeys {
  /** `clientPublicKey` of the API: SEC1 uncompressed, 130 lower-case hex characters. */
  readonly publicKey: string
  /** Not extractable; browsers can store it in IndexedDB across reloads. */
  readonly pair: CryptoKeyPair
}

const ECDH = { name: 'ECDH', namedCurve: 'P-256' }

/** New pair. Needs WebCrypto: in browsers https, or http on `localhost`. */
export async function newClientKeys(): Promise<ClientKeys> {
  const pair = await crypto.subtle.generateKey(ECDH, false, ['deriveBits'])
  return { publicKey: bytesToHex(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))), pair }
}

/** Pair of an existing private key. @param privateKey 64 hex characters @throws Error when it is not a valid key */
export async function clientKeysOf(privateKey: string): Promise<ClientKeys> {
  const scalar = hexToBytes(privateKey)
  const jwk = jwkOf(p256.getPublicKey(scalar, false))
  const pair = {
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: base64url(scalar) }, ECDH, false, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('jwk', jwk, ECDH, true, []),
  }
  return { publicKey: bytesToHex(p256.getPublicKey(scalar, false)), pair }
}

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const INFO = new TextEncoder().encode('turnkey_hpke')

/**
 * Opens a secret sealed to the client (RFC 9180, base mode).
 * @param enc encapsulated key, SEC1 in any form
 * @throws Error when it was sealed to another key or altered
 */
export async function openSealed({ pair, publicKey }: ClientKeys, enc: Uint8Array, ciphertext: Uint8Array) {
  const point = p256.Point.fromBytes(enc).toBytes(false)
  const recipient = await suite.createRecipientContext({ recipientKey: pair, enc: point, info: INFO })
  return new Uint8Array(await recipient.open(ciphertext, concatBytes(point, hexToBytes(publicKey))))
}

/** The point as a JSON Web Key (RFC 7517). @param point SEC1 uncompressed */
export const jwkOf = (point: Uint8Array) => ({
  kty: 'EC',
  crv: 'P-256',
  x: base64url(point.slice(1, 33)),
  y: base64url(point.slice(33)),
})

/** With padding. */
export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
/** Without padding. */
export const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
