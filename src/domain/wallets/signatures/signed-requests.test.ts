import { hpkeDecrypt } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import type { Contract, OperationId } from '../../../../contract/contract.ts'
import type { SignedRequestChallenge } from '../../../../contract/wallets/wallet-keys.ts'
import { type CallInput, type Reply, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { readingOf } from '../../../../test/harness/rails.ts'
import {
  addEmail,
  challengeOf,
  codeFor,
  NOT_SIGNED,
  newKeyPair,
  newWallet,
  type OpenSession,
  opened,
  openSession,
  refusal,
  STAND_IN,
  sign,
  signatureHeaders,
  signed,
  stamp,
  standInPasskey,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'
import { bareId } from '../../../core/ids.ts'
import { listObjectEvents } from '../../events/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

/** Changing the privacy: the simplest signed request. */
const privacy = (accountId: string, privateEnabled = true): CallInput<Contract['updateInternalAccount']> => ({
  params: { id: accountId as never },
  body: { privateEnabled },
})
const answer = (accountId: string, challenge: SignedRequestChallenge, signature: string, privateEnabled = true) =>
  app.call('updateInternalAccount', {
    ...privacy(accountId, privateEnabled),
    headers: signatureHeaders(challenge, signature),
  })

describe('a signed request', () => {
  let accountId: string
  let session: OpenSession
  beforeAll(async () => {
    const made = await walletWithSession(app)
    ;[accountId, session] = [made.wallet.id, made.session]
  })
  const ask = () => challengeOf(app, 'updateInternalAccount', privacy(accountId))

  it('is answered with a readable, canonical payload, valid for five minutes', async () => {
    const { payloadToSign, requestId, expiresAt } = await ask()
    const payload = JSON.parse(payloadToSign)
    expect(payloadToSign).toBe(JSON.stringify(sorted(payload)))
    expect(payload).toMatchObject({
      operation: 'updateInternalAccount',
      organizationId: app.platform.platformId,
      statement: `Hide the history of the wallet ${accountId}.`,
      parameters: { accountId, privateEnabled: true },
      request: { method: 'PATCH', path: `/2025-10-13${pathTo('updateInternalAccount', { id: accountId })}` },
      requestId,
      expiresAt,
    })
    expect(payload.request.bodyHash).toMatch(/^[0-9a-f]{64}$/)
    expect(Date.parse(expiresAt) - Date.parse(payload.issuedAt)).toBe(5 * 60_000)
  })

  it.each([
    ['base64 of DER', sign],
    ['an API-key stamp', stamp],
  ])('is accepted with a signature as %s, which spends its challenge', async (_form, form) => {
    const challenge = await ask()
    const signature = form(challenge.payloadToSign, session.privateKey)
    const done = await answer(accountId, challenge, signature)
    expect(done.status, done.text).toBe(200)
    expect(done.body).toMatchObject({ id: accountId, privateEnabled: true })
    expect(refusal(await answer(accountId, challenge, signature))).toEqual(NOT_SIGNED)
  })

  it('accepts the header under its other name', async () => {
    const challenge = await ask()
    const { status } = await app.call('updateInternalAccount', {
      ...privacy(accountId),
      headers: {
        'grid-wallet-signature': sign(challenge.payloadToSign, session.privateKey),
        'request-id': challenge.requestId,
      },
    })
    expect(status).toBe(200)
  })

  it('has one effect when it is sent 64 times concurrently', async () => {
    const challenge = await ask()
    const signature = sign(challenge.payloadToSign, session.privateKey)
    const replies = await Promise.all(Array.from({ length: 64 }, () => answer(accountId, challenge, signature)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(63)
  })

  it('is refused with the same text for every fault of its challenge', async () => {
    const other = await walletWithSession(app)
    const otherPlatform = await app.anotherPlatform()
    const mine = await ask()
    const theirs = await challengeOf(app, 'updateInternalAccount', privacy(other.wallet.id))
    const signature = sign(mine.payloadToSign, session.privateKey)
    const unknown = { ...mine, requestId: 'Request:019542f5-b3e7-7d02-8000-000000000001' as const }
    const spent = await ask()
    await answer(accountId, spent, sign(spent.payloadToSign, session.privateKey))
    const expired = await ask()
    const expiredSignature = sign(expired.payloadToSign, session.privateKey)

    const texts = [
      await answer(accountId, unknown, signature),
      await answer(accountId, { ...mine, requestId: 'nonsense' as never }, signature),
      await answer(accountId, theirs, sign(theirs.payloadToSign, other.session.privateKey)),
      await answer(accountId, spent, sign(spent.payloadToSign, session.privateKey)),
    ]
    const foreign = await app.call('updateInternalAccount', {
      ...privacy(accountId),
      headers: signatureHeaders(mine, signature),
      as: otherPlatform,
    })
    await app.advance({ minutes: 5 })
    texts.push(await answer(accountId, expired, expiredSignature), foreign)
    expect(texts.map(refusal)).toEqual(texts.map(() => NOT_SIGNED))
    expect(new Set(texts.map(({ error }) => JSON.stringify(error))).size).toBe(1)
    session = await openSession(
      app,
      (await app.ok('listAuthCredentials', { query: { accountId: accountId as never } })).data[0] as never,
    )
  })

  it('is refused with a body, path or method other than the challenged one', async () => {
    const challenge = await ask()
    const signature = sign(challenge.payloadToSign, session.privateKey)
    expect((await answer(accountId, challenge, signature, false)).status).toBe(401)
    const elsewhere = await app.call('exportInternalAccount', {
      params: { id: accountId as never },
      body: { clientPublicKey: newKeyPair().publicKey },
      headers: signatureHeaders(challenge, signature),
    })
    expect(elsewhere.status).toBe(401)
    expect((await answer(accountId, challenge, signature)).status, 'and is still good for what it was for').toBe(200)
  })

  it.each([
    ['the signature of another text', () => sign('another text', session.privateKey), 'WALLET_SIGNATURE_INVALID'],
    ['a signature by another key', (text: string) => sign(text, newKeyPair().privateKey), 'WALLET_SIGNATURE_INVALID'],
    ['a stamp by another key', (text: string) => stamp(text, newKeyPair().privateKey), 'WALLET_SIGNATURE_INVALID'],
    [
      'base64 with more padding than it needs',
      (text: string) => `${sign(text, session.privateKey)}=`,
      'WALLET_SIGNATURE_MALFORMED',
    ],
    ['a text that is not a signature', () => 'nonsense', 'WALLET_SIGNATURE_MALFORMED'],
  ])('is refused with %s, and the challenge survives', async (_what, make, fault) => {
    const challenge = await ask()
    const refused = await answer(accountId, challenge, make(challenge.payloadToSign))
    expect(refusal(refused)).toEqual(NOT_SIGNED)
    expect(refused.error.details).toEqual({ reason: NOT_SIGNED.reason, fault })
    expect((await answer(accountId, challenge, sign(challenge.payloadToSign, session.privateKey))).status).toBe(200)
  })

  it('stays valid until it expires, whatever is requested after it', async () => {
    const first = await ask()
    const other = await challengeOf(app, 'updateInternalAccount', privacy(accountId, false))
    const second = await ask()
    for (const [challenge, privateEnabled] of [[second], [first], [other, false]] as const) {
      const signature = sign(challenge.payloadToSign, session.privateKey)
      const done = await answer(accountId, challenge, signature, privateEnabled)
      expect(done.status, done.text).toBe(200)
    }
  })

  it('survives four invalid signatures; after five it accepts no valid one', async () => {
    const challenge = await ask()
    for (let i = 0; i < 5; i++) expect((await answer(accountId, challenge, 'nonsense')).status).toBe(401)
    const right = sign(challenge.payloadToSign, session.privateKey)
    expect(refusal(await answer(accountId, challenge, right))).toEqual(NOT_SIGNED)
  })

  it('needs both headers', async () => {
    const challenge = await ask()
    const send = (headers: Record<string, string>) =>
      app.call('updateInternalAccount', { ...privacy(accountId), headers })
    const noSignature = await send({ 'request-id': challenge.requestId })
    const noRequest = await send({ 'service-wallet-signature': sign(challenge.payloadToSign, session.privateKey) })
    expect(noSignature.error.details.fault).toBe('WALLET_SIGNATURE_MISSING')
    expect(noRequest.error.details.fault).toBe('REQUEST_ID_MISSING')
    expect([refusal(noSignature), refusal(noRequest)]).toEqual([NOT_SIGNED, NOT_SIGNED])
  })

  it('is repeated under an Idempotency-Key, although its challenge is spent; the challenge itself is never stored', async () => {
    const key = 'signed-once'
    const send = (headers = {}) => app.call('updateInternalAccount', { ...privacy(accountId), key, headers })
    const first = await send()
    expect(first.status).toBe(202)
    const challenge = first.body as unknown as SignedRequestChallenge
    const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey))
    const [done, again, unsigned] = [await send(headers), await send(headers), await send()]
    expect(done.status).toBe(200)
    for (const replay of [again, unsigned]) {
      expect(replay.text).toBe(done.text)
      expect(replay.headers.get('idempotent-replayed')).toBe('true')
    }
  })

  it('has at most 20 open challenges, however often the same request is repeated', async () => {
    const { wallet, session } = await walletWithSession(app)
    for (let i = 0; i < 30; i++) await challengeOf(app, 'updateInternalAccount', privacy(wallet.id))
    // Many different requests: one for each customer's session.
    const credential = (await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })).data[0]
    const sessions = [
      session,
      ...(await Promise.all(Array.from({ length: 20 }, () => openSession(app, credential as never)))),
    ]
    const replies = await Promise.all(sessions.map(({ id }) => app.call('revokeAuthSession', { params: { id } })))
    const limited = replies.filter(({ status }) => status === 429)
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(19)
    expect(limited).toHaveLength(2)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await app.advance({ minutes: 5 })
    await challengeOf(app, 'updateInternalAccount', privacy(wallet.id, false))
  })
})

