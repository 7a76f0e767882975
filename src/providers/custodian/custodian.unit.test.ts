import { randomBytes, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32m } from '@scure/base'
import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { decryptCredentialBundle, decryptExportBundle, hpkeDecrypt } from '@turnkey/crypto'
import { describe, expect, it } from 'vitest'
import { SESSION_EXAMPLE, SIGNATURE_EXAMPLE } from '../../../test/wallet-examples.ts'
import { Refusal } from '../../core/refusal.ts'
import { checkWalletSignature } from '../../infra/crypto/wallet-signature.ts'
import { sealTo } from './hpke.ts'
import { localCustodian } from './local.ts'
import { isPoint, newKeyPair, uncompressed } from './p256.ts'
import type { Custodian } from './port.ts'
import { sandboxCustodian } from './sandbox.ts'
import { sparkAddressOf } from './wallet-key.ts'

const masterKey = randomBytes(32)
const custodian = localCustodian({ masterKeys: { current: masterKey, former: [] }, signsExports: true })
const unsigning = localCustodian({ masterKeys: { current: masterKey, former: [] }, signsExports: false })
const sandbox = sandboxCustodian(unsigning)

const PLATFORM = '0199a000-0000-7000-8000-000000000001'
const OTHER = '0199a000-0000-7000-8000-000000000002'
const OFF_CURVE = `04${'12'.repeat(64)}`

function newClient() {
  const { privateKey, publicKey } = newKeyPair()
  return { privateKey: privateKey.toString('hex'), publicKey: uncompressed(publicKey).toString('hex') }
}
const compressedOf = (privateKey: string) =>
  Buffer.from(p256.getPublicKey(Buffer.from(privateKey, 'hex'))).toString('hex')

const openUnsigned = (credentials: string, { privateKey }: { privateKey: string }) => {
  const { data } = JSON.parse(credentials)
  const { encappedPublic, ciphertext } = JSON.parse(Buffer.from(data, 'hex').toString('utf8'))
  const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
  const plain = hpkeDecrypt({
    ciphertextBuf: bytes(ciphertext),
    encappedKeyBuf: bytes(encappedPublic),
    receiverPriv: privateKey,
  })
  return Buffer.from(plain).toString('utf8')
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(outcome).toBeInstanceOf(Refusal)
  return outcome as Refusal
}

describe('a session key', () => {
  it('is opened by the client it was sealed to, and signs what the service verifies', async () => {
    const client = newClient()
    const session = await custodian.sealSession(client.publicKey)
    const privateKey = decryptCredentialBundle(session.encryptedSessionSigningKey, client.privateKey)
    expect(privateKey).toMatch(/^[0-9a-f]{64}$/)
    expect(compressedOf(privateKey)).toBe(session.publicKey)

    const signature = p256.sign(Buffer.from('{}'), Buffer.from(privateKey, 'hex'), { format: 'der' })
    expect(await checkWalletSignature(Buffer.from(signature).toString('base64'), '{}', [session.publicKey])).toEqual({
      verdict: 'GOOD',
      publicKey: session.publicKey,
    })
  })

  it('is another one each time, in another envelope, for the same client too', async () => {
    const { publicKey } = newClient()
    const made = [await custodian.sealSession(publicKey), await custodian.sealSession(publicKey)]
    expect(new Set(made.map((session) => session.publicKey)).size).toBe(2)
    expect(new Set(made.map((session) => session.encryptedSessionSigningKey.slice(0, 30))).size).toBe(2)
  })

  it('opens for nobody else', async () => {
    const { encryptedSessionSigningKey } = await custodian.sealSession(newClient().publicKey)
    expect(() => decryptCredentialBundle(encryptedSessionSigningKey, newClient().privateKey)).toThrow()
  })

  it('has the form that clients know', async () => {
    const { encryptedSessionSigningKey } = await custodian.sealSession(newClient().publicKey)
    expect(encryptedSessionSigningKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{113,117}$/)
  })

  it('is refused to a key that is no point of the curve', async () => {
    expect(await refusalOf(custodian.sealSession(OFF_CURVE))).toMatchObject({
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'clientPublicKey' }] },
    })
    expect(isPoint(`04${'00'.repeat(64)}`)).toBe(false)
    expect(isPoint('00')).toBe(false)
  })

  it('keeps its leading zeros', () => {
    const lengths = new Set(Array.from({ length: 2000 }, () => newKeyPair().privateKey.length))
    expect(lengths).toEqual(new Set([32]))
  })
})

