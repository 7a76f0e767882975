/** UMA tests: two installations pay each other, with every failure between them. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Quote } from '../../contract/payments/quotes.ts'
import type { UmaLookup } from '../../contract/payments/receivers.ts'
import { rotateUmaKeys } from '../../src/domain/payments/uma/keys.ts'
import { paymentMessages } from '../../src/domain/payments/uma/queries.ts'
import { guardedRequests } from '../../src/infra/egress/public-http.ts'
import { setBlocked } from '../../src/operator/platforms.ts'
import { freshPlace, type Place, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, balanceOf } from '../harness/cast.ts'
import { openRelay, type Relay } from '../harness/database/relay.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'

interface Bank {
  app: TestApp
  readonly place: Place
  /** Requests of others to it, and its answers. */
  readonly wire: Relay
  readonly domain: string
}

async function openBank(name: string): Promise<Bank> {
  const wire = await openRelay()
  const domain = `${name}.localhost:${wire.port}`
  const bank = { wire, domain, place: await freshPlace({ onDisk: true }) }
  return { ...bank, app: await startAt(bank) }
}

async function startAt({ wire, domain, place }: Omit<Bank, 'app'>): Promise<TestApp> {
  const app = await testApp({ umaDomain: domain, place })
  wire.target = Number(new URL(app.origin).port)
  return app
}

const bare = (id: string) => id.slice(id.indexOf(':') + 1)
const publicKeysOf = ({ app }: Bank) => app.raw('GET', `${app.origin}/.well-known/lnurlpubkey`)
const historyAt = ({ app }: Bank, transactionId: `Transaction:${string}`) =>
  app.ok('getTransactionHistory', { params: { transactionId } })

