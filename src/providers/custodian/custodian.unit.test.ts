import { createHash, createSecretKey, randomBytes, verify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { bech32m } from '@scure/base'
import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { decryptCredentialBundle, decryptExportBundle, hpkeDecrypt } from '@turnkey/crypto'
import { describe, expect, it } from 'vitest'
import {
  exportApproval,
  exported,
  type Held,
  heldWallet,
  NOW,
  openedSession,
  payload,
  REF,
  signApproval,
} from '../../../test/harness/held-wallet.ts'
import { SESSION_EXAMPLE } from '../../../test/harness/samples/wallet-examples.ts'
import { Refusal } from '../../core/refusal.ts'
import type { HolderApproval } from '../../core/wallet-approval.ts'
import { seal } from '../../infra/crypto/secrets.ts'
import { checkWalletSignature } from '../../infra/crypto/wallet-signature.ts'
import { sandboxStandIns } from '../stand-ins/sandbox.ts'
import { sealTo } from './hpke.ts'
import { localCustodian } from './local.ts'
import { sparkAddressOf } from './mnemonic.ts'
import { isPoint, newKeyPair, uncompressed } from './p256.ts'
import { type Custodian, SESSION_CHAIN_MS } from './port.ts'
import { sandboxCustodian } from './sandbox.ts'

const masterKey = randomBytes(32)
const custodian = localCustodian({ masterKeys: { current: masterKey, former: [] }, signsExports: true })
const unsigning = localCustodian({ masterKeys: { current: masterKey, former: [] }, signsExports: false })
const sandbox = sandboxCustodian({ current: masterKey, former: [] }, sandboxStandIns)

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

const sealed = async (clientPublicKey: string) => (await heldWallet(custodian)).sealTo(clientPublicKey)

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
    const session = await sealed(client.publicKey)
    const privateKey = decryptCredentialBundle(session.encryptedSessionSigningKey, client.privateKey)
    expect(privateKey).toMatch(/^[0-9a-f]{64}$/)
    expect(compressedOf(privateKey)).toBe(session.publicKey)

    const signature = p256.sign(Buffer.from('{}'), Buffer.from(privateKey, 'hex'), { format: 'der' })
    expect(await checkWalletSignature(Buffer.from(signature).toString('base64'), '{}', [session.publicKey])).toEqual({
      verdict: 'GOOD',
      publicKey: session.publicKey,
    })
  })

  it('is new each time, in a new envelope, even for the same client', async () => {
    const { publicKey } = newClient()
    const made = [await sealed(publicKey), await sealed(publicKey)]
    expect(new Set(made.map((session) => session.publicKey)).size).toBe(2)
    expect(new Set(made.map((session) => session.encryptedSessionSigningKey.slice(0, 30))).size).toBe(2)
  })

  it('opens for no other key', async () => {
    const { encryptedSessionSigningKey } = await sealed(newClient().publicKey)
    expect(() => decryptCredentialBundle(encryptedSessionSigningKey, newClient().privateKey)).toThrow()
  })

  it('has the format that clients expect', async () => {
    const { encryptedSessionSigningKey } = await sealed(newClient().publicKey)
    expect(encryptedSessionSigningKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{113,117}$/)
  })

  it('is refused to a key that is not a point on the curve', async () => {
    expect(await refusalOf(sealed(OFF_CURVE))).toMatchObject({
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
  it('is byte for byte that of other implementations', async () => {
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
  it('has an address derived from its words, and words that the database does not show', async () => {
    const held = await heldWallet(unsigning)
    const client = newClient()
    const mnemonic = openUnsigned(await exported(unsigning, held, client.publicKey), client)
    expect(mnemonic.split(' ')).toHaveLength(12)
    expect(validateMnemonic(mnemonic, wordlist)).toBe(true)
    const { sparkAddress, sealedKey } = held.wallet
    expect(await sparkAddressOf(mnemonic)).toBe(sparkAddress)
    for (const word of mnemonic.split(' ')) expect(sealedKey).not.toContain(` ${word} `)
    expect(Buffer.from(sealedKey.split('.')[4] as string, 'base64').toString('latin1')).not.toContain(
      mnemonic.slice(0, 12),
    )
  })

  it('has the address that other Spark wallets derive from the same words', async () => {
    // An address of their software from the time when it began with `sp` instead of `spark`.
    const theirs = bech32m.decode('sp1pgss8u5vh4cldqxarcl2hnqgqelhupdt6g9e9y5x489t8ky355f3veh6dln5pf')
    const address = await sparkAddressOf('front anger move cradle expect rescue theme blood crater taste knee extra')
    expect(address).toMatch(/^spark1/)
    expect(bech32m.decode(address as `spark1${string}`).words).toEqual(theirs.words)
  })

  it('is new each time, also when many are created concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => custodian.makeWallet(REF)))
    expect(new Set(made.map(({ sparkAddress }) => sparkAddress)).size).toBe(8)
  })

  it.each(['platformId', 'holderId', 'walletId'] as const)(
    'opens for no other %s, whichever row its key is copied to',
    async (name) => {
      const held = await heldWallet(custodian)
      const foreign = { ...held.wallet, [name]: OTHER }
      const { publicKey } = newClient()
      const terms = { clientPublicKey: publicKey, provenAt: NOW, expiresAt: NOW + 1 }
      await expect(
        custodian.exportMnemonic(foreign, publicKey, await exportApproval(held, publicKey)),
      ).rejects.toBeDefined()
      await expect(custodian.openSession(foreign, held.credential, terms)).rejects.toThrow()
      await expect(custodian.claimWallet(foreign, held.credential.facts)).rejects.toThrow()
      await expect(custodian.reseal(foreign)).rejects.toThrow()
    },
  )

  it('does not open when one character is changed', async () => {
    const held = await heldWallet(custodian)
    const { publicKey } = newClient()
    const approval = await exportApproval(held, publicKey)
    const { sealedKey } = held.wallet
    for (const at of [1, 5, 22, 60, sealedKey.length - 30]) {
      const changed = sealedKey.slice(0, at) + (sealedKey[at] === 'a' ? 'b' : 'a') + sealedKey.slice(at + 1)
      const wallet = { ...held.wallet, sealedKey: changed }
      await expect(custodian.exportMnemonic(wallet, publicKey, approval)).rejects.toThrow()
    }
  })
})

describe('the holder of a wallet', () => {
  const unauthorized = { code: 'UNAUTHORIZED', details: { reason: 'Invalid Wallet-Signature' } }
  const refused = async (work: Promise<unknown>) => expect(await refusalOf(work)).toMatchObject(unauthorized)

  it('is claimed once: a wallet with a holder is not claimed again', async () => {
    const { wallet } = await heldWallet(custodian)
    expect(await custodian.claimWallet(wallet, { type: 'EMAIL_OTP', email: 'thief@example.com' })).toBeUndefined()
  })

  it('opens no session with a credential that the custodian has not certified for this wallet', async () => {
    const [held, thief] = [await heldWallet(custodian), await heldWallet(custodian, { ...REF, walletId: OTHER })]
    const terms = { clientPublicKey: newClient().publicKey, provenAt: NOW, expiresAt: NOW + 1 }
    const facts = { type: 'EMAIL_OTP', email: 'thief@example.com' }
    for (const credential of [
      { ...held.credential, certificate: null },
      { ...held.credential, facts },
      { ...thief.credential },
      { ...held.credential, certificate: thief.credential.certificate },
    ])
      await refused(custodian.openSession(held.wallet, credential, terms))
  })

  it('is verified by the custodian itself: session, signature, operation, key and time', async () => {
    const [held, thief] = [await heldWallet(custodian), await heldWallet(custodian, { ...REF, walletId: OTHER })]
    const { publicKey } = newClient()
    const own = await openedSession(held)
    const parameters = { accountId: `InternalAccount:${REF.walletId}`, clientPublicKey: publicKey }
    const text = payload(REF, 'exportInternalAccount', parameters)
    const right = signApproval(own, text)
    const made = newKeyPair()
    const forged = { ...own.session, publicKey: made.publicKey.toString('hex') }
    const byForged = signApproval({ ...own, session: forged, privateKey: made.privateKey.toString('hex') }, text)
    const others: Record<string, HolderApproval> = {
      'a session that was only written into the database': byForged,
      'a session that lives longer than it was given': {
        ...right,
        by: { ...right.by, session: { ...own.session, expiresAt: NOW + 10 ** 9 } } as typeof right.by,
      },
      'an expired session': { ...right, at: own.session.expiresAt },
      "another wallet's session": signApproval(await openedSession(thief), text),
      'no session': { ...right, by: undefined },
      'a stand-in': { ...right, by: undefined, signature: 'sandbox-valid-signature' },
      'a signature over another payload': { ...right, signature: signApproval(own, `${text} `).signature },
      'another operation': signApproval(own, payload(REF, 'updateInternalAccount', parameters)),
      'another key': signApproval(own, payload(REF, 'exportInternalAccount', { ...parameters, clientPublicKey: '04' })),
      'another platform': signApproval(
        own,
        payload({ ...REF, platformId: OTHER }, 'exportInternalAccount', parameters),
      ),
      'a payload that is too old': signApproval(
        own,
        payload(REF, 'exportInternalAccount', parameters, { expiresAt: new Date(NOW).toISOString() }),
      ),
      'a payload of another kind': signApproval(
        own,
        payload(REF, 'exportInternalAccount', parameters, { type: 'OTHER' }),
      ),
    }
    for (const approval of Object.values(others))
      await refused(custodian.exportMnemonic(held.wallet, publicKey, approval))
    expect(await custodian.exportMnemonic(held.wallet, publicKey, right)).toContain('v1.0.0')
  })

  it('has additional credentials certified only after signing for them', async () => {
    const held = await heldWallet(custodian)
    const own = await openedSession(held)
    const accountId = `InternalAccount:${REF.walletId}`
    const facts = { type: 'EMAIL_OTP', email: 'second@example.com' }
    const right = signApproval(own, payload(REF, 'createAuthCredential', { accountId, ...facts }))
    await refused(custodian.certifyCredential(held.wallet, { ...facts, email: 'thief@example.com' }, right))
    await refused(custodian.certifyCredential(held.wallet, { type: 'OAUTH', identity: {} }, right))
    const certificate = await custodian.certifyCredential(held.wallet, facts, right)
    const terms = { clientPublicKey: newClient().publicKey, provenAt: NOW, expiresAt: NOW + 1 }
    const opened = await custodian.openSession(held.wallet, { id: OTHER, facts, certificate }, terms)
    expect(opened.publicKey).toMatch(/^0[23]/)
  })

  it('is refreshed for up to twelve hours after the proof, and only for the same holder', async () => {
    const held = await heldWallet(custodian)
    const own = await openedSession(held)
    const clientPublicKey = newClient().publicKey
    const right = signApproval(own, payload(REF, 'refreshAuthSession', { clientPublicKey }))
    const renew = (more: object, credentialId = held.credential.id) =>
      custodian.renewSession(
        held.wallet,
        credentialId,
        { clientPublicKey, provenAt: NOW, expiresAt: NOW + SESSION_CHAIN_MS, ...more },
        right,
      )
    await refused(renew({ expiresAt: NOW + SESSION_CHAIN_MS + 1 }))
    await refused(renew({ provenAt: NOW + 1 }))
    await refused(renew({ clientPublicKey: newClient().publicKey }))
    await refused(renew({}, OTHER))
    expect((await renew({})).publicKey).toMatch(/^0[23]/)
  })
})

describe('an export', () => {
  const made = async (by: Custodian, client: ReturnType<typeof newClient>) =>
    exported(by, await heldWallet(by), client.publicKey)

  it('is opened by the published clients, which check the signature and the organization', async () => {
    const client = newClient()
    const exportBundle = await made(custodian, client)
    const bundle = {
      exportBundle,
      embeddedKey: client.privateKey,
      organizationId: REF.platformId,
      dangerouslyOverrideSignerPublicKey: custodian.exportKey as string,
      returnMnemonic: true,
    }
    expect(validateMnemonic(await decryptExportBundle(bundle), wordlist)).toBe(true)
    await expect(decryptExportBundle({ ...bundle, organizationId: 'org_2' })).rejects.toThrow()
    await expect(decryptExportBundle({ ...bundle, embeddedKey: newClient().privateKey })).rejects.toThrow()
  })

  it('carries a low-S signature over its data by the published key, the same one in each process', async () => {
    const { data, dataSignature, enclaveQuorumPublic, version } = JSON.parse(await made(custodian, newClient()))
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
    const credentials = await made(sandbox, client)
    expect(JSON.parse(credentials)).toMatchObject({ dataSignature: '', enclaveQuorumPublic: '' })
    expect(validateMnemonic(openUnsigned(credentials, client), wordlist)).toBe(true)
    expect(sandbox.exportKey).toBeUndefined()
  })

  it('is refused to a key that is not a point on the curve', async () => {
    const held = await heldWallet(custodian)
    expect(await refusalOf(exported(custodian, held, OFF_CURVE))).toMatchObject({
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
  const wordsBy = async (by: Custodian, held: Held) => {
    const client = newClient()
    return openUnsigned(await by.exportMnemonic(held.wallet, client.publicKey, await approve(held, client)), client)
  }
  const approve = async (held: Held, { publicKey }: ReturnType<typeof newClient>) => {
    const { approval, session } = await signedOnce
    const parameters = { accountId: `InternalAccount:${REF.walletId}`, clientPublicKey: publicKey }
    const { by } = signApproval(session, payload(REF, 'exportInternalAccount', parameters))
    const signedNow = signApproval(session, payload(REF, 'exportInternalAccount', parameters))
    return { ...approval, ...signedNow, by: by && { ...by, wallet: held.wallet } }
  }
  const original = heldWallet(before)
  const signedOnce = original.then(async (held) => ({
    session: await openedSession(held),
    approval: await exportApproval(held, newClient().publicKey),
  }))

  it('is rotated: existing wallets open under the former key, are resealed once, and then no longer need it', async () => {
    const held = await original
    const words = await wordsBy(before, held)
    expect(await wordsBy(during, held)).toBe(words)

    const resealed = { ...held, wallet: { ...held.wallet, sealedKey: (await during.reseal(held.wallet)) as string } }
    expect(await wordsBy(after, resealed), 'with a session opened before the rotation').toBe(words)
    expect(await during.reseal(resealed.wallet)).toBeUndefined()
    await expect(wordsBy(before, resealed)).rejects.toThrow('a master key that is not configured')
    await expect(wordsBy(after, held)).rejects.toThrow('a master key that is not configured')
  })

  it('is identified in sealed data by an id that reveals nothing about it', async () => {
    const { sealedKey } = await before.makeWallet(REF)
    const [version, id] = sealedKey.split('.')
    expect(version).toBe('c2')
    expect(first.toString('hex')).not.toContain(id)
    expect((await before.makeWallet(REF)).sealedKey.split('.')[1]).toBe(id)
  })
})

describe('a wallet of the older form', () => {
  const MAIL = { type: 'EMAIL_OTP', email: 'old@example.com' }
  const words = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

  /** A key in the older format, which is bound to the platform only. */
  function formerly(): string {
    const purpose = `wallet of platform ${REF.platformId}`
    const dataKey = randomBytes(32)
    const masterId = createHash('sha256').update('causeway master key').update(masterKey).digest('hex').slice(0, 16)
    const wrapped = seal(createSecretKey(masterKey), dataKey.toString('hex'), `data key of ${purpose}`)
    return ['c1', masterId, wrapped, seal(createSecretKey(dataKey), words, purpose)].join('.')
  }

  it('is unusable until it is adopted, and then works like any other', async () => {
    const wallet = { ...REF, sealedKey: formerly() }
    expect(await refusalOf(custodian.claimWallet(wallet, MAIL))).toMatchObject({ code: 'ACCOUNT_NOT_ACTIVE' })
    expect(await unsigning.reseal(wallet)).toBeUndefined()
    const adopted = (await unsigning.adopt(wallet, [MAIL])) as { sealedKey: string; certificates: string[] }
    const present = { ...wallet, sealedKey: adopted.sealedKey, sparkAddress: '' }
    expect(await unsigning.adopt(present, [MAIL])).toBeUndefined()
    expect(await unsigning.claimWallet(present, MAIL)).toBeUndefined()
    const credential = { id: OTHER, facts: MAIL, certificate: adopted.certificates[0] as string }
    const sealTo = (clientPublicKey: string) =>
      unsigning.openSession(present, credential, { clientPublicKey, provenAt: NOW, expiresAt: NOW + 15 * 60_000 })
    const client = newClient()
    const envelope = await exported(unsigning, { wallet: present, credential, sealTo }, client.publicKey)
    expect(openUnsigned(envelope, client)).toBe(words)
  })

  it('without credentials waits for its first one', async () => {
    const adopted = await unsigning.adopt({ ...REF, sealedKey: formerly() }, [])
    const present = { ...REF, sealedKey: adopted?.sealedKey as string }
    expect(await unsigning.claimWallet(present, MAIL)).toBeDefined()
  })
})

describe('a made-up key in the sandbox', () => {
  it('gets a session and an export of the right format, which cannot be opened', async () => {
    const session = await (await heldWallet(sandbox)).sealTo(OFF_CURVE)
    expect(session.encryptedSessionSigningKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{113,117}$/)
    expect(session.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(() => decryptCredentialBundle(session.encryptedSessionSigningKey, '12'.repeat(32))).toThrow()
    const credentials = await exported(sandbox, await heldWallet(sandbox), OFF_CURVE)
    expect(() => openUnsigned(credentials, { privateKey: '12'.repeat(32) })).toThrow()
  })
})
