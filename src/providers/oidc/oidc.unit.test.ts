import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Issuer, openIssuer } from '../../../test/harness/issuer.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { movableClock, systemClock } from '../../core/clock.ts'
import { Refusal } from '../../core/refusal.ts'
import { guardedRequests } from '../../infra/egress/public-http.ts'
import { openId } from './openid.ts'
import type { Oidc, OidcIdentity } from './port.ts'
import { sandboxOidc } from './sandbox.ts'

const KEY = `04${'ab'.repeat(64)}`
/** The context in which the tokens are presented. */
const PRESENTED = { clientPublicKey: KEY, requireNonce: false }
const nonceOf = (key: string) => createHash('sha256').update(key).digest('hex')
const { get } = guardedRequests({ allowLoopback: true, timeoutMs: 3000 })

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const outcome = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(outcome).toBeInstanceOf(Refusal)
  return outcome as Refusal
}
const INVALID = { code: 'UNAUTHORIZED', details: { reason: 'Invalid OIDC token' } }
const isInvalid = async (work: Promise<unknown>) => expect(await refusalOf(work)).toMatchObject(INVALID)
const MALFORMED = { code: 'INVALID_INPUT', details: { errors: [{ field: 'oidcToken' }] } }

describe('a token of an ordinary issuer', () => {
  let google: Issuer
  let oidc: Oidc
  beforeAll(async () => {
    google = await openIssuer()
    const issuers = [{ issuer: google.issuer, clientIds: [google.clientId] }]
    oidc = openId({ issuers, get, clock: systemClock() })
  })
  afterAll(() => google.close())

  it('identifies a person when a credential is created, and opens a session when it is fresh', async () => {
    const registered = await oidc.register(await google.signIn('alice'))
    expect(registered).toEqual({
      identity: { issuer: google.issuer, audience: 'acme-wallet', subject: 'alice' },
      email: 'alice@example.com',
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      usableUntil: expect.any(Number),
    })
    const fresh = await oidc.verify(await google.signIn('alice', nonceOf(KEY)), PRESENTED, registered.identity)
    expect(fresh).toMatchObject({ identity: registered.identity })
    expect(fresh?.tokenHash).not.toBe(registered.tokenHash)
  })

  it('opens no session for another person, or with a nonce for another key', async () => {
    const { identity } = await oidc.register(await google.signIn('alice'))
    await isInvalid(oidc.verify(await google.signIn('mallory'), PRESENTED, identity))
    await isInvalid(oidc.verify(await google.signIn('alice', nonceOf(`04${'cd'.repeat(64)}`)), PRESENTED, identity))
    await isInvalid(oidc.verify(await google.signIn('alice', 'anything'), PRESENTED, identity))
  })
})

