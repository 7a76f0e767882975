/**
 * Journey of an off-ramp, read from top to bottom: Alice, a customer of Acme Pay, turns 250 USDC, which she has in her
 * own wallet, into euros on her bank account in Germany. No account of hers here is involved.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { houseHolds } from '../harness/books.ts'
import { accountOf, balanceOf } from '../harness/cast.ts'
import { openReceiver, type Receiver } from '../harness/receiver.ts'
import { eventsReceived, expectSigned, lastReceived } from './webhooks.ts'

describe('an off-ramp from crypto', () => {
  let acme: TestApp
  let webhooks: Receiver
  let alice: `Customer:${string}`
  let iban: `ExternalAccount:${string}`
  let quote: Quote
  const payment = () => acme.ok('getTransactionById', { params: { transactionId: quote.transactionId } })
  const offer = () =>
    acme.ok('createQuote', {
      body: {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USDC', cryptoNetwork: 'SOLANA', customerId: alice },
        destination: { destinationType: 'ACCOUNT', accountId: iban },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 250_000000,
      },
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

  it("begins with Alice's bank account, whose owner the bank confirms", async () => {
    const { data } = await acme.ok('listCustomers', { query: { platformCustomerId: 'alice' } })
    alice = data[0]?.id as typeof alice
    const account = await acme.ok('createCustomerExternalAccount', {
      body: {
        customerId: alice,
        currency: 'EUR',
        accountInfo: {
          accountType: 'EUR_ACCOUNT',
          iban: 'DE89370400440532013000',
          beneficiary: {
            beneficiaryType: 'INDIVIDUAL',
            fullName: 'Alice Doe',
            address: {
              line1: '1 Market Street',
              city: 'San Francisco',
              state: 'CA',
              postalCode: '94105',
              country: 'US',
            },
          },
        },
      },
    })
    expect(account).toMatchObject({ status: 'ACTIVE', beneficiaryVerificationStatus: 'MATCHED' })
    iban = account.id
  })

  it('locks a rate, and names the address on Solana and the exact amount', async () => {
    quote = await offer()
    // Half a percent is the fee; 248.75 USDC at 0.92 are 228.85 EUR.
    expect(quote).toMatchObject({
      status: 'PENDING',
      totalSendingAmount: 250_000000,
      feesIncluded: 1_250000,
      totalReceivingAmount: 228_85,
      sendingCurrency: { code: 'USDC', decimals: 6 },
      receivingCurrency: { code: 'EUR', decimals: 2 },
      paymentInstructions: [
        { accountOrWalletInfo: { accountType: 'SOLANA_WALLET', assetType: 'USDC', address: expect.any(String) } },
      ],
    })
  })

  it('waits for the money: it cannot be executed by a request', async () => {
    const { status, error } = await acme.call('executeQuote', { params: { quoteId: quote.id } })
    expect([status, error.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
    expect(await payment()).toMatchObject({ status: 'PENDING' })
  })

  it('executes by itself when the USDC arrive', async () => {
    const sent = await acme.ok('sandboxSend', { body: { quoteId: quote.id, currencyCode: 'USDC' } })
    expect(sent).toMatchObject({ id: quote.transactionId, status: 'PROCESSING' })
    const again = await acme.call('sandboxSend', { body: { quoteId: quote.id, currencyCode: 'USDC' } })
    expect([again.status, again.error.code]).toEqual([409, 'QUOTE_ALREADY_EXECUTED'])
  })

  it('pays the bank, without crediting an account of Alice', async () => {
    await acme.settle()
    expect(await payment()).toMatchObject({
      status: 'COMPLETED',
      customerId: alice,
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USDC' },
      destination: { destinationType: 'ACCOUNT', accountId: iban },
      sentAmount: { amount: 250_000000 },
      receivedAmount: { amount: 228_85 },
      fees: 1_250000,
      settledAt: expect.any(String),
    })
    for (const currency of ['USDC', 'EUR'])
      expect(await balanceOf(acme, await accountOf(acme, 'alice', currency))).toBe(0)
  })

  it('is in the ledger: the deposit, the payout and the fee', async () => {
    expect(await houseHolds(acme, 'rails', 'USDC')).toBe(-250_000000)
    expect(await houseHolds(acme, 'fees', 'USDC')).toBe(1_250000)
    expect(await houseHolds(acme, 'rails', 'EUR')).toBe(228_85)
    expect(await houseHolds(acme, 'transit', 'EUR')).toBe(0)
    expect(await acme.audit()).toEqual([])
  })

  it('is reported to the platform step by step, signed', async () => {
    expect(eventsReceived(webhooks, quote.transactionId)).toEqual([
      ['PENDING', 1, 'PENDING'],
      ['PROCESSING', 2, 'PROCESSING'],
      ['COMPLETED', 3, 'COMPLETED'],
    ])
    expect(lastReceived(webhooks, quote.transactionId)).toEqual(await payment())
    await expectSigned(acme, webhooks)
  })

  describe('an underpaid off-ramp', () => {
    it('is refunded to its sender, fee included, and fails', async () => {
      quote = await offer()
      await acme.ok('sandboxSend', {
        body: { quoteId: quote.id, currencyCode: 'USDC', currencyAmount: 249_000000 },
      })
      expect(await payment()).toMatchObject({
        status: 'FAILED',
        failureReason: 'FUNDING_AMOUNT_MISMATCH',
        refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
      })
      expect(await houseHolds(acme, 'rails', 'USDC')).toBe(-250_000000)
      expect(await houseHolds(acme, 'fees', 'USDC')).toBe(1_250000)
      await acme.settle()
      expect(eventsReceived(webhooks, quote.transactionId).map(([name]) => name)).toEqual([
        'PENDING',
        'FAILED',
        'REFUND_PENDING',
        'REFUND_COMPLETED',
      ])
    })
  })
})
