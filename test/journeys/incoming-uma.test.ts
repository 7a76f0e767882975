/**
 * Journey of an incoming payment, read from top to bottom: Bob, at another institution, sends 20.00 EUR to Alice's UMA
 * address. Acme Pay is asked to approve the payment, and answers differently each time.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IncomingTransaction } from '../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { houseHolds } from '../harness/books.ts'
import { accountOf, balanceOf } from '../harness/cast.ts'
import { openReceiver, type Received, type Receiver } from '../harness/receiver.ts'
import { eventsReceived, expectSigned, lastReceived } from './webhooks.ts'

describe('a payment from a UMA address', () => {
  let acme: TestApp
  /** Acme's own server, which receives events, and is asked to approve payments. */
  let webhooks: Receiver
  /** Its answer to the question; undefined: it does not answer. */
  let decide: (question: Received) => number | undefined
  let before: number
  const euros = async () => balanceOf(acme, await accountOf(acme, 'alice', 'EUR'))
  const receive = () =>
    acme.ok('sandboxReceive', {
      body: {
        senderUmaAddress: '$bob@bank.example',
        receiverUmaAddress: '$alice@acme.example',
        receivingCurrencyCode: 'EUR',
        receivingCurrencyAmount: 20_00,
      },
    })
  const statusNow = ({ id }: Pick<IncomingTransaction, 'id'>) =>
    acme.ok('getTransactionById', { params: { transactionId: id } })
  const questions = () => webhooks.received.filter(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING')

  beforeAll(async () => {
    acme = await testApp()
    webhooks = await openReceiver((received, response) => {
      const status = received.event.type === 'INCOMING_PAYMENT.PENDING' ? decide(received) : 200
      if (status !== undefined) response.writeHead(status).end()
    })
    acme.clock.freeze()
  })
  beforeEach(async () => void (before = await euros()))
  afterAll(async () => {
    expect(await acme.audit()).toEqual([])
    await acme.close()
    await webhooks.close()
  })

  it('begins with an endpoint, and with the sender details that Acme requires for euros', async () => {
    const { supportedCurrencies } = await acme.ok('getPlatformConfig')
    const wanted = [{ name: 'FULL_NAME' as const, mandatory: true }]
    const { webhookEndpoint } = await acme.ok('updatePlatformConfig', {
      body: {
        webhookEndpoint: webhooks.url,
        supportedCurrencies: supportedCurrencies.map((settings) =>
          settings.currencyCode === 'EUR' ? { ...settings, requiredCounterpartyFields: wanted } : settings,
        ),
      },
    })
    expect(webhookEndpoint).toBe(webhooks.url)
    await acme.settle()
  })

  it('answered 200, is credited: Acme saw sender and amount before it answered', async () => {
    decide = ({ event: { data } }) => (data.counterpartyInformation?.FULL_NAME === 'Bob Sandbox' ? 200 : 403)
    const begun = await receive()
    expect(begun).toMatchObject({ type: 'INCOMING', status: 'PENDING', receivedAmount: { amount: 20_00 } })
    await acme.settle()
    expect(questions().at(-1)?.event.data).toEqual(begun)
    expect(await statusNow(begun)).toMatchObject({
      status: 'COMPLETED',
      source: { sourceType: 'UMA_ADDRESS', umaAddress: '$bob@bank.example' },
      settledAt: expect.any(String),
    })
    expect(await euros()).toBe(before + 20_00)
    expect(eventsReceived(webhooks, begun.id)).toEqual([
      ['PENDING', 1, 'PENDING'],
      ['COMPLETED', 2, 'COMPLETED'],
    ])
    expect(lastReceived(webhooks, begun.id)).toEqual(await statusNow(begun))
    expect(lastReceived(webhooks, (await accountOf(acme, 'alice', 'EUR')).id)).toMatchObject({
      balance: { amount: before + 20_00 },
    })
  })

  it('answered 403, is rejected: nothing is credited, and the money stays at the sender’s bank', async () => {
    decide = () => 403
    const begun = await receive()
    await acme.settle()
    expect(await statusNow(begun)).toMatchObject({ status: 'REJECTED' })
    expect(await euros()).toBe(before)
    expect(eventsReceived(webhooks, begun.id)).toEqual([
      ['PENDING', 1, 'PENDING'],
      ['FAILED', 2, 'REJECTED'],
    ])
  })

  it('answered 202, waits up to five seconds for a person at Acme to decide', async () => {
    decide = () => 202
    const begun = await receive()
    await acme.advance({ seconds: 4 })
    expect(await statusNow(begun)).toMatchObject({ status: 'PENDING' })
    const approved = await acme.ok('approvePendingPayment', { params: { transactionId: begun.id } })
    expect(approved.status).toBe('COMPLETED')
    const late = await acme.call('rejectPendingPayment', { params: { transactionId: begun.id } })
    expect([late.status, late.error.code]).toEqual([409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'])
    await acme.advance({ minutes: 1 })
    expect(await euros()).toBe(before + 20_00)
  })

  it('not answered, has failed after five seconds', async () => {
    decide = () => undefined
    const begun = await receive()
    await acme.advance({ seconds: 5 })
    expect(await statusNow(begun)).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' })
    expect(await euros()).toBe(before)
  })

  it('was asked about once each time, and is in the ledger each time that it was accepted', async () => {
    decide = () => 200
    await acme.settle()
    expect(questions().map(({ event }) => event.data.id)).toHaveLength(new Set(questions().map(idOf)).size)
    expect(await euros()).toBe(2 * 20_00)
    expect(await houseHolds(acme, 'rails', 'EUR')).toBe(-2 * 20_00)
    expect(await acme.audit()).toEqual([])
  })

  it('is reported in signed events only', () => expectSigned(acme, webhooks))
})

const idOf = ({ event }: Received): string => event.data.id