describe('a token', () => {
  let server: Receiver
  let issuer: string
  let keys: object[]
  let documents: number
  let discovery: (own: string) => object
  /** Answers instead of the issuer. */
  let odd: ((response: ServerResponse) => void) | undefined
  let signing: CryptoKey
  let strangers: CryptoKey
  /** Moves only when a test moves it. */
  const clock = movableClock()
  clock.freeze()
  let oidc: Oidc
  const seconds = () => Math.floor(clock.now() / 1000)
  const identity = (): OidcIdentity => ({ issuer, audience: 'app', subject: 'alice' })
  const usual = (): JWTPayload => ({
    iss: issuer,
    aud: 'app',
    sub: 'alice',
    email: 'alice@example.com',
    iat: seconds(),
    exp: seconds() + 3600,
  })
  const token = (claims: object = {}, header: object = {}, key = signing) =>
    new SignJWT({ ...usual(), ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(key)
  const verify = async (oidcToken: string | Promise<string>) => oidc.verify(await oidcToken, PRESENTED, identity())

  const toJwk = async (key: CryptoKey, kid?: string) => ({ ...(await exportJWK(key)), ...(kid && { kid }) })
  async function newKey(kid: string, alg = 'ES256') {
    const { privateKey, publicKey } = await generateKeyPair(alg)
    return { privateKey, jwk: await toJwk(publicKey, kid) }
  }

  beforeAll(async () => {
    server = await openReceiver((request, response) => {
      if (request.path === '/.well-known/openid-configuration') {
        documents++
        if (odd) odd(response)
        else response.end(JSON.stringify(discovery(issuer)))
      } else response.end(JSON.stringify({ keys }))
    })
    issuer = new URL(server.url).origin
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const one = await newKey('one')
    signing = one.privateKey
    keys = [one.jwk]
    documents = 0
    odd = undefined
    strangers = (await newKey('one')).privateKey
    discovery = (own) => ({ issuer: own, jwks_uri: `${own}/keys` })
    oidc = openId({ issuers: [{ issuer, clientIds: [] }], get, clock })
  })

  it('is valid when it is fresh, signed by the right key, and for the right person', async () => {
    expect(await verify(token())).toEqual({
      identity: identity(),
      email: 'alice@example.com',
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      usableUntil: (seconds() + 120) * 1000,
    })
  })

  it.each(['RS256', 'ES256', 'EdDSA'])('is valid under %s', async (alg) => {
    const { privateKey, jwk } = await newKey('two', alg)
    keys = [jwk]
    expect(await verify(token({}, { alg, kid: 'two' }, privateKey))).toMatchObject({ identity: identity() })
  })

  it('is valid with a list of one audience, without a type, with a type in any case, without an email', async () => {
    for (const made of [
      token({ aud: ['app'] }),
      token({}, { typ: 'JWT' }),
      token({}, { typ: 'jwt' }),
      token({ azp: 'app' }),
    ])
      expect(await verify(made)).toMatchObject({ identity: identity() })
    expect((await verify(token({ email: undefined })))?.email).toBeUndefined()
  })

  const claims: [string, (now: number) => object][] = [
    ['is of another issuer', () => ({ iss: 'https://evil.example' })],
    ['is of an issuer spelled with a slash', () => ({ iss: `${issuer}/` })],
    ['has no issuer', () => ({ iss: undefined })],
    ['has another subject', () => ({ sub: 'mallory' })],
    ['has no subject', () => ({ sub: '' })],
    ['has a number as its subject', () => ({ sub: 7 })],
    ['is for another application', () => ({ aud: 'other' })],
    ['is for several applications', () => ({ aud: ['app', 'other'] })],
    ['is for none', () => ({ aud: [] })],
    ['was asked for by another application', () => ({ azp: 'other' })],
    ['is 61 seconds old', (now) => ({ iat: now - 61 })],
    ['was issued more than 5 seconds in the future', (now) => ({ iat: now + 6 })],
    ['has no time of issue', () => ({ iat: undefined })],
    ['has a string as its time of issue', (now) => ({ iat: String(now) })],
    ['has ended', (now) => ({ exp: now })],
    ['never ends', () => ({ exp: undefined })],
    ['is not valid yet', (now) => ({ nbf: now + 60 })],
    ['has a nonce for another key', () => ({ nonce: nonceOf('other') })],
    ['has an empty nonce', () => ({ nonce: '' })],
    ['has a nonce in capitals', () => ({ nonce: nonceOf(KEY).toUpperCase() })],
  ]
  it.each(claims)('is refused when it %s', async (_, change) => {
    await isInvalid(verify(token(change(seconds()))))
  })

  it('needs a nonce where the platform requires one, and then the right one', async () => {
    const bound = { ...PRESENTED, requireNonce: true }
    const verifyBound = async (nonce?: string) => oidc.verify(await token({ nonce }), bound, identity())
    await isInvalid(verifyBound())
    await isInvalid(verifyBound(nonceOf('other')))
    expect(await verifyBound(nonceOf(KEY))).toMatchObject({ identity: identity() })
  })

  it('belongs to the same person under another email address, and to another one under the same address', async () => {
    expect(await verify(token({ email: 'married@example.com' }))).toMatchObject({ identity: identity() })
    await isInvalid(verify(token({ sub: 'mallory', email: 'alice@example.com' })))
  })

  it('is valid up to 60 seconds old, and up to 5 seconds ahead', async () => {
    for (const iat of [Math.ceil(clock.now() / 1000) - 60, Math.floor(clock.now() / 1000) + 5])
      expect(await verify(token({ iat }))).toMatchObject({ identity: identity() })
  })

  it('is refused by its age, whatever its expiry, by the clock', async () => {
    const made = await token({ exp: seconds() + 100_000 })
    expect(await verify(made)).toBeDefined()
    clock.advanceTo(clock.now() + 62_000)
    await isInvalid(verify(made))
  })

  it('is refused by any other key, whatever its header says about keys', async () => {
    await isInvalid(verify(token({}, {}, strangers)))
    const { privateKey, jwk } = await newKey('theirs')
    for (const header of [
      { jwk },
      { jku: `${issuer}/theirs`, kid: 'theirs' },
      { x5u: `${issuer}/theirs` },
      { x5c: ['MIIB'] },
    ])
      await isInvalid(verify(token({}, header, privateKey)))
    expect(server.received.map(({ path }) => path)).not.toContain('/theirs')
  })

  it('is refused when it is of another type, or has an unknown critical header', async () => {
    for (const typ of ['at+jwt', 'logout+jwt', 'JWE', '']) await isInvalid(verify(token({}, { typ })))
    const [header, payload] = (await token()).split('.') as [string, string]
    const critical = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), crit: ['x'], x: 1 }),
    )
    await isInvalid(verify(`${critical.toString('base64url')}.${payload}.AAAA`))
  })

  it('is refused without a signature, and with a well-known secret', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    await isInvalid(verify(`${part({ alg: 'none' })}.${part(usual())}.`))
    await isInvalid(verify(`${part({ alg: 'none' })}.${part(usual())}.AAAA`))
    const secret = new TextEncoder().encode(JSON.stringify(keys[0]))
    const hmac = await new SignJWT(usual()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret)
    await isInvalid(verify(hmac))
    const { publicKey } = await generateKeyPair('RS256', { extractable: true })
    keys = [await toJwk(publicKey, 'rsa')]
    oidc = openId({ issuers: [{ issuer, clientIds: [] }], get, clock })
    const pem = await exportSPKI(publicKey)
    for (const known of [pem, pem.trim(), pem.replace(/-----.*?-----|\s/g, '')])
      for (const alg of ['HS256', 'HS512']) {
        const made = new SignJWT(usual()).setProtectedHeader({ alg, kid: 'rsa' })
        await isInvalid(verify(made.sign(new TextEncoder().encode(known))))
      }
    for (const alg of ['RS512', 'PS256', 'ES384'])
      await isInvalid(verify(token({}, { alg, kid: 'o' }, (await newKey('o', alg)).privateKey)))
  })

  it('is refused by an RSA key that is too short', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 1024, publicExponent: Uint8Array.of(1, 0, 1) },
      true,
      ['sign', 'verify'],
    )
    keys = [await toJwk(publicKey, 'short')]
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const content = `${part({ alg: 'RS256', kid: 'short' })}.${part(usual())}`
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, Buffer.from(content))
    await isInvalid(verify(`${content}.${Buffer.from(signature).toString('base64url')}`))
  })

  it('is recognized in the other encoding of its signature', async () => {
    const made = await token()
    const [header, payload, signature] = made.split('.') as [string, string, string]
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
    const bytes = Buffer.from(signature, 'base64url')
    const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
    const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
    const other = await verify(`${header}.${payload}.${twin.toString('base64url')}`)
    expect(other?.tokenHash).toBe((await verify(made))?.tokenHash)
  })

  const broken: [string, (made: string) => string][] = [
    ['nothing', () => ''],
    ['one part', (made) => made.split('.')[1] as string],
    ['two parts', (made) => made.split('.').slice(0, 2).join('.')],
    ['four parts', (made) => `${made}.AAAA`],
    ['a padded part', (made) => `${made}=`],
    ['another alphabet', (made) => made.replace(/.$/, '+')],
    ['spaces', (made) => ` ${made}`],
    ['a list for a payload', (made) => replaced(made, '[]')],
    ['no JSON for a payload', (made) => replaced(made, '{')],
    ['a payload that is not UTF-8', (made) => replaced(made, Buffer.from('7b2261223a22ff227d', 'hex'))],
    ['a member twice', (made) => replaced(made, `{"sub":"mallory",${text(made).slice(1)}`)],
    ['a member twice in another spelling', (made) => replaced(made, `{"\\u0073ub":"mallory",${text(made).slice(1)}`)],
    ['a member twice, deep inside', (made) => replaced(made, `{"a":[{"b":1,"b":2}],${text(made).slice(1)}`)],
    ['more than 8 KB', (made) => replaced(made, `{"a":"${'x'.repeat(8192)}",${text(made).slice(1)}`)],
  ]
  const text = (made: string) => Buffer.from(made.split('.')[1] as string, 'base64url').toString()
  const replaced = (made: string, payload: string | Uint8Array) => {
    const [header, , signature] = made.split('.')
    return [header, Buffer.from(payload as string).toString('base64url'), signature].join('.')
  }
  it.each(broken)('is refused with %s, and named as malformed when a credential is made', async (_, change) => {
    const made = change(await token())
    await isInvalid(verify(made))
    expect(await refusalOf(oidc.register(made))).toMatchObject(MALFORMED)
  })

  it('may contain text that only looks like a duplicate member', async () => {
    const made = await token({ note: '"sub": "\\"sub\\": ', list: [{ sub: 1 }, { sub: 2 }] })
    expect(await verify(made)).toMatchObject({ identity: identity() })
  })

  it('of an issuer that is not accepted is reported so when a credential is created; an invalid one is not', async () => {
    expect(await refusalOf(oidc.register(await token({ iss: 'https://evil.example' })))).toMatchObject({
      ...MALFORMED,
      details: { errors: [{ field: 'oidcToken', message: 'has an issuer that is not accepted' }] },
    })
    await isInvalid(oidc.register(await token({}, {}, strangers)))
    await isInvalid(oidc.register(await token({ iat: seconds() - 61 })))
    expect(server.received.some(({ path }) => path.includes('evil'))).toBe(false)
  })

  it('is accepted only for the operator’s applications, where they are configured', async () => {
    oidc = openId({ issuers: [{ issuer, clientIds: ['app', 'phone'] }], get, clock })
    expect(await verify(token({ azp: 'phone' }))).toBeDefined()
    await isInvalid(verify(token({ azp: 'other' })))
    await isInvalid(oidc.register(await token({ aud: 'other' })))
    expect((await oidc.register(await token({ aud: 'phone' }))).identity.audience).toBe('phone')
  })

  describe('and the keys of its issuer', () => {
    it('are fetched once for many at the same time, and kept for ten minutes', async () => {
      await Promise.all(Array.from({ length: 20 }, () => verify(token())))
      clock.advanceTo(clock.now() + 9 * 60_000)
      await verify(token())
      expect(documents).toBe(1)
      clock.advanceTo(clock.now() + 2 * 60_000)
      await verify(token())
      expect(documents).toBe(2)
    })

    it('may change: an unknown one is fetched, but only once a minute', async () => {
      await verify(token())
      const two = await newKey('two')
      keys = [...keys, two.jwk]
      await isInvalid(verify(token({}, { kid: 'two' }, two.privateKey)))
      expect(documents).toBe(1)
      clock.advanceTo(clock.now() + 60_000)
      expect(await verify(token({}, { kid: 'two' }, two.privateKey))).toMatchObject({ identity: identity() })
      for (let i = 0; i < 10; i++) await isInvalid(verify(token({}, { kid: `made up ${i}` })))
      expect(documents).toBe(2)
    })

    it('are no longer accepted once the issuer has withdrawn them', async () => {
      const first = signing
      await verify(token())
      const two = await newKey('two')
      keys = [two.jwk]
      clock.advanceTo(clock.now() + 11 * 60_000)
      await isInvalid(verify(token({}, {}, first)))
      expect(await verify(token({}, { kid: 'two' }, two.privateKey))).toMatchObject({ identity: identity() })
    })

    it('are used for an hour when they cannot be refreshed, and no longer', async () => {
      await verify(token())
      discovery = () => ({})
      clock.advanceTo(clock.now() + 59 * 60_000)
      expect(await verify(token())).toBeDefined()
      clock.advanceTo(clock.now() + 2 * 60_000)
      expect(await refusalOf(verify(token()))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      discovery = (own) => ({ issuer: own, jwks_uri: `${own}/keys` })
      expect(await verify(token())).toBeDefined()
    })

    const bad: [string, (own: string) => object][] = [
      ['of another issuer', (own) => ({ issuer: 'https://evil.example', jwks_uri: `${own}/keys` })],
      ['without a jwks_uri', (own) => ({ issuer: own })],
      ['with a file as its jwks_uri', (own) => ({ issuer: own, jwks_uri: 'file:///etc/passwd' })],
      ['with a jwks_uri inside the network', (own) => ({ issuer: own, jwks_uri: 'http://10.0.0.1/keys' })],
    ]
    it.each(bad)('are not accepted from a discovery document %s', async (_, document) => {
      discovery = document
      expect(await refusalOf(verify(token()))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    })

    const answers: [string, (response: ServerResponse) => void][] = [
      ['that redirects', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
      ['that is not JSON', (response) => response.end('<html>')],
      ['with an error status', (response) => response.writeHead(500).end('{}')],
      ['that is too large', (response) => response.end(JSON.stringify({ issuer, note: 'x'.repeat(70_000) }))],
      [
        'that is cut off',
        (response) => response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
      ],
    ]
    it.each(answers)('are not accepted after a response %s', async (_, answer) => {
      odd = answer
      expect(await refusalOf(verify(token()))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      expect(server.received.map(({ path }) => path)).not.toContain('/elsewhere')
    })

    it('are not awaited when the issuer does not respond, or responds one character at a time', async () => {
      const impatient = guardedRequests({ allowLoopback: true, timeoutMs: 150 })
      oidc = openId({ issuers: [{ issuer, clientIds: [] }], get: impatient.get, clock })
      odd = () => {}
      expect(await refusalOf(verify(token()))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      let dripping: NodeJS.Timeout | undefined
      odd = (response) => {
        dripping = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(dripping))
      }
      expect(await refusalOf(verify(token()))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    })

    it('are not accepted when there are too many, or too large', async () => {
      keys = Array.from({ length: 51 }, () => keys[0] as object)
      expect(await refusalOf(verify(token()))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      keys = [{ ...keys[0], note: 'x'.repeat(70_000) }]
      expect(await refusalOf(verify(token()))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    })
  })

  describe('in the sandbox', () => {
    const madeUp = (payload: object, header: object = { alg: 'RS256' }) =>
      [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    let sandbox: Oidc
    beforeEach(() => {
      sandbox = sandboxOidc(
        oidc,
        [
          { issuer, clientIds: [] },
          { issuer: 'https://accounts.google.com', clientIds: [] },
        ],
        clock,
      )
    })

    it('may be made up when a credential is created, if it is well-formed and its issuer is accepted', async () => {
      const made = `${madeUp({ iss: 'https://accounts.google.com', aud: 'a', sub: 's', email: 'a@b.example' })}.c2ln`
      const registered = await sandbox.register(made)
      expect(registered).toMatchObject({
        identity: { issuer: 'https://accounts.google.com', audience: 'a', subject: 's' },
        email: 'a@b.example',
      })
      expect((await sandbox.register(made)).tokenHash).not.toBe(registered.tokenHash)
      const short = await sandbox.register(`${madeUp({ iss: 'accounts.google.com' })}.c2ln`)
      expect(short.identity).toEqual({ issuer: 'https://accounts.google.com', audience: '', subject: '' })
    })

    it.each(['signature', 'not/base64==', '...', '<signature>'])(
      'may have %s in the place of a signature',
      async (end) => {
        const made = `${madeUp({ iss: 'https://accounts.google.com', aud: 'a', sub: 's' })}.${end}`
        expect((await sandbox.register(made)).identity.subject).toBe('s')
      },
    )

    it.each([
      'sandbox-valid-oidc-token',
      'a.b.c',
      '',
      `${madeUp({ iss: 'https://evil.example' })}.c2ln`,
      `${madeUp({ iss: 'https://accounts.google.com' })}`,
      `${madeUp({ sub: 'made-up' })}.c2ln`,
    ])('makes no credential without them: %s', (made) => isInvalid(sandbox.register(made)))

    it('opens a session with the fixed text, or when it is valid', async () => {
      expect(await sandbox.verify('sandbox-valid-oidc-token', PRESENTED, identity())).toBeUndefined()
      expect(await sandbox.verify(await token(), PRESENTED, identity())).toMatchObject({ identity: identity() })
      await isInvalid(sandbox.verify(`${madeUp({ ...usual() })}.c2ln`, PRESENTED, identity()))
      await isInvalid(sandbox.verify('sandbox-valid-oidc-token2', PRESENTED, identity()))
    })

    it('the fixed text is refused in production', async () => {
      await isInvalid(verify('sandbox-valid-oidc-token'))
    })
  })
})
