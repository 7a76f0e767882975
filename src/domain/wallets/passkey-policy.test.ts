/** Wallet policy tests: a nonce, and passkeys for exports, credentials and payments. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, balanceOf } from '../../../test/harness/cast.ts'
import { type Issuer, openIssuer } from '../../../test/harness/issuer.ts'
import { WALLETS } from '../../../test/harness/samples/wallet-settings.ts'
import {
  actingFor,
  challengeOf,
  newKeyPair,
  newWallet,
  opened,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  standInPasskey,
  walletWithSession,
} from '../../../test/harness/samples/wallets.ts'
import { changeWalletPolicy } from '../../operator/platforms.ts'
import type { WalletPolicy } from '../platform/platform.ts'

let issuer: Issuer
let app: TestApp
let dollars: `InternalAccount:${string}`
beforeAll(async () => {
  issuer = await openIssuer()
  app = await testApp({ wallets: { ...WALLETS, oidcIssuers: [{ issuer: issuer.issuer, clientIds: [] }] } })
  dollars = (await accountOf(app, 'northwind', 'USD')).id
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
  await issuer.close()
})

const USUAL: WalletPolicy = { requireNonce: false, requirePasskeyFor: [], paymentsAbove: 0 }
const set = (policy: Partial<WalletPolicy>) =>
  changeWalletPolicy(app.app, app.platform.platformId, { ...USUAL, ...policy })
const code = ({ status, error }: { status: number; error: { code?: string } }) => [status, error?.code]
const FORBIDDEN = [403, 'FORBIDDEN']
const NOT_SIGNED = [401, 'UNAUTHORIZED']

/** A wallet with an email credential and a passkey. */
async function withPasskey(amount?: number) {
  const { wallet, credential: mail, session: byMail } = await walletWithSession(app, amount)
  const { body: passkey } = await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, byMail)
  const client = newKeyPair()
  const params = { id: passkey.id }
  const asked = await app.ok('challengeAuthCredential', { params, body: { clientPublicKey: client.publicKey } })
  const assertion = { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature: STAND_IN.assertion }
  const session = await app.ok('verifyAuthCredential', {
    params,
    headers: { 'request-id': (asked as { requestId: string }).requestId },
    body: { type: 'PASSKEY', assertion },
  })
  return { wallet, mail, passkey, byMail, byPasskey: opened(session, client) }
}
const take = (id: `InternalAccount:${string}`) => ({
  params: { id },
  body: { clientPublicKey: newKeyPair().publicKey },
})

describe('an export reserved for passkeys', () => {
  beforeAll(() => set({ requirePasskeyFor: ['EXPORT'] }))

  it('is signed only with the passkey, and refused for a wallet without one', async () => {
    const { wallet, byMail, byPasskey } = await withPasskey()
    const input = take(wallet.id)
    const challenge = await challengeOf(app, 'exportInternalAccount', input)
    const send = (privateKey: string) =>
      app.call('exportInternalAccount', {
        ...input,
        headers: signatureHeaders(challenge, sign(challenge.payloadToSign, privateKey)),
      })
    expect(code(await send(byMail.privateKey))).toEqual(NOT_SIGNED)
    expect((await send(byPasskey.privateKey)).status).toBe(200)
    const without = await walletWithSession(app)
    expect(code(await app.call('exportInternalAccount', take(without.wallet.id)))).toEqual(FORBIDDEN)
  })

  it('applies as soon as it is set, also to open challenges', async () => {
    await set({})
    const { wallet, byMail } = await withPasskey()
    const input = take(wallet.id)
    const challenge = await challengeOf(app, 'exportInternalAccount', input)
    await set({ requirePasskeyFor: ['EXPORT'] })
    const late = await app.call('exportInternalAccount', {
      ...input,
      headers: signatureHeaders(challenge, sign(challenge.payloadToSign, byMail.privateKey)),
    })
    expect(code(late)).toEqual(NOT_SIGNED)
  })

  it("does not affect other platforms' wallets or other signed operations", async () => {
    const { wallet, session } = await walletWithSession(app)
    const input = { params: { id: wallet.id }, body: { privateEnabled: true } }
    expect((await signed(app, 'updateInternalAccount', input, session)).status).toBe(200)
    const theirs = actingFor(app, await app.anotherPlatform())
    const their = await walletWithSession(theirs)
    expect((await signed(theirs, 'exportInternalAccount', take(their.wallet.id), their.session)).status).toBe(200)
  })
})

