/** HPKE sealing to a client's key in the format that wallet clients open: RFC 9180 base mode, one message per key. */
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
/** The info string that wallet clients use. */
const INFO = new TextEncoder().encode('turnkey_hpke')

export interface Sealed {
  /** Encapsulated key: SEC1 uncompressed, 65 bytes. */
  readonly enc: Buffer
  /** With the authentication tag. */
  readonly ciphertext: Buffer
}

/**
 * Bound to both keys: the associated data is the encapsulated key and the recipient's.
 * @param recipient SEC1 uncompressed, a point of the curve
 * @param ephemeral for tests; absent: a key pair generated for this message
 */
export async function sealTo(recipient: Buffer, plaintext: Uint8Array, ephemeral?: CryptoKeyPair): Promise<Sealed> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(recipient)
  const sender = await suite.createSenderContext({
    recipientPublicKey,
    info: INFO,
    ...(ephemeral && { ekm: ephemeral }),
  })
  const enc = Buffer.from(sender.enc)
  return { enc, ciphertext: Buffer.from(await sender.seal(plaintext, Buffer.concat([enc, recipient]))) }
}
