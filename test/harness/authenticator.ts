/** Software authenticator: passkey responses as a browser and a device would send them, correct or wrong in chosen ways. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { Encoder } from 'cbor-x'

const cbor = new Encoder({ tagUint8Array: false, useRecords: false, mapsAsObjects: false })
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest()

export type Algorithm = 'ES256' | 'RS256' | 'EdDSA'

/** Deviations from the responses of an honest device. */
export interface Oddities {
  readonly type?: string
  readonly origin?: string
  readonly rpId?: string
  /** Further fields of the client data. */
  readonly more?: object
  /** User present 1, verified 4, backup eligible 8, backed up 16. */
  readonly flags?: number
  readonly signCount?: number
  readonly format?: string
  readonly statement?: Map<string, unknown>
  /** Bytes after the attestation object or the authenticator data. */
  readonly after?: Uint8Array
  readonly publicKey?: Map<number, unknown>
}

const PRESENT_AND_VERIFIED = 5
const WITH_CREDENTIAL = 64

export function newAuthenticator({
  origin = 'https://wallet.acme.example',
  rpId = 'acme.example',
  algorithm = 'ES256' as Algorithm,
} = {}) {
  const credentialId = randomBytes(32)
  const { privateKey, cose } = newKey(algorithm)
  let signCount = 0

  const clientData = (challenge: string, odd: Oddities, type: string) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
        ...odd.more,
      }),
    )
  const authData = (odd: Oddities, attested: Uint8Array = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5)
    head[0] = (odd.flags ?? PRESENT_AND_VERIFIED) | (attested.length > 0 ? WITH_CREDENTIAL : 0)
    head.writeUInt32BE(odd.signCount ?? signCount, 1)
    return Buffer.concat([sha256(odd.rpId ?? rpId), head, attested])
  }

  return {
    credentialId: text(credentialId),
    /** @param challenge as in the client data, so base64url */
    register(challenge: string, odd: Oddities = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = cbor.encode(odd.publicKey ?? cose)
      const data = clientData(challenge, odd, 'webauthn.create')
      const content = authData(odd, Buffer.concat([Buffer.alloc(16), length, credentialId, key]))
      const object = new Map<string, unknown>([
        ['fmt', odd.format ?? 'none'],
        ['attStmt', odd.statement ?? (odd.format === 'packed' ? packed(content, data) : new Map())],
        ['authData', content],
      ])
      return {
        credentialId: text(credentialId),
        clientDataJson: text(data),
        attestationObject: text(Buffer.concat([cbor.encode(object), odd.after ?? Buffer.alloc(0)])),
        transports: ['internal'],
      }
    },
    assert(challenge: string, odd: Oddities = {}) {
      signCount++
      const data = clientData(challenge, odd, 'webauthn.get')
      const content = Buffer.concat([authData(odd), odd.after ?? Buffer.alloc(0)])
      return {
        credentialId: text(credentialId),
        clientDataJson: text(data),
        authenticatorData: text(content),
        signature: text(signed(Buffer.concat([content, sha256(data)]))),
      }
    },
  }

  function packed(content: Uint8Array, data: Uint8Array) {
    return new Map<string, unknown>([
      ['alg', cose.get(3)],
      ['sig', signed(Buffer.concat([content, sha256(data)]))],
    ])
  }
  function signed(bytes: Uint8Array): Buffer {
    return sign(algorithm === 'EdDSA' ? null : 'sha256', bytes, privateKey)
  }
}

/** With its public half as COSE (RFC 9053). */
export function newKey(algorithm: Algorithm, bits = 2048): { privateKey: KeyObject; cose: Map<number, unknown> } {
  const make = {
    ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    RS256: () => generateKeyPairSync('rsa', { modulusLength: bits }),
    EdDSA: () => generateKeyPairSync('ed25519'),
  }
  const { privateKey, publicKey } = make[algorithm]()
  const jwk = publicKey.export({ format: 'jwk' }) as Record<string, string>
  const bytes = (name: string) => Buffer.from(jwk[name] as string, 'base64url')
  const entries = {
    ES256: (): [number, unknown][] => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes('x')],
      [-3, bytes('y')],
    ],
    RS256: (): [number, unknown][] => [
      [1, 3],
      [3, -257],
      [-1, bytes('n')],
      [-2, bytes('e')],
    ],
    EdDSA: (): [number, unknown][] => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes('x')],
    ],
  }
  return { privateKey, cose: new Map(entries[algorithm]()) }
}
