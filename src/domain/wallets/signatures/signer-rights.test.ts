/** Signer tests: a session cannot outlive its time or its wallet, sign twice, or replace a permission. */
import { p256 } from '@noble/curves/nist.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import type { Contract } from '../../../../contract/contract.ts'
import { type CallInput, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { quoteBetween } from '../../../../test/harness/cast.ts'
import {
  challengeOf,
  newKeyPair,
  newWallet,
  openSession,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  standInPasskey,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'
import { bareId } from '../../../core/ids.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { accountMachine, accounts } from '../../accounts/internal-account.ts'
import { balances } from '../../ledger/balance.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
  app.clock.freeze()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const privacy = (id: `InternalAccount:${string}`): CallInput<Contract['updateInternalAccount']> => ({
  params: { id },
  body: { privateEnabled: true },
})
const code = ({ status, error }: { status: number; error: { code?: string } }) => [status, error?.code]

describe('a session', () => {
  it('lasts fifteen minutes, however often it signs in the meantime', async () => {
    const { wallet, session } = await walletWithSession(app)
    const again = () => signed(app, 'updateInternalAccount', privacy(wallet.id), session)
    for (let i = 0; i < 3; i++) {
      expect((await again()).status, `after ${i * 5} minutes`).toBe(200)
      await app.advance({ minutes: 5 })
    }
    expect(code(await again())).toEqual([401, 'UNAUTHORIZED'])
    const { data } = await app.ok('listAuthSessions', { query: { accountId: wallet.id } })
    expect(data).toEqual([])
  })

  it('signs until it expires', async () => {
    const { wallet, session } = await walletWithSession(app)
    await app.advance({ ms: 15 * 60_000 - 1 })
    expect((await signed(app, 'updateInternalAccount', privacy(wallet.id), session)).status).toBe(200)
  })

  it('signs nothing when its customer is deleted, and no other is opened', async () => {
    const { wallet, credential, session } = await walletWithSession(app)
    const challenge = await challengeOf(app, 'updateInternalAccount', privacy(wallet.id))
    await app.ok('deleteCustomerById', { params: { customerId: wallet.customerId as never } })
    const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey))
    const late = await app.call('updateInternalAccount', { ...privacy(wallet.id), headers })
    expect(code(late)).toEqual([409, 'ACCOUNT_NOT_ACTIVE'])
    const verify = await app.call('verifyAuthCredential', {
      params: { id: credential.id },
      body: { type: 'EMAIL_OTP', otp: STAND_IN.otp, clientPublicKey: newKeyPair().publicKey },
    })
    expect(code(verify)).toEqual([409, 'ACCOUNT_NOT_ACTIVE'])
  })

  it('of a frozen wallet exports no key and moves no money, and still revokes other credentials', async () => {
    const { wallet, credential, session } = await walletWithSession(app, 20_000_000)
    await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, STAND_IN.signature)
    const quote = await quoteBetween(app, wallet.id, (await newWallet(app)).id, 5_000_000)
    await app.app.engine.run(app.platform.platformId, (rows) => {
      const _account = rows.get(accounts, bareId(wallet.id))
      move(rows, accountMachine, rows.get(balances, bareId(wallet.id)), 'freeze', { updatedAt: rows.now })
    })
    const input = { params: { id: wallet.id }, body: { clientPublicKey: newKeyPair().publicKey } }
    expect(code(await app.call('exportInternalAccount', input))).toEqual([409, 'ACCOUNT_NOT_ACTIVE'])
    const paid = await app.call('executeQuote', {
      params: { quoteId: quote.id },
      headers: { 'service-wallet-signature': sign(quote.payloadToSign as string, session.privateKey) },
    })
    expect(code(paid), 'nor money').toEqual([409, 'ACCOUNT_NOT_ACTIVE'])
    const revoked = await signed(app, 'revokeAuthCredential', { params: { id: credential.id } }, STAND_IN.signature)
    expect(revoked.status).toBe(204)
  })
})