/** JSON with its fields sorted by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  )
}

describe('the value accepted as a signature in the sandbox', () => {
  it('is accepted by every signed operation, and no other value is', async () => {
    const { wallet, credential, session } = await walletWithSession(app, 50_000_000)
    await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, STAND_IN.signature)
    const { customerId } = wallet
    const customer = await app.ok('getCustomerById', { params: { customerId: customerId as never } })
    const requests: [OperationId, CallInput<any>, number][] = [
      ['updateInternalAccount', privacy(wallet.id), 200],
      ['exportInternalAccount', { params: { id: wallet.id }, body: { clientPublicKey: newKeyPair().publicKey } }, 200],
      ['refreshAuthSession', { params: { id: session.id }, body: { clientPublicKey: newKeyPair().publicKey } }, 201],
      ['revokeAuthSession', { params: { id: session.id } }, 204],
      ['revokeAuthCredential', { params: { id: credential.id } }, 204],
    ]
    expect(customer.isDeleted).toBe(false)
    const send = app.call as (id: OperationId, input: object) => Promise<Reply<any>>
    for (const [id, input, status] of requests) {
      const challenge = await challengeOf(app, id, input)
      const wrong = await send(id, {
        ...input,
        headers: signatureHeaders(challenge, 'sandbox-invalid-signature'),
      })
      expect(refusal(wrong), id).toEqual(NOT_SIGNED)
      expect(wrong.error.details.reason).toBe(NOT_SIGNED.reason)
      const right = await send(id, {
        ...input,
        headers: signatureHeaders(challenge, STAND_IN.signature),
      })
      expect(right.status, `${id} ${right.text}`).toBe(status)
    }
  })
})

describe('revokeAuthSession', () => {
  it('is signed by any session of the wallet, including the one that ends; then it is unknown', async () => {
    const { credential, session } = await walletWithSession(app)
    const second = await openSession(app, credential)
    const params = { id: session.id }
    expect((await signed(app, 'revokeAuthSession', { params }, second)).status).toBe(204)
    const again = await app.call('revokeAuthSession', { params })
    expect([again.status, again.error.code]).toEqual([404, 'SESSION_NOT_FOUND'])
    const own = await signed(app, 'revokeAuthSession', { params: { id: second.id } }, second)
    expect(own.status).toBe(204)
    expect((await app.ok('listAuthSessions', { query: { accountId: session.accountId } })).data).toEqual([])
  })

  it.each(['another session', 'itself'])('ends the right to sign immediately, revoked by %s', async (by) => {
    const { wallet, credential, session } = await walletWithSession(app)
    const second = await openSession(app, credential)
    for (const signer of [second, session]) {
      const { status } = await signed(app, 'updateInternalAccount', privacy(wallet.id), signer)
      expect(status, 'every session signs, in any order').toBe(200)
    }
    const challenge = await challengeOf(app, 'updateInternalAccount', privacy(wallet.id))
    await signed(app, 'revokeAuthSession', { params: { id: session.id } }, by === 'itself' ? session : second)
    const late = await answer(wallet.id, challenge, sign(challenge.payloadToSign, session.privateKey))
    expect(refusal(late)).toEqual(NOT_SIGNED)
  })
})

describe('refreshAuthSession', () => {
  const refresh = (id: string, clientPublicKey: string) => ({ params: { id: id as never }, body: { clientPublicKey } })

  it('opens another session, signed by the session itself; the old one lasts until it expires', async () => {
    const { credential, session } = await walletWithSession(app)
    const second = await openSession(app, credential)
    const client = newKeyPair()
    const byAnother = await signed(app, 'refreshAuthSession', refresh(session.id, client.publicKey), second)
    expect(refusal(byAnother)).toEqual(NOT_SIGNED)
    const { status, body, text } = await signed(
      app,
      'refreshAuthSession',
      refresh(session.id, client.publicKey),
      session,
    )
    expect(status, text).toBe(201)
    const next = opened(body, client)
    expect(next.id).not.toBe(session.id)
    const { data } = await app.ok('listAuthSessions', { query: { accountId: session.accountId } })
    expect(data.map(({ id }) => id)).toEqual([session.id, second.id, next.id])
    expect((await signed(app, 'updateInternalAccount', privacy(session.accountId), next)).status).toBe(200)
  })

  it('is too late after fifteen minutes, and requires the same key in both calls', async () => {
    const { session } = await walletWithSession(app)
    const challenge = await challengeOf(app, 'refreshAuthSession', refresh(session.id, newKeyPair().publicKey))
    const otherKey = await app.call('refreshAuthSession', {
      ...refresh(session.id, newKeyPair().publicKey),
      headers: signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey)),
    })
    expect(refusal(otherKey)).toEqual(NOT_SIGNED)
    await app.advance({ minutes: 15 })
    const late = await app.call('refreshAuthSession', refresh(session.id, newKeyPair().publicKey))
    expect(late.status).toBe(401)
    expect((await app.ok('listAuthSessions', { query: { accountId: session.accountId } })).data).toEqual([])
  })
})

describe('revokeAuthCredential', () => {
  /** A wallet with an email and a passkey, each with a session. */
  async function two() {
    const { wallet, credential: mail, session: bySession } = await walletWithSession(app)
    const { body: passkey } = await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, bySession)
    const client = newKeyPair()
    const asked = await app.ok('challengeAuthCredential', {
      params: { id: passkey.id },
      body: { clientPublicKey: client.publicKey },
    })
    const assertion = { credentialId: 'x', clientDataJson: 'x', authenticatorData: 'x', signature: STAND_IN.assertion }
    const session = await app.ok('verifyAuthCredential', {
      params: { id: passkey.id },
      headers: { 'request-id': (asked as { requestId: string }).requestId },
      body: { type: 'PASSKEY', assertion },
    })
    return { wallet, mail, passkey, mailSession: bySession, passkeySession: opened(session, client) }
  }

  it('is signed by a session of another credential, never by one of its own', async () => {
    const { wallet, mail, mailSession, passkeySession } = await two()
    const params = { id: mail.id }
    const challenge = await challengeOf(app, 'revokeAuthCredential', { params })
    const send = ({ privateKey }: OpenSession) => {
      const headers = signatureHeaders(challenge, sign(challenge.payloadToSign, privateKey))
      return app.call('revokeAuthCredential', { params, headers })
    }
    expect(refusal(await send(mailSession))).toEqual(NOT_SIGNED)
    expect((await send(passkeySession)).status, 'nothing was spent by that').toBe(204)
    const { data } = await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })
    expect(data.map(({ type }) => type)).toEqual(['PASSKEY'])
  })

  it('ends the sessions, challenges and codes of the credential', async () => {
    const { wallet, mail, mailSession, passkeySession } = await two()
    await app.ok('challengeAuthCredential', { params: { id: mail.id } })
    const challenge = await challengeOf(app, 'updateInternalAccount', privacy(wallet.id))
    await signed(app, 'revokeAuthCredential', { params: { id: mail.id } }, passkeySession)
    const late = await answer(wallet.id, challenge, sign(challenge.payloadToSign, mailSession.privateKey))
    expect(refusal(late)).toEqual(NOT_SIGNED)
    const { data } = await app.ok('listAuthSessions', { query: { accountId: wallet.id } })
    expect(data.map(({ id }) => id)).toEqual([passkeySession.id])
    const verify = await app.call('verifyAuthCredential', {
      params: { id: mail.id },
      body: { type: 'EMAIL_OTP', otp: STAND_IN.otp, clientPublicKey: newKeyPair().publicKey },
    })
    expect([verify.status, verify.error.code]).toEqual([404, 'AUTH_METHOD_NOT_FOUND'])
  })

  it('leaves one credential', async () => {
    const { credential } = await walletWithSession(app)
    const { status, error } = await app.call('revokeAuthCredential', { params: { id: credential.id } })
    expect([status, error.code]).toEqual([400, 'LAST_CREDENTIAL'])
  })

  it('leaves one credential even when each revokes the other concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const { wallet, mail, passkey, mailSession, passkeySession } = await two()
      const [a, b] = await Promise.all([
        signed(app, 'revokeAuthCredential', { params: { id: mail.id } }, passkeySession),
        signed(app, 'revokeAuthCredential', { params: { id: passkey.id } }, mailSession),
      ])
      expect([a.status, b.status].filter((status) => status === 204)).toHaveLength(1)
      expect((await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })).data).toHaveLength(1)
    }
  })

  it('allows another credential of its type', async () => {
    const { wallet, passkey, mailSession } = await two()
    await signed(app, 'revokeAuthCredential', { params: { id: passkey.id } }, mailSession)
    const again = await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, mailSession)
    expect(again.status, again.text).toBe(201)
  })
})