describe('two banks', () => {
  let a: Bank
  let b: Bank
  beforeAll(async () => {
    a = await openBank('bank-a')
    b = await openBank('bank-b')
  })
  afterEach(async () => {
    b.wire.passes = () => true
    expect(await a.app.audit()).toEqual([])
    expect(await b.app.audit()).toEqual([])
  })
  afterAll(async () => {
    for (const { app, wire, place } of [a, b]) {
      await app.close()
      await wire.close()
      await place.drop()
    }
  })

  const alice = () => `$alice@${b.domain}`
  const lookup = (address = alice()): Promise<UmaLookup> =>
    a.app.ok('lookupUma', { params: { receiverUmaAddress: address } })
  const northwind = () => accountOf(a.app, 'northwind', 'USD')
  const funds = async () => balanceOf(a.app, await northwind())
  const euros = async () => balanceOf(b.app, await accountOf(b.app, 'alice', 'EUR'))

  /** 20 EUR for Alice, from Northwind's dollars. */
  async function quote(amount = 2000): Promise<Quote> {
    const { lookupId } = await lookup()
    return a.app.ok('createQuote', {
      body: {
        lookupId,
        source: { sourceType: 'ACCOUNT', accountId: (await northwind()).id },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: alice(), currency: 'EUR' },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: amount,
      },
    })
  }
  async function execute({ id, transactionId }: Quote): Promise<`Transaction:${string}`> {
    await a.app.ok('executeQuote', { params: { quoteId: id } })
    await a.app.settle()
    return transactionId
  }
  const pay = async () => execute(await quote())
  const sent = (transactionId: `Transaction:${string}`) => a.app.ok('getTransactionById', { params: { transactionId } })
  /** The newest payment at the other bank. */
  const received = async () => (await b.app.ok('listTransactions', { query: { type: 'INCOMING', limit: 1 } })).data[0]
  const said = async ({ app }: Bank, transactionId: string) =>
    (await paymentMessages(app.store, app.platform.platformId, bare(transactionId))).map(
      ({ direction, kind, fields }) => ({
        what: `${direction} ${kind}`,
        fields,
      }),
    )
  const wants = (requiredCounterpartyFields: unknown[]) =>
    b.app.ok('updatePlatformConfig', {
      body: {
        supportedCurrencies: [
          {
            currencyCode: 'EUR',
            minAmount: 100,
            maxAmount: 1_000_000,
            requiredCounterpartyFields,
            enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
          },
        ],
      },
    })

  beforeEach(() =>
    wants([
      { name: 'FULL_NAME', mandatory: true },
      { name: 'TAX_ID', mandatory: false },
    ]),
  )

  it('pay each other after one has rotated its keys, while the other still caches those before', async () => {
    const quoted = await quote()
    const { body } = await publicKeysOf(b)
    await rotateUmaKeys(b.app.app.store, b.app.app.keys, 0)
    await b.app.close()
    b.app = await startAt(b)
    expect((await publicKeysOf(b)).body).not.toEqual(body)
    const before = await euros()
    expect(await sent(await execute(quoted))).toMatchObject({ status: 'COMPLETED' })
    expect(await sent(await pay())).toMatchObject({ status: 'COMPLETED' })
    expect(await euros()).toBe(before + 4000)
  })

  describe('a lookup', () => {
    it('shows what the receiver accepts and what their bank requires', async () => {
      const { supportedCurrencies, requiredPayerDataFields } = await lookup()
      expect(supportedCurrencies).toEqual([
        { currency: expect.objectContaining({ code: 'EUR' }), estimatedExchangeRate: 0.92, min: 100, max: 1_000_000 },
      ])
      expect(requiredPayerDataFields).toEqual([
        { name: 'FULL_NAME', mandatory: true },
        { name: 'TAX_ID', mandatory: false },
      ])
    })

    it('404 UMA_NOT_FOUND for an unknown name there', async () => {
      const { status, error } = await a.app.call('lookupUma', {
        params: { receiverUmaAddress: `$unknown@${b.domain}` },
      })
      expect([status, error.code]).toEqual([404, 'UMA_NOT_FOUND'])
    })

    it('424 LNURLP_REQUEST_FAILED when the other bank is down', async () => {
      b.wire.passes = () => false
      const { status, error } = await a.app.call('lookupUma', { params: { receiverUmaAddress: alice() } })
      expect([status, error.code]).toEqual([424, 'LNURLP_REQUEST_FAILED'])
    })

    it('424 for a host that does not speak UMA', async () => {
      const shop = await openReceiver((_, response) => response.end('welcome'))
      const { status, error } = await a.app.call('lookupUma', {
        params: { receiverUmaAddress: `$alice@${new URL(shop.url).host}` },
      })
      expect([status, error.code]).toEqual([424, 'LNURLP_REQUEST_FAILED'])
      await shop.close()
    })

    it('412 UNSUPPORTED_UMA_VERSION when the other bank speaks another version', async () => {
      const old = await openReceiver((_, response) =>
        response.writeHead(412).end('{"status":"ERROR","supportedMajorVersions":[9]}'),
      )
      const { status, error } = await a.app.call('lookupUma', {
        params: { receiverUmaAddress: `$alice@${new URL(old.url).host}` },
      })
      expect([status, error.code]).toEqual([412, 'UNSUPPORTED_UMA_VERSION'])
      await old.close()
    })
  })

  describe('a payment', () => {
    it('leaves the sender, reaches the receiver, and has one reference on both sides', async () => {
      const before = { funds: await funds(), euros: await euros() }
      const outgoing = await sent(await pay())
      expect(outgoing).toMatchObject({
        status: 'COMPLETED',
        sentAmount: { amount: 2185 },
        receivedAmount: { amount: 2000 },
      })
      const incoming = await received()
      expect(incoming).toMatchObject({
        status: 'COMPLETED',
        receivedAmount: { amount: 2000, currency: { code: 'EUR' } },
        source: { sourceType: 'UMA_ADDRESS', umaAddress: `$northwind@${a.domain}` },
        counterpartyInformation: { FULL_NAME: 'Northwind Ltd', TAX_ID: '12-3456789' },
        reconciliationInstructions: outgoing.reconciliationInstructions,
      })
      expect({ funds: await funds(), euros: await euros() }).toEqual({
        funds: before.funds - 2185,
        euros: before.euros + 2000,
      })
    })

    it('is not quoted while details are missing that the other bank requires: every field is named', async () => {
      const asked = ['FULL_NAME', 'BIRTH_DATE', 'NATIONALITY'].map((name) => ({ name, mandatory: true }))
      await wants([...asked, { name: 'TAX_ID', mandatory: false }])
      const { lookupId, requiredPayerDataFields } = await lookup()
      expect(requiredPayerDataFields?.filter(({ mandatory }) => mandatory)).toEqual(asked)
      const ask = async (senderCustomerInfo: Record<string, string>) =>
        a.app.call('createQuote', {
          body: {
            lookupId,
            source: { sourceType: 'ACCOUNT', accountId: (await northwind()).id },
            destination: { destinationType: 'UMA_ADDRESS', umaAddress: alice(), currency: 'EUR' },
            lockedCurrencySide: 'RECEIVING',
            lockedCurrencyAmount: 2000,
            senderCustomerInfo,
          },
        })
      // The name is in the customer's record.
      const { error } = await ask({ TAX_ID: '12' })
      expect(error).toMatchObject({ status: 400, code: 'MISSING_MANDATORY_USER_INFO' })
      expect(error.details.errors.map(({ field }: { field: string }) => field)).toEqual([
        'senderCustomerInfo.BIRTH_DATE',
        'senderCustomerInfo.NATIONALITY',
      ])
      const { body } = await ask({ BIRTH_DATE: '1990-01-15', NATIONALITY: 'US' })
      const before = await euros()
      await execute(body)
      expect(await euros()).toBe(before + 2000)
    })

    it('sends details of the sender only encrypted', async () => {
      const from = b.wire.there.length
      await pay()
      const incoming = await received()
      const wire = b.wire.there.slice(from)
      expect(wire).toContain('"encryptedTravelRuleInfo":"04')
      expect(wire).not.toMatch(/Northwind Ltd|12-3456789/)
      const hex = /"encryptedTravelRuleInfo":"([0-9a-f]+)"/.exec(wire)?.[1] as string
      expect(Buffer.from(hex, 'hex').toString('latin1')).not.toMatch(/Northwind|12-3456789/)
      for (const row of await said(b, incoming?.id as string))
        expect(JSON.stringify(row)).not.toMatch(/Northwind Ltd|12-3456789/)
    })

    it('keeps the messages of both banks, in order, on both sides', async () => {
      const id = await pay()
      const here = await said(a, id)
      expect(here.map(({ what }) => what)).toEqual([
        'SENT LNURLP_REQUEST',
        'RECEIVED LNURLP_RESPONSE',
        'SENT PAY_REQUEST',
        'RECEIVED PAY_RESPONSE',
        'SENT POST_TRANSACTION_CALLBACK',
        'RECEIVED POST_TRANSACTION_RESPONSE',
      ])
      const request = here[2]?.fields
      expect(request).toMatchObject({
        sender: `$northwind@${a.domain}`,
        amount: '2000',
        currency: 'EUR',
        kycStatus: 'VERIFIED',
      })
      expect(request?.complianceData).toMatch(/^\d+ bytes, encrypted to 04[0-9a-f]{10}…[0-9a-f]{4}$/)
      const there = await said(b, (await received())?.id as `Transaction:${string}`)
      const mirrored = here.map(({ what }) =>
        what.startsWith('SENT') ? what.replace('SENT', 'RECEIVED') : what.replace('RECEIVED', 'SENT'),
      )
      expect(there.map(({ what }) => what)).toEqual(mirrored)
      expect(there.map(({ fields }) => fields.signature)).toEqual(here.map(({ fields }) => fields.signature))
    })

    it('has a page with the exchange on both sides, and no counterpart at the same bank', async () => {
      const id = await pay()
      const here = await historyAt(a, id as `Transaction:${string}`)
      const there = await historyAt(b, (await received())?.id as `Transaction:${string}`)
      expect([here.umaMessages.length, there.umaMessages.length]).toEqual([6, 6])
      expect([here.umaMessages[0]?.institution, there.umaMessages[0]?.institution]).toEqual([b.domain, a.domain])
      expect(there.twinId).toBeUndefined()
      expect(there.postings).toMatchObject([{ amount: 2000, from: { name: 'House rails' }, to: { name: 'Alice Doe' } }])
    })

    it('is credited once, although the answer is lost and the callback repeated', async () => {
      const before = await euros()
      let lost = 0
      b.wire.passes = (piece, way) => way === 'THERE' || !piece.includes('"status":"OK"') || ++lost > 2
      const id = await pay()
      expect(await sent(id)).toMatchObject({ status: 'PROCESSING' })
      expect(await euros()).toBe(before + 2000)
      await a.app.advance({ seconds: 31 })
      await a.app.advance({ seconds: 61 })
      expect(lost).toBe(3)
      expect(await sent(id)).toMatchObject({ status: 'COMPLETED' })
      expect(await euros()).toBe(before + 2000)
    })

    it('is refunded when the other bank has gone down', async () => {
      const before = await funds()
      const agreed = await quote()
      b.wire.passes = () => false
      expect(await sent(await execute(agreed))).toMatchObject({
        status: 'FAILED',
        failureReason: 'QUOTE_EXECUTION_FAILED',
        refund: { status: 'COMPLETED' },
      })
      expect(await funds()).toBe(before)
    })

    it('is refunded when the other bank asks for more than it quoted', async () => {
      const before = await funds()
      const agreed = await quote()
      await wants([{ name: 'PHONE_NUMBER', mandatory: true }])
      const id = await execute(agreed)
      expect(await sent(id)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
      expect((await said(a, id)).at(-1)).toMatchObject({
        what: 'RECEIVED PAY_RESPONSE',
        fields: { code: 'MISSING_MANDATORY_PAYER_DATA' },
      })
      expect(await funds()).toBe(before)
    })

    it('fails on both sides when its report arrives too late', async () => {
      const before = { funds: await funds(), euros: await euros() }
      b.wire.passes = (piece) => !piece.startsWith('POST /uma/settlements')
      const id = await pay()
      expect(await sent(id)).toMatchObject({ status: 'PROCESSING' })
      expect(await received()).toMatchObject({ status: 'PROCESSING' })
      await b.app.advance({ minutes: 6 })
      expect(await received()).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' })
      b.wire.passes = () => true
      await a.app.advance({ minutes: 2 })
      expect(await sent(id)).toMatchObject({ status: 'FAILED', failureReason: 'COUNTERPARTY_POST_TX_FAILED' })
      expect({ funds: await funds(), euros: await euros() }).toEqual(before)
    })
  })

  describe('an untrusted message', () => {
    const { get, post } = guardedRequests({ allowLoopback: true })
    const ask = async (path: string, body?: string) => {
      const url = `http://${b.domain}${path}`
      const reply = await (body === undefined ? get(url) : post(url, body, { 'content-type': 'application/json' }))
      return [reply.status, JSON.parse(reply.body).code]
    }
    /** The last request of a kind that crossed the wire. */
    const captured = (start: string) => {
      const request = b.wire.there.slice(b.wire.there.lastIndexOf(start))
      const end = request.indexOf('\r\n\r\n')
      const length = Number(/content-length: (\d+)/.exec(request.slice(0, end))?.[1] ?? 0)
      return { path: request.split(' ')[1] as string, body: request.slice(end + 4, end + 4 + length) }
    }
    const LOOKUP = 'GET /.well-known/lnurlp/'
    const PAY = 'POST /uma/payments/'
    const SETTLE = 'POST /uma/settlements/'
    let before: number
    beforeEach(async () => {
      await pay()
      before = await euros()
    })
    afterEach(async () => expect(await euros()).toBe(before))

    it('is a repeated one', async () => {
      expect(await ask(captured(LOOKUP).path)).toEqual([400, 'INVALID_NONCE'])
      const request = captured(PAY)
      expect(await ask(request.path, request.body)).toEqual([400, 'INVALID_NONCE'])
      const callback = captured(SETTLE)
      expect(await ask(callback.path, callback.body)).toEqual([400, 'INVALID_NONCE'])
    })

    it.each([
      ['is not signed', (text: string) => text.replace(/signature=\w+/, 'signature=00')],
      ['is signed by someone else', (text: string) => text.replace(/(signature=\w+)\w{4}/, '$1beef')],
      ['is signed for another receiver', (text: string) => text.replace('$alice', '$northwind')],
    ])('is a lookup that %s', async (_, change) =>
      expect(await ask(change(captured(LOOKUP).path))).toEqual([401, 'INVALID_SIGNATURE']),
    )

    /** Replaces a digit by another one. */
    const otherDigit = (_: string, start: string, digit: string) => start + (digit === 'f' ? '0' : 'f')

    it.each([
      ['another amount', (text: string) => text.replace('"2000.EUR"', '"200000.EUR"')],
      ['another sender', (text: string) => text.replace('$northwind', '$alice')],
      [
        'other compliance data',
        (text: string) => text.replace(/("encryptedTravelRuleInfo":"04\w{20})(\w)/, otherDigit),
      ],
    ])('is a pay request with %s than was signed', async (_, change) => {
      const { path, body } = captured(PAY)
      expect(await ask(path, change(body))).toEqual([401, 'INVALID_SIGNATURE'])
    })

    it.each([
      ['another invoice', (text: string) => text.replace(/causeway:\w{8}/, 'causeway:00000000')],
      ['another amount', (text: string) => text.replace(/"amountMsats":\d+/, '"amountMsats":1')],
    ])('is a callback with %s than was signed', async (_, change) => {
      const { path, body } = captured(SETTLE)
      expect(await ask(path, change(body))).toEqual([401, 'INVALID_SIGNATURE'])
    })

    it('is of an institution whose keys cannot be fetched', async () => {
      const path = captured(LOOKUP).path.replace(/vaspDomain=[^&]+/, 'vaspDomain=localhost%3A9')
      expect(await ask(path)).toEqual([424, 'COUNTERPARTY_PUBKEY_FETCH_ERROR'])
    })

    it.each([
      ['is not of UMA', (path: string) => path.split('?')[0] as string, [403, 'NON_UMA_LNURL_NOT_SUPPORTED']],
      [
        'is of another version',
        (path: string) => path.replace('umaVersion=1.0', 'umaVersion=7.0'),
        [412, 'UNSUPPORTED_UMA_VERSION'],
      ],
      ['is old', (path: string) => path.replace(/timestamp=\d+/, 'timestamp=1700000000'), [400, 'INVALID_TIMESTAMP']],
      ['names no valid receiver', (path: string) => path.replace('$alice', 'alice'), [404, 'USER_NOT_FOUND']],
    ])('%s', async (_, change, answer) => expect(await ask(change(captured(LOOKUP).path))).toEqual(answer))

    it('is not a message at all', async () => {
      expect(await ask(captured(PAY).path, 'hello')).toEqual([400, 'INVALID_REQUEST_FORMAT'])
      expect(await ask(captured(SETTLE).path, '{}')).toEqual([400, 'PARSE_UTXO_CALLBACK_ERROR'])
    })
  })

  describe('an institution that the receiving platform has blocked', () => {
    const block = (isBlocked: boolean) => setBlocked(b.app.app, b.app.platform.platformId, a.domain, isBlocked)
    beforeEach(() => block(true))
    afterEach(() => block(false))

    it('learns nothing about receivers', async () => {
      const { status, error } = await a.app.call('lookupUma', { params: { receiverUmaAddress: alice() } })
      expect([status, error.code]).toEqual([424, 'LNURLP_REQUEST_FAILED'])
    })

    it('cannot be paid, also with an earlier lookup', async () => {
      await block(false)
      const agreed = await quote()
      await block(true)
      const before = { funds: await funds(), euros: await euros(), latest: (await received())?.id }
      const id = await execute(agreed)
      expect(await sent(id)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } })
      expect({ funds: await funds(), euros: await euros(), latest: (await received())?.id }).toEqual(before)
    })

    it('is refused in the sandbox too', async () => {
      const { status, error } = await b.app.call('sandboxReceive', {
        body: {
          senderUmaAddress: `$northwind@${a.domain}`,
          receiverUmaAddress: alice(),
          receivingCurrencyCode: 'EUR',
          receivingCurrencyAmount: 100,
        },
      })
      expect([status, error.code]).toEqual([403, 'COUNTERPARTY_NOT_ALLOWED'])
    })
  })

  describe('the approval of the receiving platform', () => {
    let endpoint: Receiver
    beforeAll(async () => {
      endpoint = await openReceiver()
      await b.app.ok('updatePlatformConfig', { body: { webhookEndpoint: endpoint.url } })
      await b.app.settle()
    })
    afterAll(() => endpoint.close())

    const answering = (status: number) => {
      endpoint.answer = ({ event }, response) =>
        response.writeHead(event.type === 'INCOMING_PAYMENT.PENDING' ? status : 200).end()
    }

    it('accepts the payment, and sees the sender', async () => {
      answering(200)
      const before = await euros()
      expect(await sent(await pay())).toMatchObject({ status: 'COMPLETED' })
      expect(await euros()).toBe(before + 2000)
      const question = endpoint.received.findLast(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING')?.event
      expect(question.data).toMatchObject({
        status: 'PENDING',
        counterpartyInformation: { FULL_NAME: 'Northwind Ltd' },
      })
    })

    it.each([
      [403, 'REJECTED', undefined],
      [422, 'FAILED', 'MISSING_MANDATORY_PAYEE_DATA'],
      [500, 'FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    ])('answered %i, sends the money back where it came from', async (status, ended, failureReason) => {
      answering(status)
      const before = { funds: await funds(), euros: await euros() }
      expect(await sent(await pay())).toMatchObject({
        status: 'FAILED',
        failureReason: 'QUOTE_EXECUTION_FAILED',
        refund: { status: 'COMPLETED' },
      })
      const incoming = await received()
      expect([incoming?.status, incoming?.failureReason]).toEqual([ended, failureReason])
      expect({ funds: await funds(), euros: await euros() }).toEqual(before)
    })

    it('may come later, through the API', async () => {
      endpoint.answer = ({ event }, response) => {
        if (event.type !== 'INCOMING_PAYMENT.PENDING') return void response.end()
        response.writeHead(202).end()
        void b.app.ok('approvePendingPayment', { params: { transactionId: event.data.id } })
      }
      expect(await sent(await pay())).toMatchObject({ status: 'COMPLETED' })
    })
  })
})
