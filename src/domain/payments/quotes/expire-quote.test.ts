/** Quote expiry tests: exactly at `expiresAt`. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { accountOf, balanceOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'

let app: TestApp
let usd: `InternalAccount:${string}`
let maria: string
let quote: Quote
const execute = ({ id }: Quote) => app.call('executeQuote', { params: { quoteId: id } })
const statuses = async ({ id, transactionId }: Quote) => [
  (await app.ok('getQuoteById', { params: { quoteId: id } })).status,
  (await app.ok('getTransactionById', { params: { transactionId } })).status,
]

beforeAll(async () => {
  app = await testApp()
  usd = (await accountOf(app, 'northwind', 'USD')).id
  maria = await clabe(app, '719')
})
beforeEach(async () => {
  app.clock.freeze()
  quote = await quoteBetween(app, usd, maria)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('a quote that was not executed', () => {
  it('is valid in its last millisecond', async () => {
    await app.advance({ minutes: 5, ms: -1 })
    expect(await statuses(quote)).toEqual(['PENDING', 'PENDING'])
    expect((await execute(quote)).status).toBe(200)
  })

  it('is EXPIRED at `expiresAt`, with its payment and an event; no money has moved', async () => {
    const before = await balanceOf(app, { id: usd })
    await app.advance({ minutes: 5 })
    expect(await statuses(quote)).toEqual(['EXPIRED', 'EXPIRED'])
    expect(await eventsOf(app, quote.transactionId)).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.EXPIRED'])
    expect(await balanceOf(app, { id: usd })).toBe(before)
  })

  it('409 when the rate has expired', async () => {
    await app.advance({ minutes: 5 })
    expect((await execute(quote)).error).toMatchObject({ status: 409, code: 'QUOTE_EXPIRED' })
    expect((await execute(quote)).error.code).toBe('QUOTE_EXPIRED')
  })

  it('409 at `expiresAt`, even before the expiry job has run', async () => {
    app.clock.advanceTo(Date.parse(quote.expiresAt))
    expect((await execute(quote)).error.code).toBe('QUOTE_EXPIRED')
    await app.settle()
    expect(await statuses(quote)).toEqual(['EXPIRED', 'EXPIRED'])
  })

  it('does not expire once it was executed', async () => {
    await execute(quote)
    await app.advance({ minutes: 6 })
    expect(await statuses(quote)).toEqual(['COMPLETED', 'COMPLETED'])
  })

  it('does not expire while its payment is in progress', async () => {
    const slow = await quoteBetween(app, usd, await clabe(app, '003'))
    await app.advance({ minutes: 4 })
    await execute(slow)
    await app.advance({ minutes: 2 })
    expect(await statuses(slow)).toEqual(['PROCESSING', 'PROCESSING'])
  })
})
