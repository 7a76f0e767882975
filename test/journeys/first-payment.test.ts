/**
 * Journey of a first payment, read from top to bottom: Northwind Ltd, a customer of Acme Pay, pays
 * 500.00 USD to María's bank account in Mexico.
 */
import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import type { Quote } from '../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { openReceiver, type Received, type Receiver } from '../harness/receiver.ts'

describe('the first payment', () => {
  let acme: TestApp
  /** Acme's own server, which receives the webhooks. */
  let webhooks: Receiver
  let dollars: InternalAccount
  let maria: string
  let quote: Quote

  beforeAll(async () => {
    acme = await testApp()
    webhooks = await openReceiver()
  })
  afterAll(async () => {
    expect(await acme.audit()).toEqual([])
    await acme.close()
    await webhooks.close()
  })

  it('begins with an endpoint for events', async () => {
    const config = await acme.ok('updatePlatformConfig', { body: { webhookEndpoint: webhooks.url } })
    expect(config.webhookEndpoint).toBe(webhooks.url)
    await acme.settle()
    expect(webhooks.received.map(({ event }) => event.type)).toEqual(['TEST'])
  })

  it("finds the payer's account and puts 500.00 USD into it", async () => {
    const { data: customers } = await acme.ok('listCustomers', { query: { platformCustomerId: 'northwind' } })
    const customerId = customers[0]?.id as `Customer:${string}`
    const { data: accounts } = await acme.ok('listCustomerInternalAccounts', { query: { customerId, currency: 'USD' } })
    dollars = await acme.ok('sandboxFundInternalAccount', {
      params: { accountId: (accounts[0] as InternalAccount).id },
      body: { amount: 500_00 },
    })
    expect(dollars.balance).toMatchObject({ amount: 10_500_00, currency: { code: 'USD' } })
  })

  it("knows María's bank account by its CLABE", async () => {
    const customerId = dollars.customerId as `Customer:${string}`
    const { data } = await acme.ok('listCustomerExternalAccounts', { query: { customerId, currency: 'MXN' } })
    expect(data[0]).toMatchObject({
      status: 'ACTIVE',
      accountInfo: { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719', paymentRails: ['SPEI'] },
      beneficiaryVerificationStatus: 'MATCHED',
      beneficiaryVerifiedData: { fullName: 'María García' },
    })
    maria = data[0]?.id as string
  })

  it('locks a rate for five minutes', async () => {
    quote = await acme.ok('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: dollars.id },
        destination: { destinationType: 'ACCOUNT', accountId: maria as `ExternalAccount:${string}` },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 500_00,
        description: 'Invoice 4711',
      },
      key: 'my first quote',
    })
    // Half a percent is the fee; 497.50 USD at 17.25 are 8,581.875 MXN, rounded down.
    expect(quote).toMatchObject({
      status: 'PENDING',
      totalSendingAmount: 500_00,
      feesIncluded: 2_50,
      totalReceivingAmount: 8_581_87,
      exchangeRate: 0.0579710144927536,
    })
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(5 * 60_000)
  })

  it('executes the quote: the money has left Northwind, and is in transit', async () => {
    const execute = () => acme.call('executeQuote', { params: { quoteId: quote.id }, key: 'my first payment' })
    const first = await execute()
    expect(first.body.status).toBe('PROCESSING')
    const again = await execute()
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('arrives', async () => {
    await acme.settle()
    expect(await acme.ok('getQuoteById', { params: { quoteId: quote.id } })).toMatchObject({ status: 'COMPLETED' })
    expect(await acme.ok('getTransactionById', { params: { transactionId: quote.transactionId } })).toMatchObject({
      type: 'OUTGOING',
      status: 'COMPLETED',
      platformCustomerId: 'northwind',
      sentAmount: { amount: 500_00 },
      receivedAmount: { amount: 8_581_87 },
      description: 'Invoice 4711',
      settledAt: expect.any(String),
    })
    const { data } = await acme.ok('listCustomerInternalAccounts', {
      query: { customerId: dollars.customerId, currency: 'USD' },
    })
    expect(data[0]?.balance.amount).toBe(10_000_00)
  })

  it('is in the ledger as double entries: every posting debits what it credits', async () => {
    const postings = await acme.store.query<{ currency: string; amount: bigint; debit: string; credit: string }>(
      `select currency, amount::int8 as amount, debit_account as debit, credit_account as credit from postings
       where transaction_id = $1 order by line`,
      [quote.transactionId.slice('Transaction:'.length)],
    )
    expect(postings.map(({ currency, amount }) => `${amount} ${currency}`)).toEqual([
      '250 USD', // the fee
      '49750 USD', // into the exchange
      '858187 MXN', // out of it, and on the way
      '858187 MXN', // arrived
    ])
    expect(postings[0]?.debit).toBe(dollars.id.slice('InternalAccount:'.length))
    expect(postings[3]?.debit).toBe(postings[2]?.credit)
    expect(await acme.audit()).toEqual([])
  })

  describe('is reported to the platform', () => {
    const ofPayment = () => webhooks.received.filter(({ event }) => event.data?.id === quote.transactionId)

    it('step by step, in order, with the whole payment each time', async () => {
      await acme.settle()
      expect(ofPayment().map(({ event }) => [event.type, event.sequence, event.data.status])).toEqual([
        ['OUTGOING_PAYMENT.PENDING', 1, 'PENDING'],
        ['OUTGOING_PAYMENT.PROCESSING', 2, 'PROCESSING'],
        ['OUTGOING_PAYMENT.COMPLETED', 3, 'COMPLETED'],
      ])
      const shown = await acme.ok('getTransactionById', { params: { transactionId: quote.transactionId } })
      expect(ofPayment().at(-1)?.event.data).toEqual(shown)
    })

    it('with the resulting balance', async () => {
      const balances = webhooks.received.filter(({ event }) => event.data?.id === dollars.id).map(({ event }) => event)
      // Events of the account from before the endpoint existed come first.
      expect(balances.slice(-2).map(({ type, data }) => [type, data.balance.amount])).toEqual([
        ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 10_500_00],
        ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 10_000_00],
      ])
    })

    it('signed, so that anyone with the public keys can verify the exact bytes', async () => {
      const { body } = await acme.raw('GET', `${acme.origin}/.well-known/jwks.json`, { as: null })
      const isSigned = ({ headers, bytes }: Received) => {
        const { v, s } = JSON.parse(headers['x-service-signature'] as string)
        const keys = body.keys.map((jwk: object) => createPublicKey({ key: jwk as never, format: 'jwk' }))
        return v === '1' && keys.some((key: never) => verify('sha256', bytes, key, Buffer.from(s, 'base64')))
      }
      expect(webhooks.received.length).toBeGreaterThan(5)
      for (const received of webhooks.received) {
        expect(isSigned(received)).toBe(true)
        expect(isSigned({ ...received, bytes: Buffer.concat([received.bytes, Buffer.from(' ')]) })).toBe(false)
      }
    })

    it('signed by the secret of the platform too, as Standard Webhooks has it', () => {
      const checks = new Webhook(acme.platform.webhookSecret)
      const stranger = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
      for (const { bytes, headers, event } of webhooks.received) {
        expect(checks.verify(bytes, headers as Record<string, string>)).toEqual(event)
        expect(() => stranger.verify(bytes, headers as Record<string, string>)).toThrow()
      }
    })
  })
})
