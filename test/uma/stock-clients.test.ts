/** Interoperability tests: other UMA implementations can pay here, up to the settlement. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../harness/app.ts'
import { openRelay, type Relay } from '../harness/database/relay.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'
import { type Asked, javaScript, newCurveKeys, PYTHON, python } from './stock-clients.ts'

const LAYER = 'causeway'

describe.each([
  ['JavaScript', javaScript, false],
  // Not installed: CAUSEWAY_UMA_PYTHON names no Python that has uma-sdk.
  ['Python', python, PYTHON === undefined],
] as const)('the public SDK for %s', (_language, client, isMissing) => {
  describe.skipIf(isMissing)('as it comes', () => {
    let app: TestApp
    /** Relay whose port is in this installation's domain. */
    let wire: Relay
    let bank: Receiver
    let keys = newCurveKeys()
    let ours: string
    let receiver: string
    let domain: string

    beforeAll(async () => {
      wire = await openRelay()
      const umaDomain = `127.0.0.1:${wire.port}`
      app = await testApp({ umaDomain })
      wire.target = Number(new URL(app.origin).port)
      // The bank's current keys.
      bank = await openReceiver((_, response) =>
        response.end(JSON.stringify({ signingPubKey: keys.publicKey, encryptionPubKey: keys.publicKey })),
      )
      domain = new URL(bank.url).host
      receiver = `$alice@${umaDomain}`
      ours = (await app.raw('GET', `${app.origin}/.well-known/lnurlpubkey`, { as: null })).text
    })
    afterAll(async () => {
      expect(await app.audit()).toEqual([])
      await app.close()
      await wire.close()
      await bank.close()
    })

    const call = (method: string, address: string, body?: string) =>
      // The SDKs use https except for a few built-in names.
      app.raw(method, address.replace(/^https:/, 'http:'), {
        as: null,
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      })
    const lookup = async (version?: string) =>
      call('GET', await client.lookup({ privateKey: keys.privateKey, receiver, domain, ...(version && { version }) }))
    async function request(more: Partial<Asked> = {}) {
      const { text } = await lookup()
      const body = await client.request({
        privateKey: keys.privateKey,
        sender: `$bob@${domain}`,
        name: 'Bob Builder',
        currency: 'EUR',
        amount: 2_000,
        inCurrency: true,
        major: 1,
        layer: LAYER,
        keys: ours,
        answer: text,
        ...more,
      })
      return call('POST', JSON.parse(text).callback, body)
    }
    const newest = async () => (await app.ok('listTransactions', { query: { type: 'INCOMING', limit: 1 } })).data[0]

    it('looks a customer up and announces a payment, which waits for its settlement', async () => {
      const answer = await request({ comment: 'Invoice\n4711' })
      expect(answer.status, answer.text).toBe(200)
      const invoice = await client.agreed({ sender: `$bob@${domain}`, receiver, keys: ours, answer: answer.text })
      const payment = await newest()
      expect(invoice).toBe(`causeway:${payment?.id.slice('Transaction:'.length)}`)
      expect(payment).toMatchObject({
        status: 'PROCESSING',
        source: { sourceType: 'UMA_ADDRESS', umaAddress: `$bob@${domain}` },
        receivedAmount: { amount: 2_000, currency: { code: 'EUR' } },
        remittanceInformation: 'Invoice 4711',
      })
    })

    it('may leave the currency of the amount out: then it is in units of the settled asset, which is the currency', async () => {
      expect((await request({ inCurrency: false, amount: 1_500 })).status).toBe(200)
      expect((await newest())?.receivedAmount?.amount).toBe(1_500)
    })

    it('gets the plain-text details of the sender', async () => {
      const currency = {
        currencyCode: 'EUR',
        minAmount: 1,
        maxAmount: 1_000_000,
        enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
      } as const
      const wants = (name: 'FULL_NAME' | 'BIRTH_DATE') =>
        app.ok('updatePlatformConfig', {
          body: { supportedCurrencies: [{ ...currency, requiredCounterpartyFields: [{ name, mandatory: true }] }] },
        })
      await wants('FULL_NAME')
      expect((await request()).status).toBe(200)
      expect((await newest())?.counterpartyInformation).toEqual({ FULL_NAME: 'Bob Builder' })
      await wants('BIRTH_DATE')
      const { status, error } = await request()
      expect([status, error.code]).toEqual([400, 'MISSING_MANDATORY_PAYER_DATA'])
      await wants('FULL_NAME')
    })

    it('501 NOT_IMPLEMENTED for a payment by Lightning, and says what is offered', async () => {
      const { status, error } = await request({ layer: undefined })
      expect([status, error.status, error.code]).toEqual([501, 'ERROR', 'NOT_IMPLEMENTED'])
      expect(error.reason).toContain('"causeway"')
    })

    it('cannot settle by a callback whose signature does not cover the amount', async () => {
      const answer = await request()
      const callback = await client.callback({
        privateKey: keys.privateKey,
        domain,
        invoice: JSON.parse(answer.text).pr,
        amount: 2_000,
      })
      const told = await call('POST', JSON.parse(answer.text).payeeData.compliance.utxoCallback, callback)
      expect([told.status, told.error.code]).toEqual([401, 'INVALID_SIGNATURE'])
      expect((await newest())?.status).toBe('PROCESSING')
    })

    it.each(['0.3', '9.0', '2.1'])('412 with the versions that are spoken here for version %s', async (version) => {
      const { status, body: error } = await lookup(version)
      expect([status, error.code, error.supportedMajorVersions]).toEqual([412, 'UNSUPPORTED_UMA_VERSION', [1]])
    })

    it('412 for a pay request of version 0, too', async () => {
      const { status, body: error } = await request({ major: 0, layer: undefined })
      expect([status, error.code, error.supportedMajorVersions]).toEqual([412, 'UNSUPPORTED_UMA_VERSION', [1]])
    })

    it('is accepted immediately after its institution has changed its keys, and other keys are refused', async () => {
      expect((await lookup()).status).toBe(200)
      keys = newCurveKeys()
      expect((await lookup()).status).toBe(200)
      const stranger = { privateKey: newCurveKeys().privateKey, receiver, domain }
      const { status, error } = await call('GET', await client.lookup(stranger))
      expect([status, error.code]).toEqual([401, 'INVALID_SIGNATURE'])
    })
  })
})
