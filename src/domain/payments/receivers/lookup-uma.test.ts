import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe } from '../../../../test/harness/cast.ts'

const SANDBOX = 'sandbox.uma.example'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterEach(async () => expect(await app.audit()).toEqual([]))
afterAll(() => app.close())

describe('lookupUma', () => {
  const lookup = (receiverUmaAddress: string, query = {}) =>
    app.call('lookupUma', { params: { receiverUmaAddress }, query })

  describe('of an address of the sandbox', () => {
    it.each([
      ['success.usd', 'USD', 1],
      ['success.eur', 'EUR', 0.92],
      ['success.mxn', 'MXN', 17.25],
      ['pending.long.usd', 'USD', 1],
      ['fail.compliance.usd', 'USD', 1],
    ])('$%s takes %s', async (name, code, estimatedExchangeRate) => {
      const { status, body } = await lookup(`$${name}@${SANDBOX}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        receiverUmaAddress: `$${name}@${SANDBOX}`,
        supportedCurrencies: [{ currency: { code }, estimatedExchangeRate }],
        requiredPayerDataFields: [
          { name: 'FULL_NAME', mandatory: true },
          { name: 'NATIONALITY', mandatory: false },
        ],
      })
    })

    it('is found in upper case, and with an encoded path', async () => {
      expect((await lookup(`$Success.USD@${SANDBOX}`)).body.receiverUmaAddress).toBe(`$success.usd@${SANDBOX}`)
      const path = pathTo('lookupUma', { receiverUmaAddress: `$success.usd@${SANDBOX}` })
      expect((await app.raw('GET', path.replace('$', '%24').replace('@', '%40'))).status).toBe(200)
    })

    it('404 UMA_NOT_FOUND for a name that is not in its list', async () => {
      const { status, error } = await lookup(`$non.existent.usd@${SANDBOX}`)
      expect([status, error.code]).toEqual([404, 'UMA_NOT_FOUND'])
    })
  })

  it('finds customers of the platform itself, with all their currencies', async () => {
    const { body } = await lookup('$alice@acme.example')
    expect(body.supportedCurrencies.map(({ currency }) => currency.code)).toEqual(
      expect.arrayContaining(['USD', 'EUR', 'MXN', 'BTC']),
    )
    expect(body.requiredPayerDataFields).toEqual([])
  })

  it("shows the platform's limits for quotes", async () => {
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const limits = new Map(supportedCurrencies.map((it) => [it.currencyCode, { min: it.minAmount, max: it.maxAmount }]))
    const { body } = await lookup('$alice@acme.example')
    expect(body.supportedCurrencies.length).toBeGreaterThan(1)
    for (const { currency, min, max } of body.supportedCurrencies)
      expect({ min, max }, currency.code).toEqual(limits.get(currency.code))
  })

  it("shows the receiver's own limits where they are narrower, or where the platform has none", async () => {
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const configured = (changed: typeof supportedCurrencies) =>
      app.ok('updatePlatformConfig', { body: { supportedCurrencies: changed } })
    const bounds = async (address: string) => {
      const { body } = await lookup(address)
      return body.supportedCurrencies.map(({ min, max }) => [min, max])
    }
    const own = [[1, 100_000_000]]
    await configured(supportedCurrencies.map((it) => ({ ...it, maxAmount: 9_000_000_000 })))
    expect(await bounds(`$success.eur@${SANDBOX}`)).toEqual(own)
    await configured(supportedCurrencies.map((it) => ({ ...it, minAmount: 7, maxAmount: 700 })))
    expect(await bounds(`$success.eur@${SANDBOX}`)).toEqual([[7, 700]])
    await configured(supportedCurrencies.filter(({ currencyCode }) => currencyCode !== 'EUR'))
    expect(await bounds(`$success.eur@${SANDBOX}`)).toEqual(own)
    await configured(supportedCurrencies)
  })

  it.each(['alice@acme.example', '$alice', '$al ice@acme.example', '$@acme.example'])(
    '400 INVALID_UMA_ADDRESS for %s',
    async (address) => {
      const { status, error } = await lookup(address)
      expect([status, error.code]).toEqual([400, 'INVALID_UMA_ADDRESS'])
    },
  )

  it("404 UMA_NOT_FOUND for an unknown name at the platform's own domain", async () => {
    const { status, error } = await lookup('$unknown@acme.example')
    expect([status, error.code]).toEqual([404, 'UMA_NOT_FOUND'])
  })

  it('404 USER_NOT_FOUND for a sender who is not a customer', async () => {
    const customerId = 'Customer:019542f5-b3e7-7d02-8000-000000000001'
    const { status, error } = await lookup('$alice@other.example', { customerId })
    expect([status, error.code]).toEqual([404, 'USER_NOT_FOUND'])
  })

  describe('and then a payment', () => {
    /** 10 dollars of Northwind's. */
    async function pay(name: string, more = {}) {
      const { body } = await lookup(`$${name}@${SANDBOX}`)
      const source = await accountOf(app, 'northwind', 'USD')
      return app.call('createQuote', {
        body: {
          lookupId: body.lookupId,
          source: { sourceType: 'ACCOUNT', accountId: source.id },
          destination: { destinationType: 'UMA_ADDRESS', umaAddress: `$${name}@${SANDBOX}` },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1000,
          immediatelyExecute: true,
          senderCustomerInfo: { FULL_NAME: 'Northwind Ltd' },
          ...more,
        },
      })
    }
    const transaction = async (transactionId: `Transaction:${string}`) => {
      await app.settle()
      return app.ok('getTransactionById', { params: { transactionId } })
    }
    const funds = async () => balanceOf(app, await accountOf(app, 'northwind', 'USD'))

    it.each([
      ['success.usd', 'USD'],
      ['success.eur', 'EUR'],
      ['success.mxn', 'MXN'],
    ])('to $%s arrives in %s', async (name, code) => {
      const before = await funds()
      const { body } = await pay(name)
      const payment = await transaction(body.transactionId)
      expect(payment).toMatchObject({
        status: 'COMPLETED',
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: `$${name}@${SANDBOX}` },
        receivedAmount: { currency: { code } },
      })
      expect(await funds()).toBe(before - 1000)
      expect(await eventsOf(app, payment.id)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
      ])
    })

    it('to $pending.long.usd arrives after six minutes, not earlier', async () => {
      app.clock.freeze()
      const { body } = await pay('pending.long.usd')
      await app.settle()
      await app.advance({ minutes: 6, ms: -1 })
      expect(await transaction(body.transactionId)).toMatchObject({ status: 'PROCESSING' })
      await app.advance({ ms: 1 })
      expect(await transaction(body.transactionId)).toMatchObject({ status: 'COMPLETED' })
      app.clock.unfreeze()
    })

    it('to $fail.compliance.usd is refused there, and the money is returned', async () => {
      const before = await funds()
      const { body } = await pay('fail.compliance.usd')
      const payment = await transaction(body.transactionId)
      expect(payment).toMatchObject({
        status: 'FAILED',
        failureReason: 'COUNTERPARTY_POST_TX_FAILED',
        refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
      })
      expect(await funds()).toBe(before)
      expect(await eventsOf(app, payment.id)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.FAILED',
        'OUTGOING_PAYMENT.REFUND_PENDING',
        'OUTGOING_PAYMENT.REFUND_COMPLETED',
      ])
    })

    it('needs the lookup', async () => {
      const { status, error } = await pay('success.usd', { lookupId: undefined })
      expect([status, error.code, error.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'lookupId'])
    })

    it('needs the lookup of the same receiver, and one of their currencies', async () => {
      const other = await pay('success.usd', {
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: `$success.eur@${SANDBOX}` },
      })
      expect([other.status, other.error.code]).toEqual([400, 'INVALID_RECEIVER'])
      const currency = await pay('success.usd', {
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: `$success.usd@${SANDBOX}`, currency: 'EUR' },
      })
      expect([currency.status, currency.error.code]).toEqual([400, 'INVALID_CURRENCY'])
    })

    it('to a customer of the platform stays inside, with a payment for each side', async () => {
      const { body } = await lookup('$alice@acme.example')
      const euros = await accountOf(app, 'alice', 'EUR')
      const before = await balanceOf(app, euros)
      const source = await accountOf(app, 'northwind', 'USD')
      const quote = await app.ok('createQuote', {
        body: {
          lookupId: body.lookupId,
          source: { sourceType: 'ACCOUNT', accountId: source.id },
          destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$alice@acme.example', currency: 'EUR' },
          lockedCurrencySide: 'RECEIVING',
          lockedCurrencyAmount: 920,
          immediatelyExecute: true,
        },
      })
      expect(quote.status).toBe('COMPLETED')
      expect(await balanceOf(app, euros)).toBe(before + 920)
      const { reconciliationInstructions } = await transaction(quote.transactionId)
      const found = await app.ok('listTransactions', {
        query: { reference: reconciliationInstructions?.reference as string },
      })
      expect(found.data.map(({ type }) => type).sort()).toEqual(['INCOMING', 'OUTGOING'])
    })
  })
})

describe('lookupExternalAccount', () => {
  it("shows the platform's limits for the currency, or the largest amount where it has none", async () => {
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const limits = supportedCurrencies.find(({ currencyCode }) => currencyCode === 'MXN')
    const params = { accountId: (await clabe(app, '719')) as `ExternalAccount:${string}` }
    const found = async () => (await app.ok('lookupExternalAccount', { params })).supportedCurrencies
    expect(await found()).toMatchObject([{ currency: { code: 'MXN' }, min: limits?.minAmount, max: limits?.maxAmount }])
    const others = supportedCurrencies.filter((it) => it !== limits)
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies: others } })
    expect(await found()).toMatchObject([{ min: 1, max: LIMITS.amount }])
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies } })
  })

  it('404 EXTERNAL_ACCOUNT_NOT_FOUND for an account that is unknown or deleted', async () => {
    const accountId = (await clabe(app, '718')) as `ExternalAccount:${string}`
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: accountId } })
    for (const id of [accountId, 'ExternalAccount:019542f5-b3e7-7d02-8000-000000000001'] as const) {
      const { status, error } = await app.call('lookupExternalAccount', { params: { accountId: id } })
      expect([status, error.code]).toEqual([404, 'EXTERNAL_ACCOUNT_NOT_FOUND'])
    }
  })
})
