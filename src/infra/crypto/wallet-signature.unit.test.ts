import { generateKeyPairSync, sign } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { ApiKeyStamper } from '@turnkey/api-key-stamper'
import { describe, expect, it } from 'vitest'
import { checkWalletSignature } from './wallet-signature.ts'

const PAYLOAD = '{"amount":"5.00 USDB","to":"Bob – ünïcode"}'

function newSigner() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y, d } = privateKey.export({ format: 'jwk' }) as { x: string; y: string; d: string }
  const hexOf = (text: string) => Buffer.from(text, 'base64url').toString('hex')
  const odd = (Buffer.from(y, 'base64url').at(-1) as number) & 1
  return {
    publicKey: `0${odd ? 3 : 2}${hexOf(x)}`,
    scalar: hexOf(d),
    der: (payload: string) => sign('sha256', Buffer.from(payload), privateKey),
  }
}
const signer = newSigner()
const other = newSigner()

/** The length of DER varies from signature to signature. */
function paddedInBase64(): Buffer {
  const der = signer.der(PAYLOAD)
  return der.length % 3 === 0 ? paddedInBase64() : der
}

const plain = (der: Uint8Array) => Buffer.from(der).toString('base64')
const stamp = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const makeStamp = (by: typeof signer, payload = PAYLOAD) => ({
  publicKey: by.publicKey,
  scheme: 'SIGNATURE_SCHEME_TK_API_P256',
  signature: by.der(payload).toString('hex'),
})
const check = (header: string, keys = [other.publicKey, signer.publicKey], payload = PAYLOAD) =>
  checkWalletSignature(header, payload, keys)
const good = { verdict: 'GOOD', publicKey: signer.publicKey }

describe('a wallet signature', () => {
  it('is valid as bare base64, and identifies the key', async () => {
    expect(await check(plain(signer.der(PAYLOAD)))).toEqual(good)
    expect(await check(plain(other.der(PAYLOAD)))).toEqual({ verdict: 'GOOD', publicKey: other.publicKey })
  })

  it('is valid as an API key stamp, with either scheme name, in any order, or without one', async () => {
    const { publicKey, signature } = makeStamp(signer)
    const stamper = new ApiKeyStamper({ apiPublicKey: signer.publicKey, apiPrivateKey: signer.scalar })
    for (const header of [
      (await stamper.stamp(PAYLOAD)).stampHeaderValue,
      stamp(makeStamp(signer)),
      stamp({ publicKey, signature, scheme: 'P256_ECDSA_SHA256' }),
      stamp({ publicKey, signature }),
    ])
      expect(await check(header)).toEqual(good)
  })

  it('is valid with high and with low S', async () => {
    const { r, s } = p256.Signature.fromBytes(signer.der(PAYLOAD), 'der')
    const twin = new p256.Signature(r, p256.Point.Fn.ORDER - s)
    expect(await check(plain(twin.toBytes('der')))).toEqual(good)
    expect(await check(stamp({ ...makeStamp(signer), signature: twin.toHex('der') }))).toEqual(good)
  })

  it('is invalid over other bytes, by another key, or without permitted keys', async () => {
    const mismatch = { verdict: 'MISMATCH' }
    expect(await check(plain(signer.der(`${PAYLOAD} `)))).toEqual(mismatch)
    expect(await check(stamp(makeStamp(signer, '{}')))).toEqual(mismatch)
    expect(await check(plain(signer.der(PAYLOAD)), [other.publicKey])).toEqual(mismatch)
    expect(await check(plain(signer.der(PAYLOAD)), [])).toEqual(mismatch)
    expect(await check(stamp({ ...makeStamp(other), publicKey: signer.publicKey }))).toEqual(mismatch)
  })

  it('is refused when the key of its stamp may not sign', async () => {
    expect(await check(stamp(makeStamp(signer)), [other.publicKey])).toEqual({ verdict: 'UNKNOWN_KEY' })
    expect(await check(stamp(makeStamp(signer)), [])).toEqual({ verdict: 'UNKNOWN_KEY' })
  })

  const der = paddedInBase64()
  const { r, s } = p256.Signature.fromBytes(der, 'der')
  const tooLong = Buffer.concat([der, Buffer.from([0])])
  const longForm = Buffer.concat([Buffer.from([0x30, 0x81, der.length - 2]), der.subarray(2)])
  const zero = Buffer.from('3006020100020101', 'hex')
  const order = Buffer.from(`3026022100${p256.Point.Fn.ORDER.toString(16)}020101`, 'hex')
  const malformed: Record<string, string> = {
    nothing: '',
    'the stand-in of sandboxes': 'sandbox-valid-signature',
    'the raw 64 bytes': plain(Buffer.from(new p256.Signature(r, s).toBytes('compact'))),
    'spaces around it': ` ${plain(der)}`,
    'a line break in it': `${plain(der).slice(0, 40)}\n${plain(der).slice(40)}`,
    'missing padding': plain(der).replace(/=*$/, ''),
    'a byte after the signature': plain(tooLong),
    'DER in a longer form than needed': plain(longForm),
    'a number that is zero': plain(zero),
    'a number that is the order of the curve': plain(order),
    'a stamp with padding': `${stamp(makeStamp(signer))}=`,
    'a stamp that is not JSON': Buffer.from('{"publicKey":').toString('base64url'),
    'a stamp that is a list': stamp([makeStamp(signer)]),
    'a stamp that is null': Buffer.from('null').toString('base64url'),
    'a stamp of another scheme': stamp({ ...makeStamp(signer), scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }),
    'a stamp with additional fields': stamp({ ...makeStamp(signer), algorithm: 'none' }),
    'a stamp with an uncompressed key': stamp({ ...makeStamp(signer), publicKey: `04${'a'.repeat(128)}` }),
    'a stamp with a key in upper case': stamp({ ...makeStamp(signer), publicKey: signer.publicKey.toUpperCase() }),
    'a stamp with base64 inside': stamp({ ...makeStamp(signer), signature: plain(der) }),
    'a stamp without a signature': stamp({ publicKey: signer.publicKey }),
    'a header of a megabyte': 'M'.repeat(1_000_000),
  }
  it.each(Object.entries(malformed))('is malformed: %s', async (_, header) => {
    expect(await check(header)).toEqual({ verdict: 'MALFORMED' })
  })
})
