import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf } from '../../../../test/harness/cast.ts'
import {
  addEmail,
  challengeOf,
  codeFor,
  newKeyPair,
  newWallet,
  openSession,
  STAND_IN,
  signatureHeaders,
  signed,
  standInPasskey,
  unsignedToken,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const GOOGLE = { iss: 'https://accounts.google.com', aud: 'acme', sub: '4711', email: 'wanda@example.com' }
const create = (body: Record<string, unknown>) => app.call('createAuthCredential', { body })

describe('createAuthCredential', () => {
  it('creates the first credential immediately, without a session', async () => {
    const { id: accountId } = await newWallet(app)
    const { status, body, text } = await create({ type: 'EMAIL_OTP', accountId, email: 'a@example.com' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ accountId, type: 'EMAIL_OTP', nickname: 'a@example.com' })
    expect(text).not.toContain('encryptedSessionSigningKey')
    expect((await app.ok('listAuthSessions', { query: { accountId } })).data).toEqual([])
  })

  it('requires a signature for the second, and creates nothing until it arrives', async () => {
    const { wallet, session } = await walletWithSession(app)
    const body = { type: 'OAUTH' as const, accountId: wallet.id, oidcToken: unsignedToken(GOOGLE) }
    const { status, body: challenge } = await create(body)
    expect(status).toBe(202)
    expect(challenge).toMatchObject({ type: 'OAUTH', requestId: expect.stringMatching(/^Request:/) })
    const before = await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })
    expect(before.data).toHaveLength(1)
    const added = await signed(app, 'createAuthCredential', { body }, session)
    expect(added.status, added.text).toBe(201)
    expect(added.body).toMatchObject({ type: 'OAUTH', nickname: 'wanda@example.com' })
    const { data } = await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })
    expect(data.map(({ type }) => type)).toEqual(['EMAIL_OTP', 'OAUTH'])
  })

  it('mails the code of a second credential at the signed retry, not before', async () => {
    const { id: accountId } = await newWallet(app)
    const first = await create({ type: 'OAUTH', accountId, oidcToken: unsignedToken(GOOGLE) })
    expect(first.status).toBe(201)
    const body = { type: 'EMAIL_OTP' as const, accountId, email: 'second@example.com' }
    const challenge = await challengeOf(app, 'createAuthCredential', { body })
    await app.settle()
    expect((await app.ok('listSandboxInbox', { query: { to: 'second@example.com' } })).totalCount).toBe(0)
    await app.ok('createAuthCredential', { body, headers: signatureHeaders(challenge, STAND_IN.signature) })
    expect(await codeFor(app, 'second@example.com')).toMatch(/^\d{6}$/)
  })

  it.each([
    ['EMAIL_OTP', 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS'],
    ['PASSKEY', 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'],
  ])('allows one %s per wallet', async (type, code) => {
    const { id: accountId } = await newWallet(app)
    const body = (n: number) =>
      type === 'PASSKEY' ? standInPasskey(accountId) : { type, accountId, email: `number-${n}@example.com` }
    expect((await create(body(1))).status).toBe(201)
    const second = await create(body(2))
    expect([second.status, second.error.code]).toEqual([400, code])
  })

  it('refuses at the retry what became impossible after the first call', async () => {
    const { wallet, session } = await walletWithSession(app)
    const [one, two] = [standInPasskey(wallet.id, 'One'), standInPasskey(wallet.id, 'Two')]
    const challenge = await challengeOf(app, 'createAuthCredential', { body: one })
    const added = await signed(app, 'createAuthCredential', { body: two }, session)
    expect(added.status).toBe(201)
    const late = await app.call('createAuthCredential', {
      body: one,
      headers: signatureHeaders(challenge, STAND_IN.signature),
    })
    expect([late.status, late.error.code]).toEqual([400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'])
  })

  it('is for wallets only', async () => {
    const { id: accountId } = await accountOf(app, 'northwind', 'USD')
    const reply = await create({ type: 'EMAIL_OTP', accountId, email: 'a@example.com' })
    expect([reply.status, reply.error.code, reply.error.details.errors[0].field]).toEqual([
      400,
      'INVALID_INPUT',
      'accountId',
    ])
  })

  it.each([
    ['the value accepted as a token at verify', STAND_IN.oidcToken],
    ['a text that is not a token', 'abc.def'],
    ['a token by someone else', unsignedToken({ ...GOOGLE, iss: 'https://evil.example' })],
  ])('does not accept %s as an identity token', async (_what, oidcToken) => {
    const { id: accountId } = await newWallet(app)
    const { status, error } = await create({ type: 'OAUTH', accountId, oidcToken })
    expect([status, error.code, error.reason]).toEqual([401, 'UNAUTHORIZED', 'Invalid OIDC token'])
  })

  it('creates one credential from 64 identical concurrent requests', async () => {
    const { id: accountId } = await newWallet(app)
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n) => create({ type: 'EMAIL_OTP', accountId, email: `n${n}@example.com` })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ error }) => error?.code === 'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS')).toHaveLength(63)
    expect((await app.ok('listAuthCredentials', { query: { accountId } })).data).toHaveLength(1)
  })
})

