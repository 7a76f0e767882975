import { randomBytes } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { formatHpkeBuf, generateP256KeyPair, hpkeEncrypt, verifyStampSignature } from '@turnkey/crypto'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { checkWalletSignature } from '../src/infra/crypto/wallet-signature.ts'
import { localCustodian } from '../src/providers/custodian/local.ts'
import { exported, heldWallet, REF } from '../test/harness/held-wallet.ts'
import { EXPORT_EXAMPLE, SESSION_EXAMPLE, SIGNATURE_EXAMPLE } from '../test/harness/samples/wallet-examples.ts'
import { openExport } from './export.ts'
import { clientKeysOf, newClientKeys } from './keys.ts'
import { openSessionKey, sessionKeyOf } from './session-key.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const custodian = localCustodian({ masterKeys: { current: randomBytes(32), former: [] }, signsExports: true })

describe('the keys of a client', () => {
  it('are new each time, and their private half cannot be exported', async () => {
    const [one, other] = [await newClientKeys(), await newClientKeys()]
    expect(one.publicKey).toMatch(/^04[0-9a-f]{128}$/)
    expect(one.publicKey).not.toBe(other.publicKey)
    await expect(crypto.subtle.exportKey('jwk', one.pair.privateKey)).rejects.toThrow()
  })

  it('can be made from an existing private key', async () => {
    const { publicKey, pair } = await clientKeysOf(SESSION_EXAMPLE.clientPrivateKey)
    expect(publicKey).toBe(SESSION_EXAMPLE.clientPublicKey)
    await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow()
    await expect(clientKeysOf('00'.repeat(32))).rejects.toThrow()
  })
})

describe('the key of a session', () => {
  it('is opened as in the example', async () => {
    const keys = await clientKeysOf(SESSION_EXAMPLE.clientPrivateKey)
    const session = await openSessionKey(SESSION_EXAMPLE.encryptedSessionSigningKey, keys)
    expect(session.publicKey).toBe(SESSION_EXAMPLE.sessionPublicKey)
  })

  it('is opened when this service sealed it', async () => {
    const keys = await newClientKeys()
    const sealed = await (await heldWallet(custodian)).sealTo(keys.publicKey)
    expect((await openSessionKey(sealed.encryptedSessionSigningKey, keys)).publicKey).toBe(sealed.publicKey)
  })

  it('is opened when another implementation sealed it', async () => {
    const keys = await newClientKeys()
    const { privateKey, publicKey } = generateP256KeyPair()
    const sealed = hpkeEncrypt({ plainTextBuf: bytes(privateKey), targetKeyBuf: bytes(keys.publicKey) })
    const session = await openSessionKey(createBase58check(sha256).encode(sealed), keys)
    expect(session.publicKey).toBe(publicKey)
  })

  it('is not opened by other keys, or with a changed character', async () => {
    const keys = await newClientKeys()
    const { encryptedSessionSigningKey: sealed } = await (await heldWallet(custodian)).sealTo(keys.publicKey)
    await expect(openSessionKey(sealed, await newClientKeys())).rejects.toThrow()
    for (const at of [0, 50, sealed.length - 1]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'x' ? 'y' : 'x') + sealed.slice(at + 1)
      await expect(openSessionKey(changed, keys)).rejects.toThrow()
    }
    await expect(openSessionKey('', keys)).rejects.toThrow()
  })

  it('makes signatures in both forms that this service and others verify, always with low S', async () => {
    const { payloadToSign } = SIGNATURE_EXAMPLE
    const session = await sessionKeyOf(bytes(SESSION_EXAMPLE.sessionPrivateKey))
    for (let i = 0; i < 20; i++) {
      const [plain, stamp] = [await session.sign(payloadToSign), await session.stamp(payloadToSign)]
      for (const header of [plain, stamp])
        expect(await checkWalletSignature(header, payloadToSign, [session.publicKey])).toEqual({
          verdict: 'GOOD',
          publicKey: session.publicKey,
        })
      expect(p256.Signature.fromBytes(Buffer.from(plain, 'base64'), 'der').hasHighS()).toBe(false)
      const { publicKey, scheme, signature } = JSON.parse(Buffer.from(stamp, 'base64url').toString())
      expect({ publicKey, scheme }).toEqual({
        publicKey: SIGNATURE_EXAMPLE.publicKey,
        scheme: 'SIGNATURE_SCHEME_TK_API_P256',
      })
      expect(await verifyStampSignature(publicKey, signature, payloadToSign)).toBe(true)
    }
  })

  it('signs the bytes of the text, in any script, and does not lose zeros at the front of a number', async () => {
    const session = await sessionKeyOf(Uint8Array.from({ length: 32 }, (_, i) => (i < 31 ? 0 : 7)))
    const payload = '{"statement":"5,00 € an Zoë – 🙂"}'
    expect(await checkWalletSignature(await session.sign(payload), payload, [session.publicKey])).toMatchObject({
      verdict: 'GOOD',
    })
  })
})

