/**
 * Journey of a bank return, read from top to bottom: Northwind Ltd pays María on Friday, the payment is
 * COMPLETED, and on Sunday it turns out that her bank has sent the money back. Two days pass on the sandbox's clock.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../contract/payments/quotes.ts'
import type { OutgoingTransaction } from '../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { houseHolds } from '../harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../harness/cast.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'
import { eventsReceived, expectSigned, lastReceived } from './webhooks.ts'

const TWO_DAYS = 2 * 24 * 60 * 60

describe('a bank return', () => {
  let acme: TestApp
  let webhooks: Receiver
  let dollars: `InternalAccount:${string}`
  let quote: Quote
  let friday: string
  const payment = async () =>
    (await acme.ok('getTransactionById', { params: { transactionId: quote.transactionId } })) as OutgoingTransaction
  const balance = () => balanceOf(acme, { id: dollars })
  const pay = async (suffix: string) => {
    quote = await quoteBetween(acme, dollars, await clabe(acme, suffix), 500_00)
    await acme.ok('executeQuote', { params: { quoteId: quote.id } })
    await acme.settle()
  }

  beforeAll(async () => {
    acme = await testApp()
    webhooks = await openReceiver()
    await acme.ok('updatePlatformConfig', { body: { webhookEndpoint: webhooks.url } })
    dollars = (await accountOf(acme, 'northwind', 'USD')).id
  })
  afterAll(async () => {
    expect(await acme.audit()).toEqual([])
    await acme.close()
    await webhooks.close()
  })

  it('begins with a frozen clock, so that nothing happens unnoticed', async () => {
    const { now, frozen } = await acme.ok('freezeSandboxClock')
    expect(frozen).toBe(true)
    friday = now
    await acme.settle()
  })

  it('looks like any other payment: it arrives, and 500.00 USD are debited', async () => {
    await pay('005')
    expect(await payment()).toMatchObject({ status: 'COMPLETED', settledAt: friday })
    expect(await payment()).not.toHaveProperty('failureReason')
    expect(await balance()).toBe(9_500_00)
    expect(await houseHolds(acme, 'fees', 'USD')).toBe(2_50)
    expect(eventsReceived(webhooks, quote.transactionId).map(([name]) => name)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ])
  })

  it('does not block Northwind: the remaining money is spent the same day', async () => {
    const account = await clabe(acme, '719')
    const { id } = await quoteBetween(acme, dollars, account, 9_500_00)
    await acme.ok('executeQuote', { params: { quoteId: id } })
    await acme.settle()
    expect(await balance()).toBe(0)
  })

  it('has failed after all, two days later', async () => {
    const { now } = await acme.ok('advanceSandboxClock', { body: { seconds: TWO_DAYS } })
    expect(Date.parse(now) - Date.parse(friday)).toBe(TWO_DAYS * 1000)
    const returned = await payment()
    expect(returned).toMatchObject({
      status: 'FAILED',
      failureReason: 'COUNTERPARTY_POST_TX_FAILED',
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED', reference: expect.stringMatching(/-REFUND$/) },
    })
    // The sandbox's bank returns a payment five seconds after it was paid; that time was passed in its order.
    expect(Date.parse(returned.refund?.settledAt as string) - Date.parse(friday)).toBe(5_000)
  })

  it('refunds everything, including the fee, to an account that was empty', async () => {
    expect(await balance()).toBe(500_00)
    expect(await houseHolds(acme, 'fees', 'USD')).toBe(47_50) // the fee of the other payment only
    expect(await houseHolds(acme, 'suspense', 'USD')).toBe(0)
    expect(await acme.audit()).toEqual([])
  })

  it('leaves the quote COMPLETED, because it was executed', async () => {
    expect(await acme.ok('getQuoteById', { params: { quoteId: quote.id } })).toMatchObject({ status: 'COMPLETED' })
    const again = await acme.call('executeQuote', { params: { quoteId: quote.id } })
    expect([again.status, again.error.code]).toEqual([409, 'QUOTE_ALREADY_EXECUTED'])
  })

  it('is reported in order, once each, signed', async () => {
    expect(eventsReceived(webhooks, quote.transactionId)).toEqual([
      ['PENDING', 1, 'PENDING'],
      ['PROCESSING', 2, 'PROCESSING'],
      ['COMPLETED', 3, 'COMPLETED'],
      ['FAILED', 4, 'FAILED'],
      ['REFUND_PENDING', 5, 'FAILED'],
      ['REFUND_COMPLETED', 6, 'FAILED'],
    ])
    expect(lastReceived(webhooks, quote.transactionId)).toEqual(await payment())
    expect(lastReceived(webhooks, dollars)).toMatchObject({ balance: { amount: 500_00 } })
    await expectSigned(acme, webhooks)
  })

  it('can be paid again, to an account that accepts it', async () => {
    await pay('720')
    expect(await payment()).toMatchObject({ status: 'COMPLETED' })
    await acme.advance({ days: 2 })
    expect(await payment()).toMatchObject({ status: 'COMPLETED' })
    expect(await balance()).toBe(0)
  })
})
