import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Algorithm, newAuthenticator, newKey, type Oddities } from '../../../test/harness/authenticator.ts'
import { Refusal } from '../../core/refusal.ts'
import { isCounterForward, type Passkey, type Passkeys, type RelyingParty } from './port.ts'
import { sandboxPasskeys } from './sandbox.ts'
import { webauthn } from './webauthn.ts'

const passkeys = webauthn({ allowLocalhost: false })
const sandbox = sandboxPasskeys(webauthn({ allowLocalhost: true }))
const acme: RelyingParty = {
  rpId: 'acme.example',
  origins: ['https://wallet.acme.example', 'android:apk-key-hash:2jmj7l5rSw0yVb_vlWAYkK_YBwk'],
}
const challenge = randomBytes(32).toString('base64url')
const base64url = (text: string) => Buffer.from(text).toString('base64url')
const withText = (hex: string) => base64url(hex)

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(outcome).toBeInstanceOf(Refusal)
  return outcome as Refusal
}
const faultOf = async (work: Promise<unknown>) => {
  const { code, details } = await refusalOf(work)
  expect(code).toBe('INVALID_INPUT')
  return details?.errors?.map(({ field, message }) => `${field} ${message}`).join('; ')
}
const isRefused = async (work: Promise<unknown>) =>
  expect(await refusalOf(work)).toMatchObject({
    code: 'UNAUTHORIZED',
    message: 'The assertion of the passkey is invalid',
    details: { reason: 'Invalid passkey signature' },
  })

async function registered(by: Passkeys = passkeys, device = newAuthenticator()) {
  return { device, passkey: await by.register({ challenge, attestation: device.register(challenge) }) }
}

