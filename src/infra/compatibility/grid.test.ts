/** Compatibility tests: names of the public service, present with CAUSEWAY_COMPATIBILITY=grid and absent without. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { shopper } from '../../../test/harness/cards.ts'
import { accountOf, quoteBetween } from '../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { challengeOf, NOT_SIGNED, refusal, sign, walletWithSession } from '../../../test/harness/samples/wallets.ts'
import { withdrawCard } from '../../domain/cards/withdraw-card.ts'

const RATES = ['Multiplier', 'FixedFee', 'VariableFeeRate', 'VariableFeeAmount']
const SIGNATURE = 'service-wallet-signature'

describe.each([
  ['with', 'grid'],
  ['without', undefined],
] as const)('%s CAUSEWAY_COMPATIBILITY=grid', (_with, compatibility) => {
  let app: TestApp
  let endpoint: Receiver
  const isGrid = compatibility === 'grid'
  const expectRates = (details: unknown) => {
    const rates = details as Record<string, number>
    for (const name of RATES) {
      expect(rates[`serviceApi${name}`], name).toBeTypeOf('number')
      expect(rates[`gridApi${name}`], name).toBe(isGrid ? rates[`serviceApi${name}`] : undefined)
    }
  }

  beforeAll(async () => {
    app = await testApp({ ...(compatibility && { compatibility }) })
    endpoint = await openReceiver()
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: endpoint.url } })
  })
  afterAll(async () => {
    await app.close()
    await endpoint.close()
  })

  it('shows the rates of quotes and payments in replies, repeated replies and events', async () => {
    const [from, to] = [await accountOf(app, 'northwind', 'USD'), await accountOf(app, 'northwind', 'EUR')]
    const { id: quoteId, transactionId, rateDetails } = await quoteBetween(app, from.id, to.id, 1_000)
    expectRates(rateDetails)
    const execute = () => app.ok('executeQuote', { params: { quoteId }, key: 'once' })
    expectRates((await execute()).rateDetails)
    expectRates((await execute()).rateDetails)
    const payment = await app.ok('getTransactionById', { params: { transactionId } })
    expectRates(payment.rateDetails)
    await app.settle()
    const events = endpoint.received.map(({ event }) => event).filter(({ data }) => data?.id === transactionId)
    expect(events.map(({ type }) => type)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.COMPLETED'])
    for (const { data } of events) expectRates(data.rateDetails)
  })

  it("has a signature's fault as code or in the details, with the same status and reason", async () => {
    const { wallet, session } = await walletWithSession(app)
    const privacy = { params: { id: wallet.id }, body: { privateEnabled: true } }
    const { requestId, payloadToSign } = await challengeOf(app, 'updateInternalAccount', privacy)
    const signature = sign(payloadToSign, session.privateKey)
    const faults = {
      WALLET_SIGNATURE_MISSING: { 'request-id': requestId },
      REQUEST_ID_MISSING: { [SIGNATURE]: signature },
      WALLET_SIGNATURE_MALFORMED: { 'request-id': requestId, [SIGNATURE]: 'nonsense' },
      WALLET_SIGNATURE_INVALID: { 'request-id': requestId, [SIGNATURE]: sign('other', session.privateKey) },
    }
    for (const [fault, headers] of Object.entries(faults)) {
      const reply = await app.call('updateInternalAccount', { ...privacy, headers })
      expect(refusal(reply)).toEqual({ ...NOT_SIGNED, code: isGrid ? fault : 'UNAUTHORIZED' })
      expect(reply.error.details.fault).toBe(fault)
    }
    expect((await app.call('getPlatformConfig', { as: null })).error.code).toBe('UNAUTHORIZED')
  })

  it('names the reason why a card was closed', async () => {
    const { card } = await shopper(app, 1_000)
    await app.app.engine.run(app.platform.platformId, (rows) => withdrawCard(rows, card.id.split(':')[1] as string))
    const reason = isGrid ? 'CLOSED_BY_GRID' : 'CLOSED_BY_SERVICE'
    expect((await app.ok('getCardById', { params: { id: card.id } })).stateReason).toBe(reason)
    await app.settle()
    const told = endpoint.received.filter(({ event }) => event.data?.id === card.id).at(-1)
    expect(told?.event.data.stateReason).toBe(reason)
  })

  it('signs the body of an event as it was sent, under both names of the header', async () => {
    const { headers } = endpoint.received.at(-1) as Receiver['received'][number]
    expect(headers['x-grid-signature']).toBe(headers['x-service-signature'])
  })

  it('leaves similar texts unchanged', async () => {
    const description = '"rateDetails" {"serviceApiFixedFee":1} CLOSED_BY_SERVICE'
    const [from, to] = [await accountOf(app, 'northwind', 'USD'), await accountOf(app, 'northwind', 'EUR')]
    expect((await quoteBetween(app, from.id, to.id, 1_000, { description })).description).toBe(description)
  })
})
