import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../contract/accounts/internal-accounts.ts'
import { type TestApp, testApp } from '../test/harness/app.ts'
import { newAuthenticator } from '../test/harness/authenticator.ts'
import { accountOf, balanceOf, quoteBetween } from '../test/harness/cast.ts'
import { openIssuer } from '../test/harness/issuer.ts'
import { type Client, createClient } from './api.ts'
import { ApiError } from './api-error.ts'
import {
  passkeyCredential,
  requestCode,
  signInWithCode,
  signInWithPasskey,
  signInWithToken,
  type WalletSession,
} from './sign-in.ts'
import { walletOf } from './wallet.ts'

const EMAIL = 'alice@example.com'
const AT_LEAST_30_SECONDS = { seconds: 31 }

describe('the holder of a wallet, with the client alone', () => {
  let app: TestApp
  let api: Client
  let wallet: InternalAccount
  let session: WalletSession
  let tokenCredentialId: `AuthMethod:${string}`
  let credentialId: `AuthMethod:${string}`
  let issuer: Awaited<ReturnType<typeof openIssuer>>

  beforeAll(async () => {
    issuer = await openIssuer()
    app = await testApp({ wallets: { oidcIssuers: [{ issuer: issuer.issuer, clientIds: [] }] } })
    const { clientId, clientSecret } = app.platform
    api = createClient({ baseUrl: app.base, credentials: { clientId, clientSecret } })
    wallet = await accountOf(app, 'alice', 'USDB')
    const body = { type: 'EMAIL_OTP', accountId: wallet.id, email: EMAIL } as const
    credentialId = (await api('createAuthCredential', { body })).id
    await app.settle()
    session = await signInWithCode(api, credentialId, await newestCode())
  })
  afterAll(async () => {
    await app.close()
    await issuer.close()
  })

  async function newestCode(): Promise<string> {
    return (await api('listSandboxInbox', { query: { to: EMAIL } })).data[0]?.codes[0] as string
  }
  const open = () => walletOf({ api, session })
  const isRefused = async (work: Promise<unknown>, status: number) => {
    const error = await work.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).status).toBe(status)
  }

  it('signs in with a code from a mail, and with a new one later', async () => {
    expect(session).toMatchObject({ accountId: wallet.id, id: expect.stringMatching(/^Session:/) })
    await app.advance(AT_LEAST_30_SECONDS)
    const before = await newestCode()
    await requestCode(api, credentialId)
    await app.settle()
    expect(await newestCode()).not.toBe(before)
    session = await signInWithCode(api, credentialId, await newestCode())
    await isRefused(signInWithCode(api, credentialId, before), 401)
  })

  it('pays: the money moves once, however often it is attempted', async () => {
    await app.ok('sandboxFundInternalAccount', { params: { accountId: wallet.id }, body: { amount: 10_000_000 } })
    await app.settle()
    const bank = await accountOf(app, 'alice', 'USD')
    const quote = await quoteBetween(app, wallet.id, bank.id, 5_000_000)
    const paid = await open().executeQuote(quote.id, 'payment-1')
    expect(paid).toMatchObject({ id: quote.id })
    await app.settle()
    expect(await balanceOf(app, wallet)).toBe(5_000_000)
    expect((await open().executeQuote(quote.id, 'payment-1')).id).toBe(quote.id)
    expect(await balanceOf(app, wallet)).toBe(5_000_000)
    expect(await app.audit()).toEqual([])
  })

  it('pays nothing when the person declines', async () => {
    const quote = await quoteBetween(app, wallet.id, (await accountOf(app, 'alice', 'USD')).id, 1_000_000)
    let read = ''
    const review = ({ payloadToSign }: { payloadToSign: string }) => {
      read = payloadToSign
      throw new Error('Too much')
    }
    await expect(walletOf({ api, session, review }).executeQuote(quote.id, 'payment-2')).rejects.toThrow('Too much')
    expect(JSON.parse(read)).toHaveProperty('statement')
    expect(await balanceOf(app, wallet)).toBe(5_000_000)
  })

  it('adds a passkey, signs in with it, and revokes the email credential with it', async () => {
    const device = newAuthenticator({ origin: 'http://localhost:5173', rpId: 'localhost' })
    const challenge = Buffer.alloc(32, 3).toString('base64url')
    const { credentialId: id, clientDataJson, attestationObject } = device.register(challenge)
    const made = { id, response: { clientDataJSON: clientDataJson, attestationObject, transports: ['internal'] } }
    const added = await open().addCredential(passkeyCredential(wallet.id, 'My phone', challenge, made))

    const byMail = session
    session = await signInWithPasskey(api, added.id, async ({ optionsJSON }) => {
      expect(optionsJSON.allowCredentials).toEqual([{ id, type: 'public-key' }])
      const { clientDataJson: clientDataJSON, ...answer } = device.assert(optionsJSON.challenge)
      return { id, response: { clientDataJSON, ...answer } }
    })
    await isRefused(walletOf({ api, session: byMail }).revokeCredential(credentialId), 401)
    await open().revokeCredential(credentialId)
    await isRefused(signInWithCode(api, credentialId, '000000'), 404)
  })

  it("signs in with an issuer's token that is bound to the key", async () => {
    const oidcToken = await issuer.signIn('alice')
    const added = await open().addCredential({ type: 'OAUTH', accountId: wallet.id, oidcToken })
    tokenCredentialId = added.id
    const opened = await signInWithToken(api, added.id, (nonce) => issuer.signIn('alice', nonce))
    expect(opened.accountId).toBe(wallet.id)
    await isRefused(
      signInWithToken(api, added.id, () => issuer.signIn('alice', 'of another key')),
      401,
    )
  })

  it('refreshes the session; ending the old one also ends the new one', async () => {
    const old = session
    session = await open().refresh()
    expect(session.id).not.toBe(old.id)
    expect(session.publicKey).not.toBe(old.publicKey)
    expect(await open().setPrivacy(true)).toMatchObject({ id: wallet.id, privateEnabled: true })
    await walletOf({ api, session: old }).revokeSession()
    await isRefused(walletOf({ api, session: old }).setPrivacy(false), 401)
    await isRefused(open().setPrivacy(false), 401)
    session = await signInWithToken(api, tokenCredentialId, (nonce) => issuer.signIn('alice', nonce))
    expect(await open().setPrivacy(false)).toMatchObject({ id: wallet.id, privateEnabled: false })
  })

  it('exports the mnemonic of the wallet, the same each time', async () => {
    const words = await open().export(undefined)
    expect(words.split(' ')).toHaveLength(12)
    expect(await open().export(undefined)).toBe(words)
  })
})
