/** executeQuote tests: once, in time, at the locked amounts, and only with available money. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import type { OutgoingTransaction } from '../../../../contract/payments/transactions.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'

type AccountId = `InternalAccount:${string}`

let app: TestApp
let usd: AccountId
let maria: string
const execute = ({ id }: Pick<Quote, 'id'>) => app.call('executeQuote', { params: { quoteId: id } })
const quoteOf = ({ id }: Quote) => app.ok('getQuoteById', { params: { quoteId: id } })
const paymentOf = ({ transactionId }: Quote) =>
  app.ok('getTransactionById', { params: { transactionId } }) as Promise<OutgoingTransaction>
const fund = (accountId: AccountId, amount: number) =>
  app.ok('sandboxFundInternalAccount', { params: { accountId }, body: { amount } })

beforeAll(async () => {
  app = await testApp()
  usd = (await accountOf(app, 'northwind', 'USD')).id
  maria = await clabe(app, '719')
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('executeQuote', () => {
  it('completes immediately between two accounts of a customer, without a second payment', async () => {
    const eur = (await accountOf(app, 'northwind', 'EUR')).id
    const before = await balanceOf(app, { id: usd })
    const quote = await quoteBetween(app, usd, eur, 100_000)
    const { status, body } = await execute(quote)
    expect([status, body.status]).toEqual([200, 'COMPLETED'])
    expect(body).toEqual({ ...quote, status: 'COMPLETED' })
    expect(await balanceOf(app, { id: usd })).toBe(before - 100_000)
    expect(await balanceOf(app, { id: eur })).toBe(91_540)
    expect(await paymentOf(quote)).toMatchObject({ status: 'COMPLETED', settledAt: expect.any(String) })
    expect((await app.ok('listTransactions', { query: { accountIdentifier: eur } })).totalCount).toBe(1)
    expect(await eventsOf(app, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.COMPLETED'])
    expect(await eventsOf(app, eur)).toEqual(['INTERNAL_ACCOUNT.BALANCE_UPDATED'])
  })

  it('creates an incoming payment with the same reference for another customer', async () => {
    const gbp = await accountOf(app, 'alice', 'GBP')
    const quote = await quoteBetween(app, usd, gbp.id, 20_000, { description: 'Lunch' })
    await execute(quote)
    const { reconciliationInstructions } = await paymentOf(quote)
    const reference = reconciliationInstructions?.reference as string
    const { data } = await app.ok('listTransactions', { query: { reference, sortOrder: 'asc' } })
    expect(data.map(({ type }) => type)).toEqual(['OUTGOING', 'INCOMING'])
    const [, twin] = data
    expect(twin).toMatchObject({
      status: 'COMPLETED',
      customerId: gbp.customerId,
      platformCustomerId: 'alice',
      receivedAmount: { amount: quote.totalReceivingAmount, currency: { code: 'GBP' } },
      destination: { accountId: gbp.id },
      fees: 0,
      description: 'Lunch',
      reconciliationInstructions: { reference },
    })
    expect(await eventsOf(app, twin?.id as string)).toEqual(['INCOMING_PAYMENT.COMPLETED'])
    expect(await balanceOf(app, gbp)).toBe(quote.totalReceivingAmount)
  })

  it('posts the fee and the exchanged money to house accounts', async () => {
    const books = async () => [
      await houseHolds(app, 'fees', 'USD'),
      await houseHolds(app, 'fx', 'USD'),
      await houseHolds(app, 'fx', 'INR'),
    ]
    const [fees, dollars, rupees] = (await books()) as [number, number, number]
    const inr = (await accountOf(app, 'northwind', 'INR')).id
    await execute(await quoteBetween(app, usd, inr, 10_000))
    expect(await books()).toEqual([fees + 50, dollars + 9_950, rupees - 820_875])
  })

  it('submits money that leaves to a rail: PROCESSING first, COMPLETED when it has arrived', async () => {
    const before = await balanceOf(app, { id: usd })
    const outside = await houseHolds(app, 'rails', 'MXN')
    const quote = await quoteBetween(app, usd, maria)
    const { body } = await execute(quote)
    expect(body.status).toBe('PROCESSING')
    await app.settle()
    expect((await quoteOf(quote)).status).toBe('COMPLETED')
    expect(await paymentOf(quote)).toMatchObject({ status: 'COMPLETED', settledAt: expect.any(String) })
    expect(await balanceOf(app, { id: usd })).toBe(before - 50_000)
    expect(await houseHolds(app, 'rails', 'MXN')).toBe(outside + 858_187)
    expect(await houseHolds(app, 'transit', 'MXN')).toBe(0)
    expect(await eventsOf(app, quote.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ])
  })

  it('accepts an empty body, an empty object, and unknown fields', async () => {
    const path = async () => pathTo('executeQuote', { quoteId: (await quoteBetween(app, usd, maria, 1_000)).id })
    const json = { 'content-type': 'application/json' }
    expect((await app.raw('POST', await path())).status).toBe(200)
    expect((await app.raw('POST', await path(), { headers: json })).status).toBe(200)
    expect((await app.raw('POST', await path(), { headers: json, body: '{}' })).status).toBe(200)
    expect((await app.raw('POST', await path(), { headers: json, body: '{"scaFactor":"TOTP"}' })).status).toBe(200)
  })

  it('400 without enough money: the quote stays PENDING, and executes once there is enough', async () => {
    const { id } = await accountOf(app, 'alice', 'USD')
    await fund(id, 9_999)
    const quote = await quoteBetween(app, id, maria, 10_000)
    expect((await execute(quote)).error).toMatchObject({ status: 400, code: 'INSUFFICIENT_BALANCE' })
    expect((await quoteOf(quote)).status).toBe('PENDING')
    expect((await paymentOf(quote)).status).toBe('PENDING')
    expect(await balanceOf(app, { id })).toBe(9_999)
    await fund(id, 1)
    expect((await execute(quote)).status).toBe(200)
    expect(await balanceOf(app, { id })).toBe(0)
  })

  it("409 the second time, whatever the payment's status", async () => {
    const inside = await quoteBetween(app, usd, (await accountOf(app, 'alice', 'INR')).id)
    const outside = await quoteBetween(app, usd, maria)
    for (const quote of [inside, outside]) {
      expect((await execute(quote)).status).toBe(200)
      const { error, headers } = await execute(quote)
      expect(error).toMatchObject({ status: 409, code: 'QUOTE_ALREADY_EXECUTED' })
      expect(headers.get('x-should-retry')).toBe('false')
    }
    await app.settle()
    expect((await execute(outside)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
    const atOnce = await quoteBetween(app, usd, maria, 1_000, { immediatelyExecute: true })
    expect((await execute(atOnce)).error.code).toBe('QUOTE_ALREADY_EXECUTED')
  })

  it('pays once, however many requests execute it concurrently', async () => {
    const before = await balanceOf(app, { id: usd })
    const quote = await quoteBetween(app, usd, maria, 1_000)
    const replies = await Promise.all(Array.from({ length: 20 }, () => execute(quote)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await balanceOf(app, { id: usd })).toBe(before - 1_000)
  })

  it('never spends money twice: of many concurrent quotes, as many execute as the account covers', async () => {
    const { id } = await accountOf(app, 'alice', 'MXN')
    await fund(id, 10_000)
    const quotes = await Promise.all(Array.from({ length: 16 }, () => quoteBetween(app, id, maria, 1_500)))
    const replies = await Promise.all(quotes.map(execute))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(replies.filter(({ error }) => error.code === 'INSUFFICIENT_BALANCE')).toHaveLength(10)
    expect(await balanceOf(app, { id })).toBe(1_000)
  })

  it.each(['source', 'destination'])(
    '409 when the %s is not ACTIVE, and it can be executed when it is again',
    async (end) => {
      const eur = (await accountOf(app, 'northwind', 'EUR')).id
      const quote = await quoteBetween(app, usd, eur, 1_000)
      const stopped = end === 'source' ? usd : eur
      const turn = (status: string) =>
        app.store.script(`update balances set status = '${status}' where id = '${stopped.slice(16)}'`)
      await turn('FROZEN')
      expect((await execute(quote)).error).toMatchObject({ status: 409, code: 'ACCOUNT_NOT_ACTIVE' })
      await turn('ACTIVE')
      expect((await execute(quote)).status).toBe(200)
    },
  )

  it("pays at the quote's rate and amounts, whatever the platform has configured since", async () => {
    const { supportedCurrencies } = await app.ok('getPlatformConfig')
    const quote = await quoteBetween(app, usd, maria)
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies: [] } })
    expect(await execute(quote)).toMatchObject({ status: 200, body: { totalReceivingAmount: 858_187 } })
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies } })
  })

  it('continues although the destination account was deleted in the meantime', async () => {
    const id = await clabe(app, '721')
    const quote = await quoteBetween(app, usd, id)
    await execute(quote)
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: id as never } })
    await app.settle()
    expect((await quoteOf(quote)).status).toBe('COMPLETED')
  })

  it('404 when that account was deleted before: no new payment goes to it', async () => {
    const id = await clabe(app, '722')
    const before = await balanceOf(app, { id: usd })
    const quote = await quoteBetween(app, usd, id)
    await app.ok('deletePlatformExternalAccountById', { params: { externalAccountId: id as never } })
    expect((await execute(quote)).error).toMatchObject({ status: 404, code: 'EXTERNAL_ACCOUNT_NOT_FOUND' })
    expect((await quoteOf(quote)).status).toBe('PENDING')
    expect(await balanceOf(app, { id: usd })).toBe(before)
  })

  it("404 for another platform's quote, which stays as it is", async () => {
    const quote = await quoteBetween(app, usd, maria)
    const theirs = { params: { quoteId: quote.id }, as: await app.anotherPlatform() }
    expect((await app.call('executeQuote', theirs)).error).toMatchObject({ status: 404, code: 'QUOTE_NOT_FOUND' })
    expect((await quoteOf(quote)).status).toBe('PENDING')
  })
})
