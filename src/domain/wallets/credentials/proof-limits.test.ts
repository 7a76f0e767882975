/** Proof limit tests: how long, how often and where a proof is accepted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import {
  addEmail,
  codeFor,
  newKeyPair,
  newWallet,
  STAND_IN,
  signed,
  standInPasskey,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'

let app: TestApp
/** How many of the next mails fail. */
let failing = 0
beforeAll(async () => {
  app = await testApp({
    cast: false,
    providers: (usual) => ({
      ...usual,
      async sendMail(platformId, mail, codes) {
        if (failing-- > 0) throw new Error('The mail server is down')
        await usual.sendMail?.(platformId, mail, codes)
      },
    }),
  })
  app.clock.freeze()
})
afterAll(() => app.close())

type CredentialId = `AuthMethod:${string}`
const verify = (id: CredentialId, otp: string) =>
  app.call('verifyAuthCredential', {
    params: { id },
    body: { type: 'EMAIL_OTP', otp, clientPublicKey: newKeyPair().publicKey },
  })

async function passkey() {
  const { id: accountId } = await newWallet(app)
  const { id } = await app.ok('createAuthCredential', { body: standInPasskey(accountId) })
  const ask = async () => {
    const body = { clientPublicKey: newKeyPair().publicKey }
    return (await app.ok('challengeAuthCredential', { params: { id }, body })) as { requestId: string }
  }
  const answer = (requestId: string, signature: string = STAND_IN.assertion) =>
    app.call('verifyAuthCredential', {
      params: { id },
      headers: { 'request-id': requestId },
      body: {
        type: 'PASSKEY',
        assertion: { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature },
      },
    })
  return { ask, answer }
}

describe('the challenge of a passkey', () => {
  it('must be answered within five minutes', async () => {
    const { ask, answer } = await passkey()
    const [soon, late] = [await ask(), await ask()]
    await app.advance({ ms: 5 * 60_000 - 1 })
    expect((await answer(soon.requestId)).status).toBe(200)
    await app.advance({ ms: 1 })
    const refused = await answer(late.requestId)
    expect([refused.status, refused.error.reason]).toEqual([401, 'Invalid passkey signature'])
  })

  it('can only be answered by the passkey that it was issued to; others do not consume it', async () => {
    const [mine, theirs] = [await passkey(), await passkey()]
    const { requestId } = await theirs.ask()
    expect((await mine.answer(requestId)).status).toBe(401)
    for (let i = 0; i < 6; i++) expect((await mine.answer(requestId, 'wrong')).status).toBe(401)
    expect((await theirs.answer(requestId)).status).toBe(200)
  })
})

describe('a code', () => {
  it('is valid to the last millisecond, and not after', async () => {
    const make = async (email: string) => {
      const { id } = await addEmail(app, await newWallet(app), email)
      return { id, otp: await codeFor(app, email) }
    }
    const [soon, late] = [await make('last-moment@example.com'), await make('too-late@example.com')]
    await app.advance({ ms: 5 * 60_000 - 1 })
    expect((await verify(late.id, late.otp)).status).toBe(200)
    await app.advance({ ms: 1 })
    expect((await verify(soon.id, soon.otp)).status).toBe(401)
  })

  it('is valid at the fifth attempt; a used-up code is replaced by a new one with five attempts', async () => {
    const { id } = await addEmail(app, await newWallet(app), 'fifth@example.com')
    const wrong = async (times: number) => {
      for (let i = 0; i < times; i++) expect((await verify(id, 'wrong')).status).toBe(401)
    }
    const first = await codeFor(app, 'fifth@example.com')
    await wrong(4)
    expect((await verify(id, first)).status).toBe(200)
    for (let round = 0; round < 2; round++) {
      await app.ok('challengeAuthCredential', { params: { id } })
      await app.advance({ seconds: 31 })
      const code = await codeFor(app, 'fifth@example.com')
      await wrong(round === 0 ? 5 : 4)
      expect((await verify(id, code)).status).toBe(round === 0 ? 401 : 200)
    }
  })

  it('of one credential is invalid for another', async () => {
    const [mine, theirs] = [await addEmail(app, await newWallet(app)), await newWallet(app)]
    await addEmail(app, theirs, 'theirs@example.com')
    expect((await verify(mine.id, await codeFor(app, 'theirs@example.com'))).status).toBe(401)
  })

  it('gets the same reply when its mail cannot be sent, and is mailed later', async () => {
    const { id: accountId } = await newWallet(app)
    const create = (email: string) =>
      app.call('createAuthCredential', { body: { type: 'EMAIL_OTP', accountId, email } })
    failing = 3
    const { status, body } = await create('away@example.com')
    expect(status).toBe(201)
    expect((await app.call('challengeAuthCredential', { params: { id: body.id } })).status).toBe(200)
    await app.settle()
    expect((await app.ok('listSandboxInbox', { query: { to: 'away@example.com' } })).totalCount).toBe(0)
    await app.advance({ seconds: 10 })
    expect((await verify(body.id, await codeFor(app, 'away@example.com'))).status).toBe(200)
  })
})

describe('a credential', () => {
  it('that was revoked is treated as unknown by every operation', async () => {
    const { wallet, credential } = await walletWithSession(app)
    await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, STAND_IN.signature)
    const params = { id: credential.id }
    await signed(app, 'revokeAuthCredential', { params }, STAND_IN.signature)
    const replies = [
      await app.call('challengeAuthCredential', { params }),
      await verify(credential.id, STAND_IN.otp),
      await app.call('revokeAuthCredential', { params }),
    ]
    expect(replies.map(({ status, error }) => [status, error.code])).toEqual(
      replies.map(() => [404, 'AUTH_METHOD_NOT_FOUND']),
    )
  })

  it('is blocked after 100 wrong codes in a row; another one can replace it', async () => {
    const { wallet, credential } = await walletWithSession(app)
    await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, STAND_IN.signature)
    for (let day = 0; day < 5; day++) {
      for (let i = 0; i < 20; i++) expect((await verify(credential.id, 'wrong')).status).toBe(401)
      expect((await verify(credential.id, STAND_IN.otp)).status, `day ${day}`).toBe(429)
      await app.advance({ days: 1, seconds: 1 })
    }
    await app.advance({ days: 30 })
    expect((await verify(credential.id, STAND_IN.otp)).status).toBe(429)
    await signed(app, 'revokeAuthCredential', { params: { id: credential.id } }, STAND_IN.signature)
    const body = { type: 'EMAIL_OTP' as const, accountId: wallet.id, email: credential.nickname }
    const { body: next } = await signed(app, 'createAuthCredential', { body }, STAND_IN.signature)
    expect((await verify(next.id, STAND_IN.otp)).status).toBe(200)
  })

  it('restarts the count after a correct code', async () => {
    const { credential } = await walletWithSession(app)
    for (let day = 0; day < 7; day++) {
      for (let i = 0; i < 19; i++) expect((await verify(credential.id, 'wrong')).status).toBe(401)
      expect((await verify(credential.id, STAND_IN.otp)).status, `day ${day}`).toBe(200)
      await app.advance({ days: 1, seconds: 1 })
    }
  })
})
