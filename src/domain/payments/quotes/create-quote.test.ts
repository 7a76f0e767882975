/** createQuote tests: price, validity and refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountExamples } from '../../../../contract/payments/external-accounts/account-examples.ts'
import type { AccountType } from '../../../../contract/payments/external-accounts/account-types.ts'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'

let app: TestApp
let usd: string
let maria: string
const from = (accountId: string, destinationId: string, more: object = {}) => ({
  source: { sourceType: 'ACCOUNT', accountId },
  destination: { destinationType: 'ACCOUNT', accountId: destinationId },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 50_000,
  ...more,
})
const attempt = (body: object) => app.call('createQuote', { body: body as never })
const external = async (accountType: AccountType, currency: string) => {
  const body = { currency, accountInfo: accountExamples(accountType)[0] as never }
  return (await app.ok('createPlatformExternalAccount', { body })).id
}
const minutesOf = ({ createdAt, expiresAt }: Quote) => (Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000

beforeAll(async () => {
  app = await testApp()
  usd = (await accountOf(app, 'northwind', 'USD')).id
  maria = await clabe(app, '719')
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('createQuote', () => {
  it('locks what 500.00 USD are worth in Mexico', async () => {
    const quote = await quoteBetween(app, usd, maria, 50_000, { description: 'Invoice 4711' })
    expect(quote).toMatchObject({
      status: 'PENDING',
      source: { sourceType: 'ACCOUNT', accountId: usd },
      destination: { destinationType: 'ACCOUNT', accountId: maria, paymentRail: 'SPEI' },
      sendingCurrency: { code: 'USD', decimals: 2 },
      receivingCurrency: { code: 'MXN', name: 'Mexican Peso', symbol: '$', decimals: 2 },
      totalSendingAmount: 50_000,
      feesIncluded: 250,
      totalReceivingAmount: 858_187,
      exchangeRate: 0.0579710144927536,
      description: 'Invoice 4711',
      rateDetails: {
        counterpartyMultiplier: 1,
        counterpartyFixedFee: 0,
        serviceApiFixedFee: 0,
        serviceApiVariableFeeRate: 0.005,
        serviceApiVariableFeeAmount: 250,
        serviceApiMultiplier: 17.16375,
      },
    })
    expect(await app.ok('getQuoteById', { params: { quoteId: quote.id } })).toEqual(quote)
  })

  it('computes what has to be sent for 10,000.00 MXN to arrive', async () => {
    const quote = await quoteBetween(app, usd, maria, 1_000_000, { lockedCurrencySide: 'RECEIVING' })
    // 1000000 / 17.25 = 57971.01…, rounded up; 57972 / 0.995 = 58263.31…, rounded up
    expect(quote).toMatchObject({ totalReceivingAmount: 1_000_000, totalSendingAmount: 58_264, feesIncluded: 292 })
  })

  it('charges the same fee where nothing is converted', async () => {
    const alice = (await accountOf(app, 'alice', 'USD')).id
    expect(await quoteBetween(app, usd, alice, 10_000)).toMatchObject({
      exchangeRate: 1,
      feesIncluded: 50,
      totalReceivingAmount: 9_950,
    })
  })

  it('creates its transaction in PENDING, with an event, and moves no money', async () => {
    const before = await balanceOf(app, { id: usd as never })
    const quote = await quoteBetween(app, usd, maria, 50_000, { description: 'Rent' })
    const transaction = await app.ok('getTransactionById', { params: { transactionId: quote.transactionId } })
    expect(transaction).toMatchObject({
      type: 'OUTGOING',
      status: 'PENDING',
      quoteId: quote.id,
      platformCustomerId: 'northwind',
      sentAmount: { amount: 50_000, currency: { code: 'USD' } },
      receivedAmount: { amount: 858_187, currency: { code: 'MXN' } },
      fees: 250,
      exchangeRate: quote.exchangeRate,
      rateDetails: quote.rateDetails,
      description: 'Rent',
      source: { sourceType: 'ACCOUNT', accountId: usd, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', accountId: maria, currency: 'MXN' },
      reconciliationInstructions: { reference: expect.stringMatching(/^CW[0-9A-Z]{26}$/) },
    })
    expect(transaction).not.toHaveProperty('settledAt')
    expect(await eventsOf(app, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING'])
    expect(await balanceOf(app, { id: usd as never })).toBe(before)
  })

  it('does not check the balance yet', async () => {
    const poor = (await accountOf(app, 'alice', 'EUR')).id
    expect((await quoteBetween(app, poor, maria, 1_000_000)).status).toBe('PENDING')
  })

  it('is valid for 5 minutes over an instant rail and for 15 over others', async () => {
    const ach = await external('USD_ACCOUNT', 'USD')
    expect(minutesOf(await quoteBetween(app, usd, maria))).toBe(5)
    expect(minutesOf(await quoteBetween(app, usd, await external('EUR_ACCOUNT', 'EUR')))).toBe(15)
    expect(minutesOf(await quoteBetween(app, usd, ach))).toBe(15)
    const rtp = { destination: { destinationType: 'ACCOUNT', accountId: ach, paymentRail: 'RTP' } }
    expect(minutesOf(await quoteBetween(app, usd, ach, 50_000, rtp))).toBe(5)
    expect(minutesOf(await quoteBetween(app, usd, await external('SPARK_WALLET', 'BTC')))).toBe(5)
    expect(minutesOf(await quoteBetween(app, usd, await external('NGN_ACCOUNT', 'NGN')))).toBe(15)
  })

  it('executes immediately with immediatelyExecute', async () => {
    const euros = (await accountOf(app, 'northwind', 'EUR')).id
    const quote = await quoteBetween(app, usd, euros, 10_000, { immediatelyExecute: true })
    expect(quote.status).toBe('COMPLETED')
    expect(await balanceOf(app, { id: euros })).toBe(quote.totalReceivingAmount)
    expect(await eventsOf(app, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.COMPLETED'])
    const outside = await quoteBetween(app, usd, maria, 10_000, { immediatelyExecute: true })
    expect(outside.status).toBe('PROCESSING')
  })

  it('400 when it should execute immediately and the balance is insufficient: nothing is stored', async () => {
    const poor = (await accountOf(app, 'alice', 'EUR')).id
    const { error } = await attempt(from(poor, maria, { immediatelyExecute: true }))
    expect(error).toMatchObject({ status: 400, code: 'INSUFFICIENT_BALANCE' })
    const made = await app.ok('listQuotes', { query: { sendingAccountId: poor, status: 'COMPLETED' } })
    expect(made.totalCount).toBe(0)
  })

  it('400 when source and destination are the same account', async () => {
    expect((await attempt(from(usd, usd))).error).toMatchObject({
      status: 400,
      code: 'SELF_PAYMENT',
      details: { errors: [{ field: 'destination.accountId' }] },
    })
  })

  it('400 when nothing would arrive', async () => {
    const { error } = await attempt(from(usd, maria, { lockedCurrencyAmount: 1 }))
    expect(error).toMatchObject({ status: 400, code: 'INVALID_AMOUNT' })
    expect(error.details.errors[0].field).toBe('lockedCurrencyAmount')
  })

  it("400 outside the platform's limits in the sending currency, naming both", async () => {
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const limited = supportedCurrencies.map((it) =>
      it.currencyCode === 'USD' ? { ...it, minAmount: 1_000, maxAmount: 50_000 } : it,
    )
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies: limited } })
    const status = async (lockedCurrencyAmount: number) =>
      (await attempt(from(usd, maria, { lockedCurrencyAmount }))).status
    expect([await status(999), await status(1_000), await status(50_000), await status(50_001)]).toEqual([
      400, 201, 201, 400,
    ])
    const { error } = await attempt(
      from(usd, maria, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 900_000 }),
    )
    expect(error).toMatchObject({
      code: 'AMOUNT_OUT_OF_RANGE',
      details: { currency: 'USD', minAmount: 1_000, maxAmount: 50_000, errors: [{ field: 'lockedCurrencyAmount' }] },
    })
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies } })
  })

  it('400 in a currency that the platform no longer supports, or only receives', async () => {
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const gbp = (await accountOf(app, 'northwind', 'GBP')).id
    const without = supportedCurrencies.filter(({ currencyCode }) => currencyCode !== 'GBP')
    const incomingOnly = supportedCurrencies.map((it) => ({ ...it, enabledTransactionTypes: ['INCOMING'] as const }))
    for (const changed of [without, incomingOnly]) {
      await app.ok('updatePlatformConfig', { body: { supportedCurrencies: changed as never } })
      expect((await attempt(from(gbp, maria))).error).toMatchObject({
        status: 400,
        code: 'INVALID_CURRENCY',
        details: { errors: [{ field: 'source.accountId' }] },
      })
    }
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies } })
  })

  it('400 for amounts beyond 9000000000000000, on either side', async () => {
    const beyond = await attempt(from(usd, maria, { lockedCurrencyAmount: 9_000_000_000_000_001 }))
    expect(beyond.error.details.errors[0].field).toBe('lockedCurrencyAmount')
    const most = { lockedCurrencyAmount: 9_000_000_000_000_000 }
    for (const more of [most, { ...most, lockedCurrencySide: 'RECEIVING' as const }])
      expect((await attempt(from(usd, maria, more))).error).toMatchObject({
        code: 'AMOUNT_OUT_OF_RANGE',
        details: { errors: [{ field: 'lockedCurrencyAmount' }] },
      })
  })

  it("400 for a rail that does not reach the account, and for a customer who is not the account's", async () => {
    const fedwire = { destination: { destinationType: 'ACCOUNT', accountId: maria, paymentRail: 'WIRE' } }
    expect((await attempt(from(usd, maria, fedwire))).error.details.errors[0].field).toBe('destination.paymentRail')
    const { customerId } = await accountOf(app, 'alice', 'USD')
    const foreign = { source: { sourceType: 'ACCOUNT', accountId: usd, customerId } }
    expect((await attempt(from(usd, maria, foreign))).error.details.errors[0].field).toBe('source.customerId')
  })

  it('403 for a customer who is not approved', async () => {
    const { id } = await accountOf(app, 'alice', 'BRL')
    const turn = (status: string) =>
      app.store.script(`update customers set status = '${status}' where platform_customer_id = 'alice'`)
    await turn('REJECTED')
    expect((await attempt(from(id, maria))).error).toMatchObject({ status: 403, code: 'USER_NOT_READY' })
    await turn('APPROVED')
  })

  it('404 for accounts that do not exist, are deleted, or are those of another platform', async () => {
    const unknown = '00000000-0000-7000-8000-000000000000'
    const code = async (body: object) => (await attempt(body)).error.code
    expect(await code(from(`InternalAccount:${unknown}`, maria))).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
    expect(await code(from(usd, `InternalAccount:${unknown}`))).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
    expect(await code(from(usd, `ExternalAccount:${unknown}`))).toBe('EXTERNAL_ACCOUNT_NOT_FOUND')
    const gone = await clabe(app, '720')
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: gone as never } })
    expect(await code(from(usd, gone))).toBe('EXTERNAL_ACCOUNT_NOT_FOUND')
    const other = await app.anotherPlatform()
    const { error } = await app.call('createQuote', { body: from(usd, maria) as never, as: other })
    expect(error.code).toBe('INTERNAL_ACCOUNT_NOT_FOUND')
  })

  it.each(['PENDING', 'UNDER_REVIEW', 'INACTIVE'])('409 for an external account that is %s', async (status) => {
    const id = await clabe(app, `73${status.length % 10}`)
    await app.store.script(`update external_accounts set status = '${status}' where id = '${id.slice(16)}'`)
    expect((await attempt(from(usd, id))).error).toMatchObject({ status: 409, code: 'ACCOUNT_NOT_ACTIVE' })
  })

  it("pays from the platform's own account, as a payment of the platform", async () => {
    const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const quote = await quoteBetween(app, data[0]?.id as string, maria)
    expect(quote.source).not.toHaveProperty('customerId')
    const platformId = `PlatformConfig:${app.platform.platformId}`
    expect(await app.ok('getTransactionById', { params: { transactionId: quote.transactionId } })).toMatchObject({
      customerId: platformId,
      platformCustomerId: platformId,
    })
  })
})
