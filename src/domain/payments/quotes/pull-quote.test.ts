/** Quotes whose money is pulled from an external account: nothing is paid before it has arrived. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf, houseHolds } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'

let app: TestApp
let serial = 0

/** A dollar bank account of Northwind's, whose last digits choose the outcome of a pull. */
async function bank(suffix: string): Promise<`ExternalAccount:${string}`> {
  const { customerId } = await accountOf(app, 'northwind', 'USD')
  const { id } = await app.ok('createCustomerExternalAccount', {
    body: {
      customerId,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: `7000${++serial}${suffix}`,
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Northwind Ltd' },
      },
    },
  })
  return id
}
const payment = ({ transactionId }: Quote) => app.ok('getTransactionById', { params: { transactionId } })
const status = async ({ id }: Quote) => (await app.ok('getQuoteById', { params: { quoteId: id } })).status
async function execute(quote: Quote): Promise<Quote> {
  const executed = await app.ok('executeQuote', { params: { quoteId: quote.id } })
  await app.settle()
  return executed as Quote
}
const outside = async (currency: string) => [
  await houseHolds(app, 'rails', currency),
  await houseHolds(app, 'suspense', currency),
]

beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => expect(await app.audit()).toEqual([]))
afterAll(() => app.close())

describe('a quote from an external account', () => {
  it('states its source, and requests no payment', async () => {
    const source = await bank('719')
    const quote = await quoteBetween(app, source, (await accountOf(app, 'alice', 'USD')).id)
    expect(quote.source).toMatchObject({ sourceType: 'ACCOUNT', accountId: source })
    expect(quote).not.toHaveProperty('paymentInstructions')
    expect(await app.ok('listQuotes', { query: { sendingAccountId: source } })).toMatchObject({
      totalCount: 1,
      data: [{ id: quote.id }],
    })
  })

  it('pulls the money and books it, posting by posting', async () => {
    const source = await bank('719')
    const alice = await accountOf(app, 'alice', 'EUR')
    const before = { euros: await balanceOf(app, alice), rails: await houseHolds(app, 'rails', 'USD') }
    const quote = await quoteBetween(app, source, alice.id, 50_000)
    expect((await execute(quote)).status).toBe('PROCESSING')
    expect(await status(quote)).toBe('COMPLETED')
    expect(await payment(quote)).toMatchObject({
      status: 'COMPLETED',
      source: { sourceType: 'ACCOUNT', accountId: source, currency: 'USD' },
    })
    expect(await balanceOf(app, alice)).toBe(before.euros + quote.totalReceivingAmount)
    expect(await houseHolds(app, 'rails', 'USD')).toBe(before.rails - 50_000)
    const postings = await app.store.query(
      'select currency, amount from postings where transaction_id = $1 order by line',
      [quote.transactionId.slice('Transaction:'.length)],
    )
    expect(postings).toEqual([
      { currency: 'USD', amount: 250n },
      { currency: 'USD', amount: 49_750n },
      { currency: 'EUR', amount: BigInt(quote.totalReceivingAmount) },
    ])
    expect(await eventsOf(app, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.COMPLETED'])
  })

  it('continues to another bank, and is executed once', async () => {
    const quote = await quoteBetween(app, await bank('719'), await clabe(app, '719'), 10_000, {
      immediatelyExecute: true,
    })
    expect(quote.status).toBe('PROCESSING')
    const again = await app.call('executeQuote', { params: { quoteId: quote.id } })
    expect([again.status, again.error.code]).toEqual([409, 'QUOTE_ALREADY_EXECUTED'])
    await app.settle()
    expect(await status(quote)).toBe('COMPLETED')
    expect(await eventsOf(app, quote.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ])
  })

  it.each(['002', '003', '004'])('whose bank refuses (%s) moves no money', async (suffix) => {
    const alice = await accountOf(app, 'alice', 'USD')
    const before = [await balanceOf(app, alice), ...(await outside('USD'))]
    const quote = await quoteBetween(app, await bank(suffix), alice.id)
    expect((await execute(quote)).status).toBe('PROCESSING')
    expect(await status(quote)).toBe('FAILED')
    const failed = await payment(quote)
    expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
    expect(failed).not.toHaveProperty('refund')
    expect([await balanceOf(app, alice), ...(await outside('USD'))]).toEqual(before)
    expect(await eventsOf(app, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.FAILED'])
  })

  it('waits for a slow bank (005), beyond its expiry, and fails with it', async () => {
    const quote = await quoteBetween(app, await bank('005'), await clabe(app, '719'))
    await execute(quote)
    await app.advance({ seconds: 29 })
    expect([await status(quote), (await payment(quote)).status]).toEqual(['PROCESSING', 'PENDING'])
    await app.advance({ seconds: 2 })
    expect([await status(quote), (await payment(quote)).status]).toEqual(['FAILED', 'FAILED'])
  })

  it('whose payout fails returns the money to its origin', async () => {
    const before = await outside('USD')
    const quote = await quoteBetween(app, await bank('719'), await clabe(app, '004'))
    await execute(quote)
    expect(await payment(quote)).toMatchObject({ status: 'REFUNDED', refund: { status: 'COMPLETED' } })
    expect(await status(quote)).toBe('FAILED')
    expect(await outside('USD')).toEqual(before)
  })

  it('whose receiver was deleted when the money arrives keeps it in suspense, for an operator', async () => {
    const rival = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', currencies: ['USD'] } })
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId: rival.id } })
    const before = await houseHolds(app, 'suspense', 'USD')
    const quote = await quoteBetween(app, await bank('719'), data[0]?.id as string, 7_000)
    await app.ok('deleteCustomerById', { params: { customerId: rival.id } })
    await execute(quote)
    expect(await payment(quote)).toMatchObject({ status: 'FAILED', refund: { status: 'FAILED' } })
    expect(await houseHolds(app, 'suspense', 'USD')).toBe(before + 7_000)
    const tasks = await app.store.query<{ subjects: string[] }>(
      "select subjects from jobs where name = 'giveMoneyBack'",
    )
    expect(tasks.map(({ subjects }) => `Transaction:${subjects[0]}`)).toContain(quote.transactionId)
  })

  it("refuses the destination as its source, a wallet, and another customer's account", async () => {
    const source = await bank('719')
    const ask = async (accountId: string, destinationId: string, more: object = {}) => {
      const { status, error } = await app.call('createQuote', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId, ...more },
          destination: { destinationType: 'ACCOUNT', accountId: destinationId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 1_000,
        },
      })
      return [status, error.code]
    }
    const dollars = (await accountOf(app, 'alice', 'USD')).id
    const { customerId: alice } = await accountOf(app, 'alice', 'USD')
    expect(await ask(source, source)).toEqual([400, 'SELF_PAYMENT'])
    expect(await ask(source, dollars, { customerId: alice })).toEqual([400, 'INVALID_INPUT'])
    const wallet = await app.ok('createPlatformExternalAccount', {
      body: { currency: 'BTC', accountInfo: { accountType: 'LIGHTNING', lightningAddress: 'someone@example.com' } },
    })
    expect(await ask(wallet.id, dollars)).toEqual([400, 'INVALID_INPUT'])
    await app.ok('deleteCustomerExternalAccountById', { params: { externalAccountId: source } })
    expect(await ask(source, dollars)).toEqual([404, 'EXTERNAL_ACCOUNT_NOT_FOUND'])
  })
})