describe('a signature', () => {
  it('is not accepted again in its other form, which anyone can derive', async () => {
    const { wallet, session } = await walletWithSession(app)
    const challenge = await challengeOf(app, 'updateInternalAccount', privacy(wallet.id))
    const signature = sign(challenge.payloadToSign, session.privateKey)
    const { r, s } = p256.Signature.fromBytes(Buffer.from(signature, 'base64'), 'der')
    const twin = Buffer.from(new p256.Signature(r, p256.Point.Fn.ORDER - s).toBytes('der')).toString('base64')
    const send = (value: string) =>
      app.call('updateInternalAccount', { ...privacy(wallet.id), headers: signatureHeaders(challenge, value) })
    expect(twin).not.toBe(signature)
    expect((await send(twin)).status).toBe(200)
    expect([(await send(signature)).status, (await send(twin)).status]).toEqual([401, 401])
  })

  it('grants no permission: a token with VIEW only is refused before verification, and the signature stays valid', async () => {
    const { wallet, session } = await walletWithSession(app)
    const { clientId, clientSecret } = await app.ok('createToken', { body: { name: 'Looks', permissions: ['VIEW'] } })
    const as = { clientId, clientSecret: clientSecret as string }
    const challenge = await challengeOf(app, 'updateInternalAccount', privacy(wallet.id))
    const signature = sign(challenge.payloadToSign, session.privateKey)
    const send = (who?: typeof as | null) =>
      app.call('updateInternalAccount', {
        ...privacy(wallet.id),
        headers: signatureHeaders(challenge, signature),
        ...(who !== undefined && { as: who }),
      })
    for (let i = 0; i < 6; i++) expect(code(await send(as))).toEqual([403, 'FORBIDDEN'])
    expect((await send(null)).status).toBe(401)
    expect((await send()).status).toBe(200)
  })

  it('is not verified while the token is rate-limited, and stays valid', async () => {
    const busy = await testApp({ cast: false, rateLimit: 10 })
    const { wallet, session } = await walletWithSession(busy)
    const challenge = await challengeOf(busy, 'updateInternalAccount', privacy(wallet.id))
    const send = (signature: string) =>
      busy.call('updateInternalAccount', { ...privacy(wallet.id), headers: signatureHeaders(challenge, signature) })
    for (let status = 0; status !== 429; ) status = (await busy.call('listTokens')).status
    const wrong = await Promise.all(Array.from({ length: 4 }, () => send('nonsense')))
    const [row] = await busy.store.query<{ failures: number }>(
      'select failures from signature_challenges where id = $1',
      [bareId(challenge.requestId)],
    )
    expect(row?.failures, 'counted against it').toBe(wrong.filter(({ status }) => status === 401).length)
    const right = sign(challenge.payloadToSign, session.privateKey)
    let done = await send(right)
    while (done.status === 429) done = await send(right)
    expect(done.status).toBe(200)
    await busy.close()
  })

  it('for one request does not end the challenge for another', async () => {
    const { wallet, session } = await walletWithSession(app)
    const first = await challengeOf(app, 'updateInternalAccount', privacy(wallet.id))
    const taking = { params: { id: wallet.id }, body: { clientPublicKey: newKeyPair().publicKey } }
    expect((await signed(app, 'exportInternalAccount', taking, session)).status).toBe(200)
    const headers = signatureHeaders(first, sign(first.payloadToSign, session.privateKey))
    expect((await app.call('updateInternalAccount', { ...privacy(wallet.id), headers })).status).toBe(200)
  })

  it('is not requested for an invalid request', async () => {
    const { wallet } = await walletWithSession(app)
    const wrong = await app.call('updateInternalAccount', {
      params: { id: wallet.id },
      body: { privateEnabled: 'yes' },
    })
    expect(wrong.status).toBe(400)
    const unknown = await app.call('revokeAuthSession', {
      params: { id: 'Session:019542f5-b3e7-7d02-8000-000000000001' },
    })
    expect(code(unknown)).toEqual([404, 'SESSION_NOT_FOUND'])
  })

  it('names the key of an export and the installation', async () => {
    const { wallet } = await walletWithSession(app)
    const { publicKey } = newKeyPair()
    const input = { params: { id: wallet.id }, body: { clientPublicKey: publicKey } }
    const payload = JSON.parse((await challengeOf(app, 'exportInternalAccount', input)).payloadToSign)
    expect(payload).toMatchObject({
      type: 'CAUSEWAY_WALLET_AUTHORIZATION_V1',
      organizationId: app.platform.platformId,
      operation: 'exportInternalAccount',
      accountIds: [wallet.id],
      parameters: { accountId: wallet.id, clientPublicKey: publicKey },
      request: { method: 'POST', path: `/2025-10-13${pathTo('exportInternalAccount', { id: wallet.id })}` },
    })
    expect(Object.keys(payload)).toEqual(Object.keys(payload).sort())
  })

  it('of one session does not count for another that must sign itself', async () => {
    const { credential, session } = await walletWithSession(app)
    const second = await openSession(app, credential)
    const input = { params: { id: session.id }, body: { clientPublicKey: newKeyPair().publicKey } }
    expect((await signed(app, 'refreshAuthSession', input, second)).status).toBe(401)
    expect((await signed(app, 'refreshAuthSession', input, session)).status).toBe(201)
  })
})
