/** Real-time funding tests: payment instructions, execution on arrival, and wrong amounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FUNDING_ACCOUNT_TYPES, PLAIN_BY_CURRENCY } from '../../../../contract/accounts/instruction-types.ts'
import { CURRENCIES, type KnownCurrency } from '../../../../contract/currencies.ts'
import type { OutgoingTransaction } from '../../../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe } from '../../../../test/harness/cast.ts'

type QuoteId = `Quote:${string}`

let app: TestApp
let customerId: string
const waiting = async (accountId: string, source: object = {}, more: object = {}) =>
  app.call('createQuote', {
    body: {
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId, ...source },
      destination: { destinationType: 'ACCOUNT', accountId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 50_000,
      ...more,
    } as never,
  })
const pay = (quoteId: QuoteId, more: object = {}) =>
  app.call('sandboxSend', { body: { quoteId, currencyCode: 'USD', ...more } })
const statusOf = async (quoteId: QuoteId) => (await app.ok('getQuoteById', { params: { quoteId } })).status
const payment = (transactionId: string) =>
  app.ok('getTransactionById', { params: { transactionId: transactionId as never } }) as Promise<OutgoingTransaction>
const told = async (id: string) => (await eventsOf(app, id)).map((type) => type.replace('OUTGOING_PAYMENT.', ''))

beforeAll(async () => {
  app = await testApp()
  customerId = (await accountOf(app, 'alice', 'USD')).customerId as string
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('a quote with real-time funding', () => {
  it('has payment instructions with its own reference', async () => {
    const { body } = await waiting(await clabe(app, '719'))
    expect(body).toMatchObject({
      status: 'PENDING',
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    })
    const [instruction] = body.paymentInstructions ?? []
    const { reconciliationInstructions } = await payment(body.transactionId)
    expect(instruction?.accountOrWalletInfo).toMatchObject({
      accountType: 'USD_ACCOUNT',
      reference: reconciliationInstructions?.reference,
    })
  })

  it('is paid over the requested network', async () => {
    const kinds = async (source: object) =>
      ((await waiting(await clabe(app, '719'), source)).body.paymentInstructions ?? []).map(
        ({ accountOrWalletInfo }) => accountOrWalletInfo.accountType,
      )
    expect(await kinds({ currency: 'USDC', cryptoNetwork: 'BASE' })).toEqual(['BASE_WALLET'])
    expect(await kinds({ currency: 'BTC', cryptoNetwork: 'LIGHTNING' })).toEqual(['LIGHTNING'])
    expect((await waiting(await clabe(app, '719'), { currency: 'USDC', cryptoNetwork: 'SPARK' })).error.code).toBe(
      'INVALID_CURRENCY',
    )
  })

  it('has payment instructions in every currency, for every kind of account and wallet that accepts it', async () => {
    const codes = Object.keys(CURRENCIES) as KnownCurrency[]
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const settings = { minAmount: 1, maxAmount: 1_000_000_000, requiredCounterpartyFields: [] }
    const enabledTransactionTypes = ['OUTGOING', 'INCOMING']
    await app.ok('updatePlatformConfig', {
      body: {
        supportedCurrencies: codes.map((currencyCode) => ({ currencyCode, ...settings, enabledTransactionTypes })),
      },
    })
    const maria = await clabe(app, '719')
    const kinds: Readonly<Record<string, readonly string[]>> = { ...PLAIN_BY_CURRENCY, ...FUNDING_ACCOUNT_TYPES }
    for (const currency of codes) {
      const { body, text } = await waiting(maria, { currency })
      const infos = body.paymentInstructions?.map(({ accountOrWalletInfo }) => accountOrWalletInfo)
      expect(
        infos?.map(({ accountType }) => accountType),
        `${currency} ${text}`,
      ).toEqual(kinds[currency])
      expect(infos?.length, currency).toBeGreaterThan(0)
      const { reconciliationInstructions } = await payment(body.transactionId)
      for (const info of infos ?? [])
        if ('reference' in info) expect(info.reference).toBe(reconciliationInstructions?.reference)
    }
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies } as never })
  })

  it('409 when it is executed by hand', async () => {
    const { body } = await waiting(await clabe(app, '719'))
    expect((await app.call('executeQuote', { params: { quoteId: body.id } })).error).toMatchObject({
      status: 409,
      code: 'INVALID_STATE_TRANSITION',
    })
  })

  it('executes automatically when its money arrives, even with immediatelyExecute', async () => {
    const { body } = await waiting(await clabe(app, '719'), {}, { immediatelyExecute: true })
    expect(body.status).toBe('PENDING')
    expect((await pay(body.id)).status).toBe(200)
    await app.settle()
    expect(await statusOf(body.id)).toBe('COMPLETED')
    expect(await told(body.transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED'])
    expect((await pay(body.id)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
  })
})

describe('sandboxSend', () => {
  it('pays and executes the quote', async () => {
    const before = await houseHolds(app, 'rails', 'USD')
    const { body } = await waiting(await clabe(app, '719'))
    const sent = await pay(body.id)
    expect([sent.status, sent.body.status, sent.body.id]).toEqual([200, 'PROCESSING', body.transactionId])
    await app.settle()
    expect(await statusOf(body.id)).toBe('COMPLETED')
    expect(await told(body.transactionId)).toEqual(['PENDING', 'PROCESSING', 'COMPLETED'])
    expect(await houseHolds(app, 'rails', 'USD')).toBe(before - 50_000)
  })

  it('completes immediately into an internal account', async () => {
    const euros = await accountOf(app, 'northwind', 'EUR')
    const { body } = await waiting(euros.id)
    expect((await pay(body.id, { currencyAmount: 50_000 })).body.status).toBe('COMPLETED')
    expect(await balanceOf(app, euros)).toBe(body.totalReceivingAmount)
  })

  it('sends any other amount back, and the payment fails', async () => {
    const before = [
      await houseHolds(app, 'rails', 'USD'),
      await houseHolds(app, 'suspense', 'USD'),
      await houseHolds(app, 'fees', 'USD'),
    ]
    const { body } = await waiting(await clabe(app, '719'))
    const sent = await pay(body.id, { currencyAmount: 49_999 })
    expect(sent.body).toMatchObject({
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      refund: { status: 'COMPLETED' },
    })
    expect(await statusOf(body.id)).toBe('FAILED')
    expect(await told(body.transactionId)).toEqual(['PENDING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'])
    expect([
      await houseHolds(app, 'rails', 'USD'),
      await houseHolds(app, 'suspense', 'USD'),
      await houseHolds(app, 'fees', 'USD'),
    ]).toEqual(before)
  })

  it('returns the money of a failed payout to its origin: REFUNDED', async () => {
    const before = await houseHolds(app, 'rails', 'USD')
    const { body } = await waiting(await clabe(app, '002'))
    await pay(body.id)
    await app.settle()
    expect(await payment(body.transactionId)).toMatchObject({ status: 'REFUNDED', refund: { status: 'COMPLETED' } })
    expect(await statusOf(body.id)).toBe('FAILED')
    expect(await houseHolds(app, 'rails', 'USD')).toBe(before)
  })

  it('409 when its customer was deleted after it was created, and no money remains anywhere', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const { body } = await waiting(await clabe(app, '719'), { customerId: id })
    await app.ok('deleteCustomerById', { params: { customerId: id } })
    const held = () =>
      Promise.all(['rails', 'suspense', 'transit'].map((name) => houseHolds(app, name as never, 'USD')))
    const before = await held()
    for (const currencyAmount of [undefined, 50_000])
      expect((await pay(body.id, { currencyAmount })).error).toMatchObject({ status: 409, code: 'ACCOUNT_NOT_ACTIVE' })
    expect(await held()).toEqual(before)
    expect(await statusOf(body.id)).toBe('PENDING')
  })

  it('409 the second time, and when the rate has expired', async () => {
    const { body } = await waiting(await clabe(app, '719'))
    await pay(body.id)
    expect((await pay(body.id)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
    const late = await waiting(await clabe(app, '719'))
    await app.advance({ minutes: 6 })
    expect((await pay(late.body.id)).error.code).toBe('QUOTE_EXPIRED')
  })

  it('400 in another currency, 409 for a quote that is paid from an account, 404 for an unknown one', async () => {
    const { body } = await waiting(await clabe(app, '719'))
    const { error } = await pay(body.id, { currencyCode: 'EUR' })
    expect(error).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' })
    const usd = await accountOf(app, 'northwind', 'USD')
    const other = await app.ok('createQuote', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: usd.id },
        destination: body.destination,
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 1_000,
      },
    })
    expect((await pay(other.id)).error).toMatchObject({ status: 409, code: 'INVALID_STATE_TRANSITION' })
    expect((await pay('Quote:00000000-0000-7000-8000-000000000000')).error.code).toBe('QUOTE_NOT_FOUND')
  })
})
