import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { movableClock } from '../../core/clock.ts'
import { codeFlow } from './code-flow.ts'
import type { CodeFlow } from './port.ts'

const SECRETS = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) }
const clock = movableClock()
clock.freeze()
const seconds = () => Math.floor(clock.now() / 1000)

let provider: Receiver
let issuer: string
let signing: CryptoKey
let keys: object[]
let discovery: (own: string) => object
/** What the token endpoint answers. */
let answer: { status: number; body: string }
let flow: CodeFlow

const usual = (): JWTPayload => ({
  iss: issuer,
  aud: 'causeway',
  sub: 'otto',
  nonce: SECRETS.nonce,
  iat: seconds(),
  exp: seconds() + 300,
})
async function given(claims: object = {}, key = signing, header: object = {}) {
  const token = await new SignJWT({ ...usual(), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
    .sign(key)
  answer = { status: 200, body: JSON.stringify({ id_token: token }) }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => error.code,
  )
const redeemed = () => codeOf(flow.redeem('code', SECRETS))

beforeAll(async () => {
  provider = await openReceiver((request, response) => {
    if (request.path === '/.well-known/openid-configuration') response.end(JSON.stringify(discovery(issuer)))
    else if (request.path === '/keys') response.end(JSON.stringify({ keys }))
    else response.writeHead(answer.status).end(answer.body)
  })
  issuer = new URL(provider.url).origin
})
afterAll(() => provider.close())
beforeEach(async () => {
  const pair = await generateKeyPair('ES256')
  signing = pair.privateKey
  keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one' }]
  discovery = (own) => ({
    issuer: own,
    jwks_uri: `${own}/keys`,
    authorization_endpoint: `${own}/authorize?tenant=1`,
    token_endpoint: `${own}/token`,
  })
  flow = codeFlow(
    { issuer, clientId: 'causeway', clientSecret: 'a b:c', redirectUri: 'https://desk.example/return' },
    clock,
  )
})

describe('the address at the provider', () => {
  it('asks for a code, bound to this sign-in by state, nonce and the hash of the verifier', async () => {
    const { pathname, searchParams } = new URL(await flow.addressFor(SECRETS))
    expect(pathname).toBe('/authorize')
    expect(Object.fromEntries(searchParams)).toEqual({
      tenant: '1',
      response_type: 'code',
      client_id: 'causeway',
      redirect_uri: 'https://desk.example/return',
      scope: 'openid email profile',
      state: 'state',
      nonce: 'nonce',
      code_challenge: '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM',
      code_challenge_method: 'S256',
    })
  })

  it('is unavailable while discovery fails, is that of another issuer, or names no endpoint', async () => {
    for (const wrong of [{ issuer: 'https://evil.example' }, { token_endpoint: undefined }]) {
      const right = discovery
      discovery = (own) => ({ ...right(own), ...wrong })
      expect(await codeOf(flow.addressFor(SECRETS))).toBe('SERVICE_UNAVAILABLE')
      discovery = right
    }
    expect(await codeOf(flow.addressFor(SECRETS))).toBe('accepted')
  })
})

describe('a code', () => {
  it('is exchanged, with the verifier and the secret of the client, for the claims of the ID token', async () => {
    await given({ groups: ['desk'] })
    expect(await flow.redeem('code', SECRETS)).toMatchObject({ sub: 'otto', groups: ['desk'] })
    const sent = provider.received.findLast(({ path }) => path === '/token')
    expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from('causeway:a%20b%3Ac').toString('base64')}`)
    expect(Object.fromEntries(new URLSearchParams(sent?.bytes.toString()))).toEqual({
      grant_type: 'authorization_code',
      code: 'code',
      redirect_uri: 'https://desk.example/return',
      code_verifier: SECRETS.verifier,
    })
  })

  const wrong: [string, () => object][] = [
    ['has the nonce of another sign-in', () => ({ nonce: 'other' })],
    ['has no nonce', () => ({ nonce: undefined })],
    ['is for another application', () => ({ aud: 'other' })],
    ['is for several, and was issued to another one', () => ({ aud: ['causeway', 'other'], azp: 'other' })],
    ['is for several, and does not say to which it was issued', () => ({ aud: ['causeway', 'other'] })],
    ['is of another issuer', () => ({ iss: 'https://evil.example' })],
    ['has ended', () => ({ exp: seconds() - 10 })],
    ['never ends', () => ({ exp: undefined })],
    ['was issued two minutes ago', () => ({ iat: seconds() - 120 })],
    ['was issued in the future', () => ({ iat: seconds() + 60 })],
    ['has no time of issue', () => ({ iat: undefined })],
    ['has no subject', () => ({ sub: undefined })],
  ]
  it.each(wrong)('is refused when the ID token %s', async (_, claims) => {
    await given(claims())
    expect(await redeemed()).toBe('UNAUTHORIZED')
    await given()
    expect(await redeemed()).toBe('accepted')
  })

  it('is refused when the ID token is signed by another key, by a shared secret, or not at all', async () => {
    await given({}, (await generateKeyPair('ES256')).privateKey)
    expect(await redeemed()).toBe('UNAUTHORIZED')
    const hmac = new SignJWT(usual()).setProtectedHeader({ alg: 'HS256', kid: 'one' })
    answer.body = JSON.stringify({ id_token: await hmac.sign(new TextEncoder().encode('a b:c'.repeat(8))) })
    expect(await redeemed()).toBe('UNAUTHORIZED')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    answer.body = JSON.stringify({ id_token: `${part({ alg: 'none' })}.${part(usual())}.` })
    expect(await redeemed()).toBe('UNAUTHORIZED')
  })

  it('is refused when the provider refuses it, or answers anything else', async () => {
    answer = { status: 400, body: JSON.stringify({ error: 'invalid_grant' }) }
    expect(await redeemed()).toBe('UNAUTHORIZED')
    answer = { status: 200, body: '<html>' }
    expect(await redeemed()).toBe('UNAUTHORIZED')
    for (const status of [302, 503]) {
      answer = { status, body: '' }
      expect(await redeemed()).toBe('SERVICE_UNAVAILABLE')
    }
  })
})
