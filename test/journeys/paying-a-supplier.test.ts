/**
 * Journey of a platform that pays for itself, read from top to bottom: Acme Pay owes a supplier in London exactly
 * 1,200.00 GBP, and pays from its own account. No customer is involved.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { houseHolds } from '../harness/books.ts'
import { balanceOf } from '../harness/cast.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'
import { eventsReceived, expectSigned, lastReceived } from './webhooks.ts'

describe('a platform that pays its supplier', () => {
  let acme: TestApp
  let webhooks: Receiver
  let treasury: `InternalAccount:${string}`
  let supplier: `ExternalAccount:${string}`
  let quote: Quote
  const platformId = () => `PlatformConfig:${acme.platform.platformId}` as const
  const payment = () => acme.ok('getTransactionById', { params: { transactionId: quote.transactionId } })
  const order = { key: 'invoice-2025-117' }
  const pay = () =>
    acme.call('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: treasury },
        destination: { destinationType: 'ACCOUNT', accountId: supplier, paymentRail: 'FASTER_PAYMENTS' },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 1_200_00,
        description: 'Invoice 2025-117',
        purposeOfPayment: 'GOODS_OR_SERVICES',
        immediatelyExecute: true,
      },
      ...order,
    })

  beforeAll(async () => {
    acme = await testApp()
    webhooks = await openReceiver()
    await acme.ok('updatePlatformConfig', { body: { webhookEndpoint: webhooks.url } })
    await acme.settle()
  })
  afterAll(async () => {
    expect(await acme.audit()).toEqual([])
    await acme.close()
    await webhooks.close()
  })

  it("begins with the platform's own dollars, which belong to no customer", async () => {
    const { data } = await acme.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    expect(data).toHaveLength(1)
    expect(data[0]).not.toHaveProperty('customerId')
    expect(data[0]?.fundingPaymentInstructions[0]).toMatchObject({ isPlatformAccount: true })
    treasury = data[0]?.id as typeof treasury
    await acme.ok('sandboxFundInternalAccount', { params: { accountId: treasury }, body: { amount: 2_000_00 } })
    expect(await balanceOf(acme, { id: treasury })).toBe(2_000_00)
  })

  it("registers the supplier's account as the platform's own", async () => {
    const account = await acme.ok('createPlatformExternalAccount', {
      body: {
        currency: 'GBP',
        platformAccountId: 'thames-hosting',
        accountInfo: {
          accountType: 'GBP_ACCOUNT',
          sortCode: '200000',
          accountNumber: '55779911',
          beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Thames Hosting Ltd' },
        },
      },
    })
    expect(account).toMatchObject({ status: 'ACTIVE', beneficiaryVerificationStatus: 'MATCHED' })
    expect(account).not.toHaveProperty('customerId')
    supplier = account.id
    const { data } = await acme.ok('listPlatformExternalAccounts', { query: { currency: 'GBP' } })
    expect(data.map(({ id }) => id)).toEqual([supplier])
  })

  it('pays exactly the invoice, in one call: the received amount is locked, and the cost follows from it', async () => {
    const { status, body } = await pay()
    quote = body
    // 1,200.00 GBP at 0.79 are 1,518.99 USD, rounded up; with half a percent of the whole as fee, 1,526.63.
    expect([status, quote]).toMatchObject([
      201,
      { status: 'PROCESSING', totalReceivingAmount: 1_200_00, totalSendingAmount: 1_526_63, feesIncluded: 7_64 },
    ])
    expect(await balanceOf(acme, { id: treasury })).toBe(2_000_00 - 1_526_63)
  })

  it('is paid once, however often the request is sent', async () => {
    const again = await pay()
    expect([again.headers.get('idempotent-replayed'), again.body.id]).toEqual(['true', quote.id])
    expect(await balanceOf(acme, { id: treasury })).toBe(2_000_00 - 1_526_63)
  })

  it('arrives, as a payment of the platform itself', async () => {
    await acme.settle()
    expect(await payment()).toMatchObject({
      type: 'OUTGOING',
      status: 'COMPLETED',
      customerId: platformId(),
      platformCustomerId: platformId(),
      receivedAmount: { amount: 1_200_00, currency: { code: 'GBP' } },
      description: 'Invoice 2025-117',
    })
  })

  it("is found among the platform's own payments, and among no customer's", async () => {
    const mine = await acme.ok('listTransactions', { query: { customerId: platformId(), type: 'OUTGOING' } })
    expect(mine.data).toEqual([await payment()])
    const { data: customers } = await acme.ok('listCustomers')
    for (const { id } of customers) {
      const { data } = await acme.ok('listTransactions', { query: { customerId: id } })
      expect(data.map((transaction) => transaction.id)).not.toContain(quote.transactionId)
    }
  })

  it('cannot be paid with more than the platform has', async () => {
    order.key = 'invoice-2025-118'
    const { status, error } = await pay()
    expect([status, error.code]).toEqual([400, 'INSUFFICIENT_BALANCE'])
    expect(await balanceOf(acme, { id: treasury })).toBe(2_000_00 - 1_526_63)
  })

  it('is in the ledger', async () => {
    expect(await houseHolds(acme, 'fees', 'USD')).toBe(7_64)
    expect(await houseHolds(acme, 'rails', 'GBP')).toBe(1_200_00)
    expect(await acme.audit()).toEqual([])
  })

  it('is reported to the platform like any other, signed', async () => {
    expect(eventsReceived(webhooks, quote.transactionId)).toEqual([
      ['PENDING', 1, 'PENDING'],
      ['PROCESSING', 2, 'PROCESSING'],
      ['COMPLETED', 3, 'COMPLETED'],
    ])
    expect(lastReceived(webhooks, quote.transactionId)).toEqual(await payment())
    expect(lastReceived(webhooks, treasury)).toMatchObject({ balance: { amount: 2_000_00 - 1_526_63 } })
    await expectSigned(acme, webhooks)
  })
})