describe('sealing', () => {
  it('is byte for byte what other implementations do', async () => {
    const d = Buffer.from(SESSION_EXAMPLE.ephemeralPrivateKey, 'hex')
    const enc = Buffer.from(SESSION_EXAMPLE.enc, 'hex')
    const jwk = { kty: 'EC', crv: 'P-256', ...coordinates(enc) }
    const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
    const ephemeral = {
      privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: d.toString('base64url') }, algorithm, true, [
        'deriveBits',
      ]),
      publicKey: await crypto.subtle.importKey('jwk', jwk, algorithm, true, []),
    }
    const recipient = Buffer.from(SESSION_EXAMPLE.clientPublicKey, 'hex')
    const sealed = await sealTo(recipient, Buffer.from(SESSION_EXAMPLE.sessionPrivateKey, 'hex'), ephemeral)
    expect(sealed.enc.toString('hex')).toBe(SESSION_EXAMPLE.enc)
    expect(sealed.ciphertext.toString('hex')).toBe(SESSION_EXAMPLE.ciphertext)
  })
})
const coordinates = (point: Buffer) => ({
  x: point.subarray(1, 33).toString('base64url'),
  y: point.subarray(33).toString('base64url'),
})

describe('a wallet', () => {
  it('has an address that follows from its words, and words that the database cannot read', async () => {
    const { sealedKey, sparkAddress, platformId } = await custodian.makeWallet(PLATFORM)
    const client = newClient()
    const mnemonic = openUnsigned(
      await unsigning.exportMnemonic({ platformId, sealedKey }, client.publicKey, 'org'),
      client,
    )
    expect(mnemonic.split(' ')).toHaveLength(12)
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true)
    expect(await sparkAddressOf(mnemonic)).toBe(sparkAddress)
    for (const word of mnemonic.split(' ')) expect(sealedKey).not.toContain(` ${word} `)
    expect(Buffer.from(sealedKey.split('.')[3] as string, 'base64').toString('latin1')).not.toContain(
      mnemonic.slice(0, 12),
    )
  })

  it('has the address that other Spark wallets make of the same words', async () => {
    // An address of their software from the time when it began with `sp` instead of `spark`.
    const theirs = bech32m.decode('sp1pgss8u5vh4cldqxarcl2hnqgqelhupdt6g9e9y5x489t8ky355f3veh6dln5pf')
    const address = await sparkAddressOf('front anger move cradle expect rescue theme blood crater taste knee extra')
    expect(address).toMatch(/^spark1/)
    expect(bech32m.decode(address as `spark1${string}`).words).toEqual(theirs.words)
  })

  it('is another one each time, also when many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => custodian.makeWallet(PLATFORM)))
    expect(new Set(made.map(({ sparkAddress }) => sparkAddress)).size).toBe(8)
  })

  it('opens for no other platform, whichever row its key is copied to', async () => {
    const { sealedKey } = await custodian.makeWallet(PLATFORM)
    const foreign = { platformId: OTHER, sealedKey }
    await expect(custodian.exportMnemonic(foreign, newClient().publicKey, 'org')).rejects.toThrow()
    await expect(custodian.reseal(foreign)).rejects.toThrow()
  })

  it('does not open when one character of it is changed', async () => {
    const { sealedKey } = await custodian.makeWallet(PLATFORM)
    for (const at of [1, 5, 60, sealedKey.length - 30]) {
      const changed = sealedKey.slice(0, at) + (sealedKey[at] === 'a' ? 'b' : 'a') + sealedKey.slice(at + 1)
      const wallet = { platformId: PLATFORM, sealedKey: changed }
      await expect(custodian.exportMnemonic(wallet, newClient().publicKey, 'org')).rejects.toThrow()
    }
  })
})

describe('signing', () => {
  const { payloadToSign, publicKey, stampHeaderValue, derBase64 } = SIGNATURE_EXAMPLE

  it.each([stampHeaderValue, derBase64])('needs the signature of the holder: %s', async (signature) => {
    const wallet = await custodian.makeWallet(PLATFORM)
    const evidence = await custodian.sign(wallet, { payloadToSign, signature, publicKey })
    const { words } = bech32m.decode(wallet.sparkAddress as `spark1${string}`)
    const identity = bech32m.fromWords(words).slice(2)
    const bytes = Buffer.from(evidence, 'hex')
    expect(secp256k1.verify(bytes, Buffer.from(payloadToSign), identity, { format: 'der' })).toBe(true)
    expect(secp256k1.verify(bytes, Buffer.from('{}'), identity, { format: 'der' })).toBe(false)
  })

  it('is refused without one that holds', async () => {
    const wallet = await custodian.makeWallet(PLATFORM)
    for (const approval of [
      { payloadToSign: `${payloadToSign} `, signature: derBase64, publicKey },
      { payloadToSign, signature: 'sandbox-valid-signature', publicKey },
      { payloadToSign, signature: derBase64, publicKey: compressedOf(newClient().privateKey) },
    ])
      await expect(custodian.sign(wallet, approval)).rejects.toThrow('The holder of the wallet has not signed this')
  })
})