describe('credentials reserved for passkeys', () => {
  beforeAll(() => set({ requirePasskeyFor: ['CREDENTIALS'] }))
  const account = async (id: `InternalAccount:${string}`, login: string) => ({
    body: { type: 'OAUTH' as const, accountId: id, oidcToken: await issuer.signIn(login) },
  })

  it('are changed only by the passkey, once there is one', async () => {
    const { wallet, mail, byMail, byPasskey } = await withPasskey()
    const more = await account(wallet.id, 'more')
    expect(code(await signed(app, 'createAuthCredential', more, byMail))).toEqual(NOT_SIGNED)
    expect((await signed(app, 'createAuthCredential', more, byPasskey)).status).toBe(201)
    const revoked = await signed(app, 'revokeAuthCredential', { params: { id: mail.id } }, byPasskey)
    expect(revoked.status).toBe(204)
  })

  it('include the passkey itself: a thief with the mailbox cannot replace it', async () => {
    const { passkey } = await withPasskey()
    const gone = await app.call('revokeAuthCredential', { params: { id: passkey.id } })
    expect(code(gone)).toEqual(FORBIDDEN)
    await set({})
    expect((await app.call('revokeAuthCredential', { params: { id: passkey.id } })).status).toBe(202)
    await set({ requirePasskeyFor: ['CREDENTIALS'] })
  })

  it("include the address of codes, when the customer's is changed", async () => {
    const { wallet, byMail, byPasskey, mail } = await withPasskey()
    const customerId = wallet.customerId as `Customer:${string}`
    const change = (email: string) => ({ params: { customerId }, body: { customerType: 'INDIVIDUAL', email } })
    await app.ok('updateCustomerById', change(mail.nickname))
    expect(code(await signed(app, 'updateCustomerById', change('thief@example.com'), byMail))).toEqual(NOT_SIGNED)
    const moved = await signed(app, 'updateCustomerById', change('moved-by-passkey@example.com'), byPasskey)
    expect(moved.status, moved.text).toBe(200)
  })
})

describe('payments reserved for passkeys above an amount', () => {
  beforeAll(() => set({ requirePasskeyFor: ['PAYMENT'], paymentsAbove: 10_000_000 }))
  const quote = (accountId: string, lockedCurrencyAmount: number) =>
    app.call('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: dollars },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount,
      },
    })
  const pay = (made: Awaited<ReturnType<typeof quote>>, privateKey: string) =>
    app.call('executeQuote', {
      params: { quoteId: made.body.id },
      headers: { 'service-wallet-signature': sign(made.body.payloadToSign as string, privateKey) },
    })

  it('are signed by any session up to it, and above it only by the passkey', async () => {
    const { wallet, byMail, byPasskey } = await withPasskey(50_000_000)
    expect((await pay(await quote(wallet.id, 10_000_000), byMail.privateKey)).status).toBe(200)
    const large = await quote(wallet.id, 10_000_001)
    expect(code(await pay(large, byMail.privateKey))).toEqual(NOT_SIGNED)
    expect(await balanceOf(app, wallet)).toBe(40_000_000)
    expect((await pay(large, byPasskey.privateKey)).status).toBe(200)
  })

  it("stay reserved when the quote's challenge is used up by invalid signatures", async () => {
    const { wallet, byMail, byPasskey } = await withPasskey(50_000_000)
    const large = await quote(wallet.id, 20_000_000)
    for (let i = 0; i < 5; i++) expect(code(await pay(large, byMail.privateKey))).toEqual(NOT_SIGNED)
    const input = { params: { quoteId: large.body.id } }
    const challenge = await challengeOf(app, 'executeQuote', input)
    const send = (privateKey: string) =>
      app.call('executeQuote', {
        ...input,
        headers: signatureHeaders(challenge, sign(challenge.payloadToSign, privateKey)),
      })
    expect(code(await send(byMail.privateKey))).toEqual(NOT_SIGNED)
    expect((await send(byPasskey.privateKey)).status).toBe(200)
  })

  it('include quotes that were created before it was set', async () => {
    await set({})
    const { wallet, byMail } = await withPasskey(50_000_000)
    const large = await quote(wallet.id, 20_000_000)
    await set({ requirePasskeyFor: ['PAYMENT'], paymentsAbove: 10_000_000 })
    expect(code(await pay(large, byMail.privateKey))).toEqual(NOT_SIGNED)
  })

  it('are refused for a wallet without a passkey', async () => {
    const { wallet, session } = await walletWithSession(app, 50_000_000)
    expect(code(await quote(wallet.id, 10_000_001))).toEqual(FORBIDDEN)
    expect((await pay(await quote(wallet.id, 9_000_000), session.privateKey)).status).toBe(200)
  })
})

describe('a required nonce', () => {
  it('binds every token to the client key that requested it', async () => {
    const { id: accountId } = await newWallet(app)
    const { id } = await app.ok('createAuthCredential', {
      body: { type: 'OAUTH', accountId, oidcToken: await issuer.signIn('norbert') },
    })
    const { publicKey: clientPublicKey } = newKeyPair()
    const verify = async (nonce?: string) =>
      app.call('verifyAuthCredential', {
        params: { id },
        body: { type: 'OAUTH', oidcToken: await issuer.signIn('norbert', nonce), clientPublicKey },
      })
    await set({ requireNonce: true })
    const bare = await verify()
    expect([bare.status, bare.error.reason]).toEqual([401, 'Invalid OIDC token'])
    expect((await verify(createHash('sha256').update(clientPublicKey).digest('hex'))).status).toBe(200)
    await set({})
    expect((await verify(undefined)).status).toBe(200)
  })
})

describe('the policy', () => {
  it.each([-1, 0.5, Number.NaN])('has no amount of %s', async (paymentsAbove) => {
    await expect(set({ paymentsAbove })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('must be for an existing platform', async () => {
    await expect(changeWalletPolicy(app.app, 'unknown', USUAL)).rejects.toMatchObject({ code: 'PLATFORM_NOT_FOUND' })
  })

  it('changes nothing where nothing was set', async () => {
    await set({})
    const { wallet, session } = await walletWithSession(app)
    expect((await signed(app, 'exportInternalAccount', take(wallet.id), session)).status).toBe(200)
  })
})