describe('registering a passkey', () => {
  it.each<Algorithm>(['ES256', 'RS256', 'EdDSA'])(
    'keeps the key and the counter that later assertions are verified with: %s',
    async (algorithm) => {
      const { device, passkey } = await registered(passkeys, newAuthenticator({ algorithm }))
      expect(passkey).toEqual({
        credentialId: device.credentialId,
        publicKey: expect.stringMatching(/^[\w-]{40,}$/),
        signCount: 0,
        backupEligible: false,
        backedUp: false,
        transports: ['internal'],
        rpId: 'acme.example',
        origin: 'https://wallet.acme.example',
      })
      const assertion = device.assert(passkeys.newChallenge())
      await isRefused(passkeys.verify({ challenge, assertion }, passkey))
      const asked = passkeys.newChallenge()
      expect(await passkeys.verify({ challenge: asked, assertion: device.assert(asked) }, passkey)).toEqual({
        signCount: 2,
        backedUp: false,
      })
    },
  )

  it('pins the domain that the browser used: the host or a parent domain', async () => {
    for (const rpId of ['wallet.acme.example', 'acme.example'])
      expect((await registered(passkeys, newAuthenticator({ rpId }))).passkey.rpId).toBe(rpId)
  })

  it('follows the operator’s settings: other origins are refused, mobile apps are possible', async () => {
    const app = newAuthenticator({ origin: acme.origins[1] as string })
    const attestation = app.register(challenge)
    expect(await passkeys.register({ challenge, attestation }, acme)).toMatchObject({ rpId: 'acme.example' })
    expect(await faultOf(passkeys.register({ challenge, attestation }))).toContain('the operator has not configured')

    const elsewhere = newAuthenticator({ origin: 'https://wallet.acme.example.evil.example' }).register(challenge)
    expect(await faultOf(passkeys.register({ challenge, attestation: elsewhere }, acme))).toBe(
      'attestation.clientDataJson has an origin that is not among those of the platform',
    )
  })

  it('accepts pages on this machine in the sandbox only', async () => {
    const local = newAuthenticator({ origin: 'http://localhost:4700', rpId: 'localhost' })
    const attestation = local.register(challenge)
    expect((await sandbox.register({ challenge, attestation })).origin).toBe('http://localhost:4700')
    expect(await faultOf(passkeys.register({ challenge, attestation }))).toContain('the operator has not configured')
  })

  it('accepts the challenge in both encodings', async () => {
    const hex = passkeys.newChallenge()
    expect(hex).toMatch(/^[0-9a-f]{64}$/)
    for (const inClientData of [hex, withText(hex)]) {
      const attestation = newAuthenticator().register(inClientData)
      await passkeys.register({ challenge: hex, attestation })
    }
  })

  const refused: [string, Oddities, string][] = [
    ['an assertion', { type: 'webauthn.get' }, 'clientDataJson must have the type webauthn.create'],
    ['a frame of another origin', { more: { crossOrigin: true } }, 'clientDataJson must not come from a page embedded'],
    [
      'a frame that names its top origin',
      { more: { topOrigin: 'https://a.example' } },
      'clientDataJson must not come from a page',
    ],
    ['a page without https', { origin: 'http://wallet.acme.example' }, 'clientDataJson has an origin'],
    ['an origin with a path', { origin: 'https://wallet.acme.example/x' }, 'clientDataJson has an origin'],
    ['an invalid origin', { origin: 'null' }, 'clientDataJson has an origin'],
    ['another domain', { rpId: 'evil.example' }, 'attestationObject is invalid: Unexpected RP ID hash'],
    ['a top-level domain', { rpId: 'example' }, 'attestationObject is invalid: Unexpected RP ID hash'],
    ['no user present', { flags: 4 }, 'attestationObject is invalid: User presence'],
    ['no user verified', { flags: 1 }, 'attestationObject is invalid: User verification'],
    ['a backup of a key that is not eligible', { flags: 5 + 16 }, 'attestationObject is invalid: Single-device'],
    ['bytes after the end', { after: Buffer.from([0]) }, 'attestationObject must not have trailing bytes'],
    ['a statement without a format', { statement: new Map([['a', 1]]) }, 'attestationObject is invalid'],
    ['an attestation of the manufacturer', { format: 'apple' }, 'attestationObject must not carry an attestation'],
    [
      'a certificate chain',
      { format: 'packed', statement: new Map([['x5c', [Buffer.from('http://169.254.169.254/')]]]) },
      'attestationObject must not carry an attestation',
    ],
    [
      'an attestation by another key',
      { format: 'packed', publicKey: newKey('ES256').cose },
      'attestationObject is invalid: the signature of the attestation is wrong',
    ],
    [
      'a short RSA key',
      { publicKey: newKey('RS256', 1024).cose },
      'attestationObject is invalid: the public key has an unsupported type',
    ],
    [
      'an algorithm that is not accepted',
      { publicKey: new Map(newKey('ES256').cose).set(3, -47) },
      'attestationObject is invalid: Unexpected public key alg',
    ],
    [
      'a key on another curve than it names',
      { publicKey: new Map(newKey('ES256').cose).set(-1, 2) },
      'attestationObject is invalid: the public key has an unsupported type',
    ],
    [
      'a key off its curve',
      { publicKey: new Map(newKey('ES256').cose).set(-3, Buffer.alloc(32, 1)) },
      'attestationObject is invalid: the public key has an unsupported type',
    ],
  ]
  it.each(refused)('refuses %s', async (_, odd, fault) => {
    const attestation = newAuthenticator().register(challenge, odd)
    expect(await faultOf(passkeys.register({ challenge, attestation }))).toContain(`attestation.${fault}`)
  })

  it('accepts an attestation by the new key itself', async () => {
    const attestation = newAuthenticator().register(challenge, { format: 'packed' })
    expect(await passkeys.register({ challenge, attestation })).toMatchObject({ rpId: 'acme.example' })
  })

  it('refuses another challenge, and the response of another passkey', async () => {
    const attestation = newAuthenticator().register(randomBytes(32).toString('base64url'))
    expect(await faultOf(passkeys.register({ challenge, attestation }))).toBe(
      'attestation.clientDataJson must have the given challenge',
    )
    const own = newAuthenticator().register(challenge)
    const claimed = { ...own, credentialId: newAuthenticator().credentialId }
    expect(await faultOf(passkeys.register({ challenge, attestation: claimed }))).toBe(
      'attestation.credentialId is not the one in the attestation object',
    )
  })

  it('accepts a short challenge in sandboxes', async () => {
    const attestation = newAuthenticator().register('c2hvcnQ')
    expect(await sandbox.register({ challenge: 'c2hvcnQ', attestation })).toMatchObject({ rpId: 'acme.example' })
  })

  it('names the cause in sandboxes too for a real authenticator, whose passkey could never be used', async () => {
    const elsewhere = newAuthenticator({ origin: 'https://wallet.acme.example', rpId: 'evil.example' })
    const attestation = elsewhere.register(challenge)
    expect(await faultOf(sandbox.register({ challenge, attestation }))).toContain('Unexpected RP ID hash')
    const foreign = newAuthenticator({ origin: 'https://other.example', rpId: 'other.example' }).register(challenge)
    expect(await faultOf(sandbox.register({ challenge, attestation: foreign }, acme))).toBe(
      'attestation.clientDataJson has an origin that is not among those of the platform',
    )
    const typed = { ...attestation, attestationObject: base64url('no attestation') }
    expect(await sandbox.register({ challenge, attestation: typed })).toMatchObject({ publicKey: '' })
  })

  it('names every malformed field', async () => {
    const attestation = { credentialId: 'AA==', clientDataJson: 'e30', attestationObject: 'a b' }
    expect(await faultOf(passkeys.register({ challenge: 'dG9vIHNob3J0', attestation }))).toBe(
      'challenge must have at least 16 bytes; attestation.credentialId must be base64url without padding; attestation.attestationObject must be base64url without padding',
    )
  })

  const own = newAuthenticator().register(challenge)
  it.each([
    ['credentialId', Buffer.alloc(1024).toString('base64url'), 'must not be longer than 1023 bytes'],
    ['clientDataJson', base64url('[1'), 'is not JSON'],
    ['clientDataJson', base64url('"text"'), 'is not JSON'],
    ['clientDataJson', Buffer.from([0xff, 0xfe]).toString('base64url'), 'is not JSON'],
    ['attestationObject', base64url('no CBOR'), 'is not CBOR'],
    ['attestationObject', Buffer.from('bf6161f6ff', 'hex').toString('base64url'), 'is not CBOR'], // of indefinite length
    ['attestationObject', Buffer.alloc(60_000, 0x81).toString('base64url'), 'is not CBOR'], // nested without end
    ['attestationObject', Buffer.alloc(65_537).toString('base64url'), 'must not be longer than 65536 bytes'],
  ])('refuses a broken %s %#', async (field, value, fault) => {
    const attestation = { ...own, [field]: value }
    expect(await faultOf(passkeys.register({ challenge, attestation }))).toBe(`attestation.${field} ${fault}`)
  })
})