describe('an export', () => {
  const exported = async (by: Custodian, client: ReturnType<typeof newClient>) =>
    by.exportMnemonic(await by.makeWallet(PLATFORM), client.publicKey, 'org_1')

  it('is opened by the published clients, which check the signature and the organization', async () => {
    const client = newClient()
    const exportBundle = await exported(custodian, client)
    const bundle = {
      exportBundle,
      embeddedKey: client.privateKey,
      organizationId: 'org_1',
      dangerouslyOverrideSignerPublicKey: custodian.exportKey as string,
      returnMnemonic: true,
    }
    expect(validateMnemonic(await decryptExportBundle(bundle), wordlist)).toBe(true)
    await expect(decryptExportBundle({ ...bundle, organizationId: 'org_2' })).rejects.toThrow()
    await expect(decryptExportBundle({ ...bundle, embeddedKey: newClient().privateKey })).rejects.toThrow()
  })

  it('carries a low-S signature over its data by the published key, the same one in each process', async () => {
    const { data, dataSignature, enclaveQuorumPublic, version } = JSON.parse(await exported(custodian, newClient()))
    expect(version).toBe('v1.0.0')
    expect(enclaveQuorumPublic).toBe(custodian.exportKey)
    expect(enclaveQuorumPublic).toMatch(/^04[0-9a-f]{128}$/)
    const key = { kty: 'EC', crv: 'P-256', ...coordinates(Buffer.from(enclaveQuorumPublic, 'hex')) }
    const signature = Buffer.from(dataSignature, 'hex')
    expect(verify('sha256', Buffer.from(data, 'hex'), { key, format: 'jwk' }, signature)).toBe(true)
    expect(p256.Signature.fromBytes(signature, 'der').hasHighS()).toBe(false)
    expect(localCustodian({ masterKeys: { current: masterKey, former: [] }, signsExports: true }).exportKey).toBe(
      custodian.exportKey,
    )
  })

  it('is not signed in the sandbox: both fields are empty', async () => {
    const client = newClient()
    const credentials = await exported(sandbox, client)
    expect(JSON.parse(credentials)).toMatchObject({ dataSignature: '', enclaveQuorumPublic: '' })
    expect(validateMnemonic(openUnsigned(credentials, client), wordlist)).toBe(true)
    expect(sandbox.exportKey).toBeUndefined()
  })

  it('is refused to a key that is no point of the curve', async () => {
    const wallet = await custodian.makeWallet(PLATFORM)
    expect(await refusalOf(custodian.exportMnemonic(wallet, OFF_CURVE, 'org'))).toMatchObject({
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'clientPublicKey' }] },
    })
  })
})

describe('the master key', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const before = localCustodian({ masterKeys: { current: first, former: [] }, signsExports: false })
  const during = localCustodian({ masterKeys: { current: second, former: [first] }, signsExports: false })
  const after = localCustodian({ masterKeys: { current: second, former: [] }, signsExports: false })
  const wordsBy = async (by: Custodian, sealedKey: string) => {
    const client = newClient()
    return openUnsigned(await by.exportMnemonic({ platformId: PLATFORM, sealedKey }, client.publicKey, 'org'), client)
  }

  it('is rotated: old wallets open under the former key, are resealed once, and then need it no more', async () => {
    const { sealedKey } = await before.makeWallet(PLATFORM)
    const words = await wordsBy(before, sealedKey)
    expect(await wordsBy(during, sealedKey)).toBe(words)

    const resealed = (await during.reseal({ platformId: PLATFORM, sealedKey })) as string
    expect(await wordsBy(after, resealed)).toBe(words)
    expect(await during.reseal({ platformId: PLATFORM, sealedKey: resealed })).toBeUndefined()
    await expect(wordsBy(before, resealed)).rejects.toThrow('a master key that is not configured')
    await expect(wordsBy(after, sealedKey)).rejects.toThrow('a master key that is not configured')
  })

  it('is named in what it sealed by an id that says nothing about it', async () => {
    const { sealedKey } = await before.makeWallet(PLATFORM)
    const [version, id] = sealedKey.split('.')
    expect(version).toBe('c1')
    expect(first.toString('hex')).not.toContain(id)
    expect((await before.makeWallet(PLATFORM)).sealedKey.split('.')[1]).toBe(id)
  })
})

describe('a made-up key in the sandbox', () => {
  it('gets a session and an export of the right form, which nobody can open', async () => {
    const session = await sandbox.sealSession(OFF_CURVE)
    expect(session.encryptedSessionSigningKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{113,117}$/)
    expect(session.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(() => decryptCredentialBundle(session.encryptedSessionSigningKey, '12'.repeat(32))).toThrow()
    const credentials = await sandbox.exportMnemonic(await sandbox.makeWallet(PLATFORM), OFF_CURVE, 'org')
    expect(() => openUnsigned(credentials, { privateKey: '12'.repeat(32) })).toThrow()
  })
})
