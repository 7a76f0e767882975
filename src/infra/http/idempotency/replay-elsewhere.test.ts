/**
 * Replay tests at another process: a key that this process does not know returns the first reply, even where the
 * request acts before its command.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationId } from '../../../../contract/contract.ts'
import {
  type CallInput,
  freshPlace,
  type Place,
  type Reply,
  type TestApp,
  testApp,
} from '../../../../test/harness/app.ts'
import { quoteBetween } from '../../../../test/harness/cast.ts'
import { kind } from '../../../../test/harness/database/database.ts'
import {
  addEmail,
  challengeOf,
  newKeyPair,
  newWallet,
  STAND_IN,
  sign,
  signatureHeaders,
  walletWithSession,
} from '../../../../test/harness/samples/wallets.ts'

const KEY = 'the same'

describe('a request that is repeated with its Idempotency-Key at another process', () => {
  let place: Place
  let first: TestApp
  let second: TestApp
  /** What was requested from the first process, and its reply. */
  const asked = new Map<OperationId, { readonly input: CallInput<any>; readonly reply: Reply<any> }>()

  async function ask(id: OperationId, input: CallInput<any>): Promise<void> {
    asked.set(id, { input, reply: await first.call(id, { ...input, key: KEY } as never) })
  }
  async function askSigned(): Promise<void> {
    const { wallet, session } = await walletWithSession(first, 50_000_000)
    const { data } = await first.ok('listCustomerInternalAccounts', {
      query: { customerId: wallet.customerId as never, currency: 'USD' },
    })
    const quote = await quoteBetween(first, wallet.id, data[0]?.id as string, 5_000_000)
    const payment = { params: { quoteId: quote.id } }
    const asksPayment = await challengeOf(first, 'executeQuote', payment)
    const paid = sign(asksPayment.payloadToSign, session.privateKey)
    await ask('executeQuote', { ...payment, headers: signatureHeaders(asksPayment, paid) })
    const change = { params: { id: wallet.id }, body: { privateEnabled: true } }
    const challenge = await challengeOf(first, 'updateInternalAccount', change)
    const signature = sign(challenge.payloadToSign, session.privateKey)
    await ask('updateInternalAccount', { ...change, headers: signatureHeaders(challenge, signature) })
  }

  beforeAll(async () => {
    place = await freshPlace({ onDisk: true })
    first = await testApp({ place, cast: false })
    await askSigned()
    const { id } = await addEmail(first, await newWallet(first))
    const proof = { type: 'EMAIL_OTP', otp: STAND_IN.otp, clientPublicKey: newKeyPair().publicKey }
    await ask('verifyAuthCredential', { params: { id }, body: proof })
    await ask('sandboxCreatePlatform', { body: { name: 'Harbor Pay' } })
    await first.ok('freezeSandboxClock')
    await ask('advanceSandboxClock', { body: { seconds: 300 } })
    // The embedded database has one process: there it is the next one.
    if (kind === 'embedded') await first.close()
    second = await testApp({ place, cast: false })
  })
  afterAll(async () => {
    expect(await second.audit()).toEqual([])
    if (kind === 'postgres') await first.close()
    await second.close()
    await place.drop()
  })

  async function expectFirstReply(id: OperationId): Promise<void> {
    const { input, reply } = asked.get(id) as { input: CallInput<any>; reply: Reply<any> }
    expect(reply.status, reply.text).toBeLessThan(300)
    const again = await second.call(id, { ...input, key: KEY } as never)
    expect([again.status, again.text]).toEqual([reply.status, reply.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  }

  it('gives the first reply of a signed payment, whose challenge is spent', () => expectFirstReply('executeQuote'))

  it('gives the first reply of a signed change', () => expectFirstReply('updateInternalAccount'))

  it('gives the first reply of a code that is used up, and counts no failure', async () => {
    await expectFirstReply('verifyAuthCredential')
    expect(await second.store.query("select 1 from credential_attempts where failures::text <> '[]'")).toEqual([])
  })

  it('makes no second platform', async () => {
    await expectFirstReply('sandboxCreatePlatform')
    expect(await second.store.query("select 1 from platforms where name = 'Harbor Pay'")).toHaveLength(1)
  })

  it('does not move the clock again', async () => {
    await expectFirstReply('advanceSandboxClock')
    expect((await second.ok('getSandboxClock')).now).toBe(asked.get('advanceSandboxClock')?.reply.body.now)
  })
})
