/** Client key tests: a key serves one wallet and one export, except in the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { newAuthenticator } from '../../../test/harness/authenticator.ts'
import { WALLETS } from '../../../test/harness/samples/wallet-settings.ts'
import {
  addEmail,
  codeFor,
  newKeyPair,
  newWallet,
  opened,
  STAND_IN,
  signed,
} from '../../../test/harness/samples/wallets.ts'
import { walletProviders } from '../../composition/providers/wallet-providers.ts'
import { wallClock } from '../../core/clock.ts'
import { bareId } from '../../core/ids.ts'

/** Accepts only real proofs, as production does. */
let strict: TestApp
let sandbox: TestApp
const lines: string[] = []
beforeAll(async () => {
  const real = walletProviders(WALLETS, { clock: { now: wallClock }, isSandbox: true })
  strict = await testApp({
    cast: false,
    logTo: (line) => lines.push(line),
    providers: (usual) => ({ ...usual, ...real, sendMail: usual.sendMail }),
  })
  sandbox = await testApp({ cast: false })
})
afterAll(async () => {
  await strict.close()
  await sandbox.close()
})

let mails = 0
/** Signs in to a new or an existing wallet with a key. */
async function signIn(app: TestApp, clientPublicKey: string, wallet?: Awaited<ReturnType<typeof newHolder>>) {
  const { id, email } = wallet ?? (await newHolder(app))
  const otp = app === strict ? await freshCode(app, id, email) : STAND_IN.otp
  return app.call('verifyAuthCredential', { params: { id }, body: { type: 'EMAIL_OTP', otp, clientPublicKey } })
}
async function newHolder(app: TestApp) {
  const wallet = await newWallet(app)
  const email = `client-key-${++mails}@example.com`
  return { accountId: wallet.id, email, id: (await addEmail(app, wallet, email)).id }
}
async function freshCode(app: TestApp, id: `AuthMethod:${string}`, email: string) {
  await app.advance({ seconds: 31 })
  await app.ok('challengeAuthCredential', { params: { id } })
  await app.settle()
  return codeFor(app, email)
}
const REFUSED = [400, 'INVALID_INPUT', 'clientPublicKey']
const refusal = ({ status, error }: { status: number; error: any }) => [
  status,
  error?.code,
  error?.details?.errors?.[0]?.field,
]

describe("a client's key", () => {
  it('that another wallet has used opens no session, in either spelling', async () => {
    const { publicKey } = newKeyPair()
    expect((await signIn(strict, publicKey)).status).toBe(200)
    expect(refusal(await signIn(strict, publicKey))).toEqual(REFUSED)
    expect(refusal(await signIn(strict, publicKey.toUpperCase()))).toEqual(REFUSED)
  })

  it('may be used again by the same wallet, which is logged', async () => {
    const holder = await newHolder(strict)
    const { publicKey } = newKeyPair()
    const noted = () => lines.filter((line) => line.includes('a client reused a key pair'))
    expect((await signIn(strict, publicKey, holder)).status).toBe(200)
    await strict.settle()
    expect(noted()).toEqual([])
    expect((await signIn(strict, publicKey, holder)).status).toBe(200)
    await strict.settle()
    expect(noted().map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 40,
        platformId: strict.platform.platformId,
        accountId: bareId(holder.accountId),
      }),
    ])
    expect(noted()[0]).not.toContain(publicKey)
  })

  it('that is refused consumes nothing: the same code opens a session for a new key', async () => {
    const used = newKeyPair().publicKey
    await signIn(strict, used)
    const { id, email } = await newHolder(strict)
    const otp = await freshCode(strict, id, email)
    const verify = (clientPublicKey: string) =>
      strict.call('verifyAuthCredential', { params: { id }, body: { type: 'EMAIL_OTP', otp, clientPublicKey } })
    expect(refusal(await verify(used))).toEqual(REFUSED)
    expect((await verify(newKeyPair().publicKey)).status).toBe(200)
  })

  it('of one wallet serves one of two that use it at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const holders = [await newHolder(strict), await newHolder(strict)]
      const codes = await Promise.all(holders.map(({ email }) => codeFor(strict, email)))
      const { publicKey } = newKeyPair()
      const replies = await Promise.all(
        holders.map(({ id }, i) =>
          strict.call('verifyAuthCredential', {
            params: { id },
            body: { type: 'EMAIL_OTP', otp: codes[i] as string, clientPublicKey: publicKey },
          }),
        ),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    }
  })

  it('that another wallet has used gets no passkey challenge and refreshes no session', async () => {
    const { publicKey: used } = newKeyPair()
    await signIn(strict, used)
    const [device, { id: accountId }] = [newAuthenticator(), await newWallet(strict)]
    const challenge = Buffer.alloc(32, 5).toString('base64url')
    const { id } = await strict.ok('createAuthCredential', {
      body: {
        type: 'PASSKEY',
        accountId,
        nickname: 'Phone',
        challenge,
        attestation: device.register(challenge),
      } as never,
    })
    const ask = (clientPublicKey: string) =>
      strict.call('challengeAuthCredential', { params: { id }, body: { clientPublicKey } })
    expect(refusal(await ask(used))).toEqual(REFUSED)
    expect((await ask(newKeyPair().publicKey)).status).toBe(200)

    const client = newKeyPair()
    const session = opened((await signIn(strict, client.publicKey)).body, client)
    const refresh = (clientPublicKey: string) => ({ params: { id: session.id }, body: { clientPublicKey } })
    expect(refusal(await strict.call('refreshAuthSession', refresh(used)))).toEqual(REFUSED)
    expect((await signed(strict, 'refreshAuthSession', refresh(newKeyPair().publicKey), session)).status).toBe(201)
  })

  it('serves one export, and none if it was used before', async () => {
    const [client, fresh] = [newKeyPair(), newKeyPair()]
    const { body } = await signIn(strict, client.publicKey)
    const session = opened(body, client)
    const input = (clientPublicKey: string) => ({ params: { id: session.accountId }, body: { clientPublicKey } })
    expect(refusal(await strict.call('exportInternalAccount', input(client.publicKey)))).toEqual(REFUSED)
    expect((await signed(strict, 'exportInternalAccount', input(fresh.publicKey), session)).status).toBe(200)
    expect(refusal(await strict.call('exportInternalAccount', input(fresh.publicKey)))).toEqual(REFUSED)
    expect(refusal(await signIn(strict, fresh.publicKey))).toEqual(REFUSED)
  })

  it('may be shared by everything in the sandbox', async () => {
    const client = newKeyPair()
    for (let i = 0; i < 3; i++) {
      const session = opened((await signIn(sandbox, client.publicKey)).body, client)
      const input = { params: { id: session.accountId }, body: { clientPublicKey: client.publicKey } }
      expect((await signed(sandbox, 'exportInternalAccount', input, session)).status).toBe(200)
    }
  })
})
