import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { newAuthenticator } from '../../../../test/harness/authenticator.ts'
import { type Issuer, openIssuer } from '../../../../test/harness/issuer.ts'
import { WALLETS } from '../../../../test/harness/samples/wallet-settings.ts'
import {
  addEmail,
  challengeOf,
  codeFor,
  newKeyPair,
  newWallet,
  opened,
  openSession,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  standInPasskey,
  unsignedToken,
} from '../../../../test/harness/samples/wallets.ts'
import { createApp } from '../../../composition/app.ts'
import { sandboxProviders } from '../../../composition/providers/sandbox.ts'
import { walletProviders } from '../../../composition/providers/wallet-providers.ts'
import { wallClock } from '../../../core/clock.ts'
import { fileStore } from '../../../infra/files/file-store.ts'
import { setPasskeys } from '../../../operator/platforms.ts'

let issuer: Issuer
/** Accepts only real proofs, as production does. */
let strict: TestApp
/** Also accepts sandbox values as proofs. */
let sandbox: TestApp
beforeAll(async () => {
  issuer = await openIssuer()
  const wallets = { ...WALLETS, oidcIssuers: [{ issuer: issuer.issuer, clientIds: [] }] }
  const clock = { now: wallClock }
  strict = await testApp({
    cast: false,
    providers: (usual) => ({
      ...usual,
      ...walletProviders(wallets, { clock, isSandbox: true }),
      sendMail: usual.sendMail,
    }),
  })
  sandbox = await testApp({ wallets, cast: false })
})
afterAll(async () => {
  await strict.close()
  await sandbox.close()
  await issuer.close()
})

const platformChallenge = () => randomBytes(32).toString('base64url')
type Device = ReturnType<typeof newAuthenticator>

async function registered(app: TestApp, device: Device) {
  const { id: accountId } = await newWallet(app)
  const challenge = platformChallenge()
  const body = {
    type: 'PASSKEY' as const,
    accountId,
    nickname: 'Phone',
    challenge,
    attestation: device.register(challenge),
  }
  return { accountId, body, credential: await app.ok('createAuthCredential', { body: body as never }) }
}

/** Requests a challenge and answers it. */
async function assertBy(app: TestApp, id: string, device: Device, client = newKeyPair(), odd: object = {}) {
  const asked = await app.ok('challengeAuthCredential', {
    params: { id: id as never },
    body: { clientPublicKey: client.publicKey },
  })
  const { challenge, requestId } = asked as unknown as { challenge: string; requestId: string }
  const send = (assertion: object) =>
    app.call('verifyAuthCredential', {
      params: { id: id as never },
      headers: { 'request-id': requestId },
      body: { type: 'PASSKEY', assertion } as never,
    })
  const assertion = device.assert(challenge, odd)
  return { reply: await send(assertion), again: () => send(assertion), client }
}