describe('a proof by a passkey', () => {
  const asked = passkeys.newChallenge()
  const proof = (device: ReturnType<typeof newAuthenticator>, odd: Oddities = {}) => ({
    challenge: asked,
    assertion: device.assert(asked, odd),
  })

  it('is valid with the challenge in both encodings, and returns the counter', async () => {
    const { device, passkey } = await registered()
    expect(await passkeys.verify(proof(device), passkey)).toEqual({ signCount: 1, backedUp: false })
    const encoded = { challenge: asked, assertion: device.assert(withText(asked)) }
    expect(await passkeys.verify(encoded, passkey)).toEqual({ signCount: 2, backedUp: false })
  })

  it('is refused with another user handle than the first time', async () => {
    const { device, passkey } = await registered()
    const by = (userHandle: string | null) => ({
      challenge: asked,
      assertion: { ...device.assert(asked), userHandle },
    })
    const use = await passkeys.verify(by('dXNlcg'), passkey)
    expect(use).toMatchObject({ userHandle: 'dXNlcg' })
    const used = { ...passkey, ...use }
    await isRefused(passkeys.verify(by('b3RoZXI'), used))
    expect(await passkeys.verify(by(null), used)).not.toHaveProperty('userHandle')
    expect(await passkeys.verify(by('dXNlcg'), used)).toMatchObject({ userHandle: 'dXNlcg' })
  })

  it('is valid without a counter, and with a user handle', async () => {
    const { device, passkey } = await registered()
    for (const userHandle of [null, 'dXNlcg'] as const) {
      const { assertion } = proof(device, { signCount: 0 })
      const use = await passkeys.verify({ challenge: asked, assertion: { ...assertion, userHandle } }, passkey)
      expect(use?.signCount).toBe(0)
    }
  })

  const odd: [string, Oddities][] = [
    ['is a registration', { type: 'webauthn.create' }],
    ['is of another origin', { origin: 'https://evil.example' }],
    ['is of another origin of the same domain', { origin: 'https://other.acme.example' }],
    ['is for another domain', { rpId: 'evil.example' }],
    ['is from a frame', { more: { crossOrigin: true } }],
    ['is from a frame that denies being one', { more: { topOrigin: 'https://a.example' } }],
    ['has no user present', { flags: 4 }],
    ['has no user verified', { flags: 1 }],
    ['has a single-device passkey that became multi-device', { flags: 5 + 8 }],
    ['has a backup of a key that is not eligible', { flags: 5 + 16 }],
    ['has bytes after the end', { after: Buffer.from([1]) }],
  ]
  it.each(odd)('is refused when it %s', async (_, oddities) => {
    const { device, passkey } = await registered()
    await isRefused(passkeys.verify(proof(device, oddities), passkey))
  })

  it('is refused for another challenge, by another passkey, or with another signature', async () => {
    const { device, passkey } = await registered()
    await isRefused(passkeys.verify({ challenge, assertion: device.assert(asked) }, passkey))
    const other = await registered()
    await isRefused(passkeys.verify(proof(other.device), passkey))
    const { assertion } = proof(other.device)
    await isRefused(
      passkeys.verify({ challenge: asked, assertion: { ...assertion, credentialId: passkey.credentialId } }, passkey),
    )
  })

  it('is refused when it names another passkey than the one that signed', async () => {
    const { device, passkey } = await registered()
    const { assertion } = proof(device)
    const renamed = { ...assertion, credentialId: newAuthenticator().credentialId }
    await isRefused(passkeys.verify({ challenge: asked, assertion: renamed }, passkey))
    expect(await passkeys.verify({ challenge: asked, assertion }, passkey)).toMatchObject({ signCount: 1 })
  })

  it('is refused when one byte differs', async () => {
    const { device, passkey } = await registered()
    for (const field of ['clientDataJson', 'authenticatorData', 'signature'] as const) {
      const { assertion } = proof(device)
      const bytes = Buffer.from(assertion[field], 'base64url')
      bytes[bytes.length - 2] = (bytes.at(-2) as number) ^ 1
      await isRefused(
        passkeys.verify(
          { challenge: asked, assertion: { ...assertion, [field]: bytes.toString('base64url') } },
          passkey,
        ),
      )
    }
  })

  it('is refused when its counter has not increased', async () => {
    const { device, passkey } = await registered()
    const used: Passkey = { ...passkey, signCount: 7 }
    for (const signCount of [0, 6, 7]) await isRefused(passkeys.verify(proof(device, { signCount }), used))
    expect(await passkeys.verify(proof(device, { signCount: 8 }), used)).toMatchObject({ signCount: 8 })
    expect([isCounterForward(0, 0), isCounterForward(7, 8), isCounterForward(7, 7), isCounterForward(7, 0)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it.each(['credentialId', 'clientDataJson', 'authenticatorData', 'signature', 'userHandle'])(
    'is refused when %s is padded, of the other alphabet, empty or too long',
    async (field) => {
      const { device, passkey } = await registered()
      for (const value of ['', 'AA==', 'a+/b', 'A', Buffer.alloc(5000).toString('base64url')])
        await isRefused(
          passkeys.verify({ challenge: asked, assertion: { ...proof(device).assertion, [field]: value } }, passkey),
        )
    },
  )

  it('follows the operator’s settings, also for existing passkeys', async () => {
    const { device, passkey } = await registered()
    const moved: RelyingParty = { rpId: 'acme.example', origins: ['https://new.acme.example'] }
    await isRefused(passkeys.verify(proof(device), passkey, moved))
    const fromThere = proof(device, { origin: 'https://new.acme.example' })
    expect(await passkeys.verify(fromThere, passkey, moved)).toMatchObject({ backedUp: false })
  })

  it('is not accepted for its text alone', async () => {
    const { device, passkey } = await registered()
    const assertion = { ...proof(device).assertion, signature: 'sandbox-valid-passkey-signature' }
    await isRefused(passkeys.verify({ challenge: asked, assertion }, passkey))
  })
})

describe('passkeys in the sandbox', () => {
  const madeUp = {
    credentialId: 'bWFkZSB1cA',
    clientDataJson: base64url(JSON.stringify({ type: 'webauthn.create', challenge, origin: 'https://a.example' })),
    attestationObject: base64url('made up'),
  }
  const accepted = {
    challenge: 'any',
    assertion: { ...madeUp, authenticatorData: 'AA', signature: 'sandbox-valid-passkey-signature' },
  }

  it('may be made up; then only the fixed signature works', async () => {
    const passkey = await sandbox.register({ challenge, attestation: madeUp })
    expect(passkey).toMatchObject({ credentialId: 'bWFkZSB1cA', publicKey: '' })
    expect(await sandbox.verify(accepted, passkey)).toBeUndefined()
    const asked = sandbox.newChallenge()
    await isRefused(sandbox.verify({ challenge: asked, assertion: newAuthenticator().assert(asked) }, passkey))
    const other = { ...accepted.assertion, signature: 'sandbox-valid-passkey-signature2' }
    await isRefused(sandbox.verify({ challenge: 'any', assertion: other }, passkey))
  })

  it('may be real, and are then verified', async () => {
    const { device, passkey } = await registered(sandbox)
    const asked = sandbox.newChallenge()
    expect(await sandbox.verify({ challenge: asked, assertion: device.assert(asked) }, passkey)).toMatchObject({
      signCount: 1,
    })
    await isRefused(sandbox.verify({ challenge, assertion: device.assert(asked) }, passkey))
    expect(await sandbox.verify(accepted, passkey)).toBeUndefined()
  })

  it('must still be well-formed and have the challenge', async () => {
    const padded = { ...madeUp, credentialId: 'AA==' }
    expect(await faultOf(sandbox.register({ challenge, attestation: padded }))).toContain('attestation.credentialId')
    const other = randomBytes(32).toString('base64url')
    expect(await faultOf(sandbox.register({ challenge: other, attestation: madeUp }))).toContain(
      'must have the given challenge',
    )
  })
})