describe('listAuthCredentials', () => {
  it('shows nothing of an unknown account or of another platform', async () => {
    const { wallet } = await walletWithSession(app)
    const other = await app.anotherPlatform()
    const query = { accountId: wallet.id }
    expect((await app.ok('listAuthCredentials', { query, as: other })).data).toEqual([])
    expect((await app.ok('listAuthSessions', { query, as: other })).data).toEqual([])
    const { status, error } = await app.call('listAuthCredentials', { query: {} })
    expect([status, error.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('verifyAuthCredential', () => {
  it('opens a session whose key only the client can unseal', async () => {
    const wallet = await newWallet(app)
    const credential = await addEmail(app, wallet, 'real-code@example.com')
    const session = await openSession(app, credential, await codeFor(app, 'real-code@example.com'))
    expect(session).toMatchObject({ accountId: wallet.id, type: 'EMAIL_OTP', nickname: 'real-code@example.com' })
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(15 * 60_000)
    expect(session.privateKey).toMatch(/^[0-9a-f]{64}$/)
    const { data } = await app.ok('listAuthSessions', { query: { accountId: wallet.id } })
    expect(data.map(({ id }) => id)).toEqual([session.id])
    expect(data[0]).not.toHaveProperty('encryptedSessionSigningKey')
  })

  it('is mailed to the customer if no address is given; 400 if the customer has none', async () => {
    const wallet = await newWallet(app)
    const { email } = (await app.ok('getCustomerById', {
      params: { customerId: wallet.customerId as never },
    })) as { email?: string }
    const body = { type: 'EMAIL_OTP' as const, accountId: wallet.id }
    const credential = await app.ok('createAuthCredential', { body })
    expect(credential.nickname).toBe(email)
    await openSession(app, credential, await codeFor(app, email as string))
    const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USDB' } })
    const accountId = data[0]?.id as typeof wallet.id
    const { status, error } = await app.call('createAuthCredential', { body: { ...body, accountId } })
    expect([status, error.details?.errors?.map(({ field }: { field: string }) => field)]).toEqual([400, ['email']])
  })

  it('accepts a mailed code once', async () => {
    const wallet = await newWallet(app)
    const credential = await addEmail(app, wallet, 'once@example.com')
    const code = await codeFor(app, 'once@example.com')
    await openSession(app, credential, code)
    const again = await verify(credential.id, code)
    expect([again.status, again.error.reason]).toEqual([401, 'Invalid OTP code'])
  })

  it('accepts no expired or replaced code', async () => {
    const wallet = await newWallet(app)
    const credential = await addEmail(app, wallet, 'late@example.com')
    const first = await codeFor(app, 'late@example.com')
    await app.ok('challengeAuthCredential', { params: { id: credential.id } })
    await app.settle()
    const second = await codeFor(app, 'late@example.com')
    if (first !== second) expect((await verify(credential.id, first)).status).toBe(401)
    await app.advance({ seconds: 301 })
    expect((await verify(credential.id, second)).status).toBe(401)
  })

  it('compares a code five times, and not a sixth even if it is correct', async () => {
    const wallet = await newWallet(app)
    const credential = await addEmail(app, wallet, 'five@example.com')
    const code = await codeFor(app, 'five@example.com')
    const wrong = code === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++) expect((await verify(credential.id, wrong)).status).toBe(401)
    expect((await verify(credential.id, code)).status).toBe(401)
  })

  it('allows 20 attempts a day per credential, even by concurrent requests', async () => {
    const wallet = await newWallet(app)
    const credential = await addEmail(app, wallet, 'brute@example.com')
    await codeFor(app, 'brute@example.com')
    const replies = await Promise.all(Array.from({ length: 64 }, (_, n) => verify(credential.id, `wrong${n}`)))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(20)
    const limited = replies.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(44)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect((await verify(credential.id, STAND_IN.otp)).status).toBe(429)
    await app.advance({ days: 1, seconds: 1 })
    expect((await verify(credential.id, STAND_IN.otp)).status).toBe(200)
  })

  it('requires the type of the credential', async () => {
    const { credential } = await walletWithSession(app)
    const { status, error } = await app.call('verifyAuthCredential', {
      params: { id: credential.id },
      body: { type: 'OAUTH', oidcToken: STAND_IN.oidcToken, clientPublicKey: newKeyPair().publicKey },
    })
    expect([status, error.code, error.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'type'])
  })

  it('repeats its reply under an Idempotency-Key, although the code is spent', async () => {
    const wallet = await newWallet(app)
    const credential = await addEmail(app, wallet, 'key@example.com')
    const body = {
      type: 'EMAIL_OTP',
      otp: await codeFor(app, 'key@example.com'),
      clientPublicKey: newKeyPair().publicKey,
    }
    const send = () => app.call('verifyAuthCredential', { params: { id: credential.id }, body, key: 'verify-once' })
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(200)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })
})

const verify = (id: string, otp: string) =>
  app.call('verifyAuthCredential', {
    params: { id: id as never },
    body: { type: 'EMAIL_OTP', otp, clientPublicKey: newKeyPair().publicKey },
  })

describe('challengeAuthCredential', () => {
  it('mails a new code three times immediately; the fourth waits two minutes, the sixth an hour', async () => {
    const wallet = await newWallet(app)
    const { id } = await addEmail(app, wallet)
    const challenge = () => app.call('challengeAuthCredential', { params: { id } })
    for (let i = 0; i < 3; i++) expect((await challenge()).status).toBe(200)
    const soon = await challenge()
    expect([soon.status, soon.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(120)
    await app.advance({ seconds: 121 })
    for (let i = 0; i < 2; i++) expect((await challenge()).status).toBe(200)
    await app.advance({ seconds: 121 })
    const sixth = await challenge()
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  it('mails ten codes a day on demand', async () => {
    const { id } = await addEmail(app, await newWallet(app))
    const challenge = () => app.call('challengeAuthCredential', { params: { id } })
    for (let i = 0; i < 10; i++) {
      expect((await challenge()).status).toBe(200)
      await app.advance({ minutes: 13 })
    }
    const eleventh = await challenge()
    expect([eleventh.status, eleventh.error.code]).toEqual([429, 'RATE_LIMITED'])
    const wait = Number(eleventh.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(24 * 3600 - 130 * 60)
    await app.advance({ minutes: 24 * 60 - 130 })
    expect((await challenge()).status).toBe(200)
  })

  it('issues 20 passkey challenges a minute', async () => {
    const { id: accountId } = await newWallet(app)
    const { id, credentialId } = await app.ok('createAuthCredential', { body: standInPasskey(accountId) })
    const challenge = () =>
      app.call('challengeAuthCredential', { params: { id }, body: { clientPublicKey: newKeyPair().publicKey } })
    const { body } = await challenge()
    expect(body).toMatchObject({ id, credentialId, challenge: expect.stringMatching(/^[0-9a-f]{64}$/) })
    for (let i = 0; i < 19; i++) expect((await challenge()).status).toBe(200)
    expect((await challenge()).status).toBe(429)
    const without = await app.call('challengeAuthCredential', { params: { id } })
    expect([without.status, without.error.details.errors[0].field]).toEqual([400, 'clientPublicKey'])
  })

  it('is not for identity tokens', async () => {
    const { id: accountId } = await newWallet(app)
    const { id } = await app.ok('createAuthCredential', {
      body: { type: 'OAUTH', accountId, oidcToken: unsignedToken(GOOGLE) },
    })
    expect((await app.call('challengeAuthCredential', { params: { id } })).status).toBe(400)
  })
})

describe('a passkey of the sandbox', () => {
  it('opens a session with the fixed signature, for the key that the challenge was bound to, once', async () => {
    const { id: accountId } = await newWallet(app)
    const { id } = await app.ok('createAuthCredential', { body: standInPasskey(accountId) })
    const client = newKeyPair()
    const asked = await app.ok('challengeAuthCredential', {
      params: { id },
      body: { clientPublicKey: client.publicKey },
    })
    const send = (signature: string, requestId?: string) =>
      app.call('verifyAuthCredential', {
        params: { id },
        headers: requestId === undefined ? {} : { 'request-id': requestId },
        body: {
          type: 'PASSKEY',
          assertion: { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature, userHandle: null },
        },
      })
    const { requestId } = asked as { requestId: string }
    const wrong = await send('something else', requestId)
    expect([wrong.status, wrong.error.reason]).toEqual([401, 'Invalid passkey signature'])
    expect((await send(STAND_IN.assertion)).status).toBe(400)
    expect((await send(STAND_IN.assertion, `Request:${id.slice(id.indexOf(':') + 1)}`)).status).toBe(401)
    const right = await send(STAND_IN.assertion, requestId)
    expect(right.status, right.text).toBe(200)
    expect((await send(STAND_IN.assertion, requestId)).status).toBe(401)
  })
})

describe('the challenge of a passkey', () => {
  it('opens one session, however many answers arrive concurrently', async () => {
    const { id: accountId } = await newWallet(app)
    const { id } = await app.ok('createAuthCredential', { body: standInPasskey(accountId) })
    const asked = await app.ok('challengeAuthCredential', {
      params: { id },
      body: { clientPublicKey: newKeyPair().publicKey },
    })
    const assertion = { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature: STAND_IN.assertion }
    const answer = {
      params: { id },
      headers: { 'request-id': (asked as { requestId: string }).requestId },
      body: { type: 'PASSKEY' as const, assertion },
    }
    const replies = await Promise.all(Array.from({ length: 32 }, () => app.call('verifyAuthCredential', answer)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await app.ok('listAuthSessions', { query: { accountId } })).data).toHaveLength(1)
  })
})

describe('an identity token of the sandbox', () => {
  it('opens a session as the fixed value', async () => {
    const { id: accountId } = await newWallet(app)
    const { id } = await app.ok('createAuthCredential', {
      body: { type: 'OAUTH', accountId, oidcToken: unsignedToken(GOOGLE) },
    })
    const send = (oidcToken: string) =>
      app.call('verifyAuthCredential', {
        params: { id },
        body: { type: 'OAUTH', oidcToken, clientPublicKey: newKeyPair().publicKey },
      })
    expect((await send(STAND_IN.oidcToken)).status).toBe(200)
    const other = await send(unsignedToken(GOOGLE))
    expect([other.status, other.error.reason]).toEqual([401, 'Invalid OIDC token'])
  })
})