describe.each([
  ['without stand-ins', () => strict],
  ['in the sandbox', () => sandbox],
])('a real passkey, %s', (_where, which) => {
  it('opens a session for the key that its challenge was bound to, and signs with it', async () => {
    const [app, device] = [which(), newAuthenticator()]
    const { accountId, credential } = await registered(app, device)
    expect(credential.credentialId).toBe(device.credentialId)
    const { reply, again, client } = await assertBy(app, credential.id, device)
    expect(reply.status, reply.text).toBe(200)
    const session = opened(reply.body, client)
    const input = { params: { id: accountId }, body: { privateEnabled: true } }
    expect((await signed(app, 'updateInternalAccount', input, session)).status).toBe(200)
    const replayed = await again()
    expect([replayed.status, replayed.error.reason]).toEqual([401, 'Invalid passkey signature'])
  })

  it('is refused when its counter does not increase, and works again when it does', async () => {
    const [app, device] = [which(), newAuthenticator()]
    const { credential } = await registered(app, device)
    const { reply } = await assertBy(app, credential.id, device, newKeyPair(), { signCount: 7 })
    expect(reply.status, reply.text).toBe(200)
    expect((await assertBy(app, credential.id, device, newKeyPair(), { signCount: 7 })).reply.status).toBe(401)
    expect((await assertBy(app, credential.id, device, newKeyPair(), { signCount: 8 })).reply.status).toBe(200)
  })

  it('is used once when two assertions with the same counter come at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [app, device] = [which(), newAuthenticator()]
      const { credential } = await registered(app, device)
      const sent = await Promise.all(
        [1, 2].map(() => assertBy(app, credential.id, device, newKeyPair(), { signCount: 7 })),
      )
      expect(sent.map(({ reply }) => reply.status).sort()).toEqual([200, 401])
    }
  })

  it('is refused from another device, for another relying party, or without user verification', async () => {
    const [app, device] = [which(), newAuthenticator()]
    const { credential } = await registered(app, device)
    expect((await assertBy(app, credential.id, newAuthenticator())).reply.status).toBe(401)
    for (const odd of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { flags: 1 }])
      expect((await assertBy(app, credential.id, device, newKeyPair(), odd)).reply.status).toBe(401)
  })

  it('survives five invalid assertions per challenge', async () => {
    const [app, device] = [which(), newAuthenticator()]
    const { credential } = await registered(app, device)
    const { reply, again } = await assertBy(app, credential.id, newAuthenticator())
    expect(reply.status).toBe(401)
    for (let i = 0; i < 4; i++) expect((await again()).status).toBe(401)
    const [row] = await app.store.query<{ failures: number }>(
      'select failures from passkey_challenges where credential_id = $1',
      [credential.id.slice('AuthMethod:'.length)],
    )
    await again()
    expect(row?.failures).toBe(5)
  })

  it('belongs to one wallet', async () => {
    const [app, device] = [which(), newAuthenticator()]
    await registered(app, device)
    const { id: accountId } = await newWallet(app)
    const challenge = platformChallenge()
    const second = await app.call('createAuthCredential', {
      body: {
        type: 'PASSKEY',
        accountId,
        nickname: 'Phone',
        challenge,
        attestation: device.register(challenge),
      } as never,
    })
    expect([second.status, second.error.code]).toEqual([409, 'CONFLICT'])
  })

  it('is not registered with a challenge other than the issued one', async () => {
    const [app, device] = [which(), newAuthenticator()]
    const { id: accountId } = await newWallet(app)
    const attestation = device.register(platformChallenge())
    const body = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge: platformChallenge(), attestation }
    const { status, error } = await app.call('createAuthCredential', { body: body as never })
    expect([status, error.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('the registration of a passkey', () => {
  it('cannot be reused after the passkey was revoked', async () => {
    const device = newAuthenticator()
    const { accountId, body, credential } = await registered(sandbox, device)
    const mail = { type: 'EMAIL_OTP' as const, accountId, email: 'other@example.com' }
    await signed(sandbox, 'createAuthCredential', { body: mail }, STAND_IN.signature)
    await signed(sandbox, 'revokeAuthCredential', { params: { id: credential.id } }, STAND_IN.signature)
    const again = await signed(sandbox, 'createAuthCredential', { body: body as never }, STAND_IN.signature)
    expect([again.status, again.error.code]).toEqual([409, 'CONFLICT'])
    const challenge = platformChallenge()
    const fresh = { ...body, challenge, attestation: device.register(challenge) }
    const second = await signed(sandbox, 'createAuthCredential', { body: fresh as never }, STAND_IN.signature)
    expect(second.status, 'the device can be registered again').toBe(201)
    const { reply } = await assertBy(sandbox, second.body.id, device)
    expect(reply.status).toBe(200)
  })
})

describe('the relying party of a platform, as set by the operator', () => {
  const set = (...origins: string[]) => setPasskeys(strict.app, strict.platform.platformId, 'acme.example', origins)
  const register = async (device: Device) => {
    const { id: accountId } = await newWallet(strict)
    const challenge = platformChallenge()
    const body = { type: 'PASSKEY', accountId, nickname: 'Phone', challenge, attestation: device.register(challenge) }
    return strict.call('createAuthCredential', { body: body as never })
  }

  it('applies to every registration and sign-in from then on, until it is removed', async () => {
    const [web, app] = [{ origin: 'https://wallet.acme.example' }, { origin: 'https://app.acme.example' }]
    const before = newAuthenticator(web)
    const { credential } = await registered(strict, before)
    await set(app.origin, 'android:apk-key-hash:abc')
    const elsewhere = await register(newAuthenticator(web))
    expect([elsewhere.status, elsewhere.error.details.errors[0].field]).toEqual([400, 'attestation.clientDataJson'])
    expect((await assertBy(strict, credential.id, before)).reply.status, 'where it was registered').toBe(401)
    expect((await assertBy(strict, credential.id, before, newKeyPair(), app)).reply.status, 'where it is set').toBe(200)
    for (const origin of [app.origin, 'android:apk-key-hash:abc']) {
      const device = newAuthenticator({ origin })
      const { status, body, text } = await register(device)
      expect(status, text).toBe(201)
      expect((await assertBy(strict, body.id, device)).reply.status).toBe(200)
    }
    await set()
    expect((await assertBy(strict, credential.id, before)).reply.status).toBe(200)
  })

  it.each(['https://wallet.acme.example/', 'wallet.acme.example', '*'])('are not %s', async (origin) => {
    await expect(set(origin)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('a real identity token', () => {
  const given = new Set<string>()
  /** A new one: within a second the issuer returns the same token for the same person. */
  async function freshToken(login: string, nonce?: string): Promise<string> {
    for (;;) {
      const token = await issuer.signIn(login, nonce)
      if (!given.has(token)) return given.add(token) && token
    }
  }
  const create = (app: TestApp, accountId: string, oidcToken: string) =>
    app.call('createAuthCredential', { body: { type: 'OAUTH', accountId: accountId as never, oidcToken } })
  const verify = (app: TestApp, id: string, oidcToken: string, clientPublicKey = newKeyPair().publicKey) =>
    app.call('verifyAuthCredential', {
      params: { id: id as never },
      body: { type: 'OAUTH', oidcToken, clientPublicKey },
    })

  it('opens a session when it is recent, of the same person, and unused', async () => {
    const { id: accountId } = await newWallet(strict)
    const first = await freshToken('wanda')
    const { status, body, text } = await create(strict, accountId, first)
    expect(status, text).toBe(201)
    expect(body.nickname).toBe('wanda@example.com')
    const used = await verify(strict, body.id, first)
    expect([used.status, used.error.reason]).toEqual([401, 'Invalid OIDC token'])
    const fresh = await freshToken('wanda')
    expect((await verify(strict, body.id, fresh)).status).toBe(200)
    expect((await verify(strict, body.id, fresh)).status).toBe(401)
    expect((await verify(strict, body.id, await freshToken('someone-else'))).status).toBe(401)
  })

  it('is used once in 16 concurrent requests', async () => {
    const { id: accountId } = await newWallet(strict)
    const { body } = await create(strict, accountId, await freshToken('race'))
    const token = await freshToken('race')
    const replies = await Promise.all(Array.from({ length: 16 }, () => verify(strict, body.id, token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('with a nonce is for the one key that the nonce is the hash of', async () => {
    const { id: accountId } = await newWallet(strict)
    const { body } = await create(strict, accountId, await freshToken('nora'))
    const client = newKeyPair()
    const nonce = createHash('sha256').update(client.publicKey).digest('hex')
    const token = await freshToken('nora', nonce)
    expect((await verify(strict, body.id, token)).status, 'for another key').toBe(401)
    expect((await verify(strict, body.id, token, client.publicKey)).status).toBe(200)
  })

  it('opens a session in the sandbox as well', async () => {
    const { id: accountId } = await newWallet(sandbox)
    const { body } = await create(sandbox, accountId, await freshToken('sandy'))
    expect((await verify(sandbox, body.id, await freshToken('sandy'))).status).toBe(200)
  })
})

describe('without stand-ins', () => {
  it('no sandbox value is accepted as a proof', async () => {
    const wallet = await newWallet(strict)
    const mail = await addEmail(strict, wallet, 'strict@example.com')
    const code = await strict.call('verifyAuthCredential', {
      params: { id: mail.id },
      body: { type: 'EMAIL_OTP', otp: STAND_IN.otp, clientPublicKey: newKeyPair().publicKey },
    })
    expect([code.status, code.error.reason]).toEqual([401, 'Invalid OTP code'])
    const input = { params: { id: wallet.id }, body: { privateEnabled: true } }
    expect((await signed(strict, 'updateInternalAccount', input, STAND_IN.signature)).status).toBe(401)
    const { id: accountId } = await newWallet(strict)
    for (const body of [
      standInPasskey(accountId),
      { type: 'OAUTH', accountId, oidcToken: unsignedToken({ iss: issuer.issuer, aud: 'a', sub: 'b' }) },
    ])
      expect([400, 401]).toContain((await strict.call('createAuthCredential', { body: body as never })).status)
    const session = await openSession(strict, mail, await codeFor(strict, 'strict@example.com'))
    expect((await signed(strict, 'updateInternalAccount', input, session)).status).toBe(200)
  })

  it('a key that is not a point of the curve gets no session', async () => {
    const wallet = await newWallet(strict)
    const mail = await addEmail(strict, wallet, 'curve@example.com')
    const body = {
      type: 'EMAIL_OTP',
      otp: await codeFor(strict, 'curve@example.com'),
      clientPublicKey: `04${'1'.repeat(128)}`,
    }
    const { status, error } = await strict.call('verifyAuthCredential', {
      params: { id: mail.id },
      body: body as never,
    })
    expect([status, error.details.errors[0].field]).toEqual([400, 'clientPublicKey'])
  })
})

describe('the budget of codes', () => {
  it('survives a restart, and is shared by all processes', async () => {
    const wallet = await newWallet(sandbox)
    const { id } = await addEmail(sandbox, wallet, 'budget@example.com')
    await codeFor(sandbox, 'budget@example.com')
    const body = (otp: string) => ({ type: 'EMAIL_OTP' as const, otp, clientPublicKey: newKeyPair().publicKey })
    const here = (otp: string) => sandbox.call('verifyAuthCredential', { params: { id }, body: body(otp) })
    for (let i = 0; i < 12; i++) expect((await here(`wrong${i}`)).status).toBe(401)

    const { clock, store, platform } = sandbox
    const other = await createApp({
      store,
      clock,
      files: fileStore(tmpdir()),
      log: pino({ level: 'silent' }),
      secrets: { current: Buffer.alloc(32, 7), former: [] },
      providers: sandboxProviders(clock, { wallets: WALLETS }),
      feeRate: '0.005',
      publicUrl: 'http://localhost',
    })
    const authorization = `Basic ${Buffer.from(`${platform.clientId}:${platform.clientSecret}`).toString('base64')}`
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const url = `/2025-10-13${pathTo('verifyAuthCredential', { id })}`
      const reply = await other.server.inject({
        method: 'POST',
        url,
        headers: { authorization },
        payload: body(`other${i}`),
      })
      statuses.push(reply.statusCode)
    }
    await other.close()
    expect(statuses).toEqual([...Array(8).fill(401), ...Array(4).fill(429)])
    expect((await here(STAND_IN.otp)).status).toBe(429)
  })
})

describe('a signature', () => {
  it('from another wallet of the same person opens no session here', async () => {
    const [one, two] = [await newWallet(strict), await newWallet(strict)]
    const mails = [
      await addEmail(strict, one, 'one@example.com'),
      await addEmail(strict, two, 'two@example.com'),
    ] as const
    await openSession(strict, mails[0], await codeFor(strict, 'one@example.com'))
    const other = await openSession(strict, mails[1], await codeFor(strict, 'two@example.com'))
    const input = { params: { id: one.id }, body: { privateEnabled: true } }
    const challenge = await challengeOf(strict, 'updateInternalAccount', input)
    const { status } = await strict.call('updateInternalAccount', {
      ...input,
      headers: signatureHeaders(challenge, sign(challenge.payloadToSign, other.privateKey)),
    })
    expect(status).toBe(401)
  })
})