describe('exportInternalAccount', () => {
  const request = (id: string, clientPublicKey: string) => ({ params: { id: id as never }, body: { clientPublicKey } })

  it("returns the wallet's phrase to the signed key, in an envelope of the documented form", async () => {
    const { wallet, session } = await walletWithSession(app)
    const client = newKeyPair()
    const { status, body, text } = await signed(
      app,
      'exportInternalAccount',
      request(wallet.id, client.publicKey),
      session,
      stamp,
    )
    expect(status, text).toBe(200)
    expect(body.id).toBe(wallet.id)
    const envelope = JSON.parse(body.encryptedWalletCredentials)
    expect(envelope).toMatchObject({ version: 'v1.0.0', dataSignature: '', enclaveQuorumPublic: '' })
    const data = JSON.parse(Buffer.from(envelope.data, 'hex').toString())
    expect(data.organizationId).toBe(app.platform.platformId)
    const phrase = hpkeDecrypt({
      ciphertextBuf: Buffer.from(data.ciphertext, 'hex'),
      encappedKeyBuf: Buffer.from(data.encappedPublic, 'hex'),
      receiverPriv: client.privateKey,
    })
    expect(Buffer.from(phrase).toString()).toMatch(/^([a-z]+ ){11,23}[a-z]+$/)
  })

  it('emits an event when it is done, without the secret, and none when it is only requested', async () => {
    const { wallet, session } = await walletWithSession(app)
    const told = () => listObjectEvents(readingOf(app.store), app.platform.platformId, bareId(wallet.id))
    await challengeOf(app, 'exportInternalAccount', request(wallet.id, newKeyPair().publicKey))
    expect((await told()).map(({ type }) => type)).not.toContain('INTERNAL_ACCOUNT.EXPORTED')
    const { body } = await signed(app, 'exportInternalAccount', request(wallet.id, newKeyPair().publicKey), session)
    await app.app.engine.drained()
    const [event, ...more] = (await told()).filter(({ type }) => type === 'INTERNAL_ACCOUNT.EXPORTED')
    expect(more).toEqual([])
    expect(JSON.parse(event?.data as string)).toMatchObject({
      id: wallet.id,
      type: 'EMBEDDED_WALLET',
      status: 'ACTIVE',
    })
    expect(event?.data).not.toContain(JSON.parse(body.encryptedWalletCredentials).data)
  })

  it('requires the same key in both calls', async () => {
    const { wallet, session } = await walletWithSession(app)
    const challenge = await challengeOf(app, 'exportInternalAccount', request(wallet.id, newKeyPair().publicKey))
    const other = await app.call('exportInternalAccount', {
      ...request(wallet.id, newKeyPair().publicKey),
      headers: signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey)),
    })
    expect(refusal(other)).toEqual(NOT_SIGNED)
  })

  it('is possible three times a day, and its reply is not stored', async () => {
    const { wallet, session } = await walletWithSession(app)
    const send = () =>
      signed(app, 'exportInternalAccount', { ...request(wallet.id, newKeyPair().publicKey), key: 'export' }, session)
    const replies = []
    for (let i = 0; i < 3; i++) replies.push(await send())
    expect(new Set(replies.map(({ body }) => body.encryptedWalletCredentials)).size).toBe(3)
    const fourth = await app.call('exportInternalAccount', request(wallet.id, newKeyPair().publicKey))
    expect(fourth.status).toBe(429)
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(86_000)
    await app.advance({ days: 1 })
    await challengeOf(app, 'exportInternalAccount', request(wallet.id, newKeyPair().publicKey))
  })

  it('is for wallets only', async () => {
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const reply = await app.call(
      'exportInternalAccount',
      request((data[0] as { id: string }).id, newKeyPair().publicKey),
    )
    expect([reply.status, reply.error.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('updateInternalAccount', () => {
  it('hides and shows the history of a wallet, and requires the flag', async () => {
    const { wallet, session } = await walletWithSession(app)
    expect(wallet.privateEnabled).toBe(false)
    expect((await signed(app, 'updateInternalAccount', privacy(wallet.id), session)).body.privateEnabled).toBe(true)
    expect((await signed(app, 'updateInternalAccount', privacy(wallet.id, false), session)).body.privateEnabled).toBe(
      false,
    )
    const nothing = await app.call('updateInternalAccount', { params: { id: wallet.id }, body: {} })
    expect([nothing.status, nothing.error.code]).toEqual([400, 'INVALID_INPUT'])
  })

  it('is for wallets only', async () => {
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const reply = await app.call('updateInternalAccount', privacy((data[0] as { id: string }).id))
    expect([reply.status, reply.error.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe("a change of the customer's address", () => {
  /** A customer whose wallet has the customer's own address as a credential. */
  async function tied() {
    const wallet = await newWallet(app)
    const customerId = wallet.customerId as never
    const { email } = await app.ok('getCustomerById', { params: { customerId } })
    const credential = await addEmail(app, wallet, (email as string).toUpperCase())
    return { wallet, customerId, credential, session: await openSession(app, credential) }
  }
  const change = (customerId: string, email: string) => ({
    params: { customerId: customerId as never },
    body: { customerType: 'INDIVIDUAL', email },
  })

  it('is signed by a session of the wallet, and changes customer and credential together', async () => {
    const { wallet, customerId, session } = await tied()
    const emails = async () => {
      const { email } = await app.ok('getCustomerById', { params: { customerId } })
      const { data } = await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })
      return [email, data[0]?.nickname]
    }
    const before = await emails()
    const challenge = await challengeOf(app, 'updateCustomerById', change(customerId, 'new@example.com'))
    expect(await emails()).toEqual(before)
    expect(JSON.parse(challenge.payloadToSign).statement).toContain('new@example.com')
    const done = await app.call('updateCustomerById', {
      ...change(customerId, 'new@example.com'),
      headers: signatureHeaders(challenge, sign(challenge.payloadToSign, session.privateKey)),
    })
    expect(done.status, done.text).toBe(200)
    expect(await emails()).toEqual(['new@example.com', 'new@example.com'])
  })

  it('voids the codes that were mailed to the old address', async () => {
    const { customerId, credential, session } = await tied()
    const old = credential.nickname
    await app.ok('challengeAuthCredential', { params: { id: credential.id } })
    await app.settle()
    const code = await codeFor(app, old)
    await signed(app, 'updateCustomerById', change(customerId, 'moved@example.com'), session)
    const { status } = await app.call('verifyAuthCredential', {
      params: { id: credential.id },
      body: { type: 'EMAIL_OTP', otp: code, clientPublicKey: newKeyPair().publicKey },
    })
    expect(status).toBe(401)
  })

  it('needs no signature where no credential has the address', async () => {
    const wallet = await newWallet(app)
    await addEmail(app, wallet, 'quite-another@example.com')
    const { status } = await app.call('updateCustomerById', change(wallet.customerId as string, 'free@example.com'))
    expect(status).toBe(200)
    const { data } = await app.ok('listAuthCredentials', { query: { accountId: wallet.id } })
    expect(data[0]?.nickname).toBe('quite-another@example.com')
  })

  it('is refused when the credentials differ from the signed ones', async () => {
    const { wallet, customerId, credential, session } = await tied()
    await signed(app, 'createAuthCredential', { body: standInPasskey(wallet.id) }, session)
    const challenge = await challengeOf(app, 'updateCustomerById', change(customerId, 'late@example.com'))
    await signed(app, 'revokeAuthCredential', { params: { id: credential.id } }, STAND_IN.signature)
    const late = await app.call('updateCustomerById', {
      ...change(customerId, 'late@example.com'),
      headers: signatureHeaders(challenge, STAND_IN.signature),
    })
    expect([late.status, late.error.code]).toEqual([409, 'EMAIL_OTP_CREDENTIAL_SET_CHANGED'])
    expect((await app.ok('getCustomerById', { params: { customerId } })).email).not.toBe('late@example.com')
  })
})