describe('an export', () => {
  const { organizationId, exportKey, mnemonic, signedCredentials, unsignedCredentials } = EXPORT_EXAMPLE
  const keys = clientKeysOf(EXPORT_EXAMPLE.clientPrivateKey)

  it('is opened as in the examples, signed or from a sandbox', async () => {
    expect(await openExport(signedCredentials, await keys, { organizationId, exportKey })).toBe(mnemonic)
    expect(await openExport(unsignedCredentials, await keys, { organizationId, exportKey: undefined })).toBe(mnemonic)
  })

  it('is opened when this service made it', async () => {
    const own = await newClientKeys()
    const credentials = await exported(custodian, await heldWallet(custodian), own.publicKey)
    const words = await openExport(credentials, own, { organizationId: REF.platformId, exportKey: custodian.exportKey })
    expect(words.split(' ')).toHaveLength(12)
  })

  it('is opened when another implementation sealed it', async () => {
    const own = await newClientKeys()
    const sealed = hpkeEncrypt({ plainTextBuf: new TextEncoder().encode(mnemonic), targetKeyBuf: bytes(own.publicKey) })
    const content = { ...JSON.parse(formatHpkeBuf(sealed)), organizationId: 'org' }
    const data = Buffer.from(JSON.stringify(content)).toString('hex')
    const credentials = JSON.stringify({ version: 'v1.0.0', data, dataSignature: '', enclaveQuorumPublic: '' })
    expect(await openExport(credentials, own, { organizationId: 'org', exportKey: undefined })).toBe(mnemonic)
  })

  it('is refused unsigned where a signature is expected, by another key, or over other data', async () => {
    const open = async (credentials: string, key = exportKey) =>
      openExport(credentials, await keys, { organizationId, exportKey: key })
    const parts = JSON.parse(signedCredentials)
    const other = generateP256KeyPair().publicKeyUncompressed
    for (const credentials of [
      unsignedCredentials,
      JSON.stringify({ ...parts, enclaveQuorumPublic: other }),
      JSON.stringify({ ...parts, dataSignature: parts.dataSignature.replace(/..$/, '00') }),
      JSON.stringify({ ...parts, dataSignature: 'zz' }),
      JSON.stringify({ ...parts, data: parts.data.replace('7d', '20') }),
    ])
      await expect(open(credentials)).rejects.toThrow('not signed by the service')
    await expect(open(signedCredentials, other)).rejects.toThrow('not signed by the service')
  })

  it('is refused for another organization, and by other keys', async () => {
    await expect(openExport(signedCredentials, await keys, { organizationId: 'org_2', exportKey })).rejects.toThrow(
      'another organization',
    )
    await expect(openExport(signedCredentials, await newClientKeys(), { organizationId, exportKey })).rejects.toThrow()
  })
})

describe('the client', () => {
  it('runs in browsers: it uses no module of Node', async () => {
    const { outputFiles, warnings } = await build({
      entryPoints: ['client/wallet.ts', 'client/sign-in.ts', 'client/send.ts'],
      bundle: true,
      write: false,
      outdir: 'nowhere',
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
    })
    expect(warnings).toEqual([])
    expect(outputFiles).toHaveLength(3)
    for (const { text } of outputFiles) expect(text).not.toMatch(/\bBuffer\.|\bprocess\./)
  })
})
