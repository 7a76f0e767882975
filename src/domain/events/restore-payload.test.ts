import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import { readingOf } from '../../../test/harness/rails.ts'
import { bareId } from '../../core/ids.ts'
import { listObjectEvents } from './queries.ts'

describe('events that store only a state', () => {
  let app: TestApp
  beforeAll(async () => void (app = await testApp()))
  afterAll(() => app.close())

  const payloads = async (id: string) => {
    const events = await listObjectEvents(readingOf(app.store), app.platform.platformId, bareId(id))
    return events.map(({ type, data }) => [type, JSON.parse(data)])
  }

  it('contain a payment as its GET returned it after each step', async () => {
    const { id: account } = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, account, await clabe(app, '003'), 25_00)
    const payment = { params: { transactionId: quote.transactionId } }
    const pending = await app.ok('getTransactionById', payment)
    await app.ok('executeQuote', { params: { quoteId: quote.id } })
    const processing = await app.ok('getTransactionById', payment)
    await app.advance({ minutes: 10 })
    const last = await app.ok('getTransactionById', payment)
    expect(new Set([pending, processing, last].map(({ status }) => status)).size).toBe(3)
    expect(await payloads(quote.transactionId)).toEqual([
      ['OUTGOING_PAYMENT.PENDING', pending],
      ['OUTGOING_PAYMENT.PROCESSING', processing],
      [`OUTGOING_PAYMENT.${last.status}`, last],
    ])
  })

  it('contain each step of a refund', async () => {
    const { id: account } = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, account, await clabe(app, '002'), 30_00)
    await app.ok('executeQuote', { params: { quoteId: quote.id } })
    await app.advance({ minutes: 10 })
    const shown = await app.ok('getTransactionById', { params: { transactionId: quote.transactionId } })
    const events = await payloads(quote.transactionId)
    expect(events.at(-1)?.[1]).toEqual(shown)
    const statuses = events.map(([, data]) => [data.status, data.failureReason, data.refund?.status])
    expect(new Set(statuses.map((each) => each.join())).size).toBe(statuses.length)
  })

  it('contain the balance after each deposit', async () => {
    const { id } = await accountOf(app, 'northwind', 'EUR')
    const before = (await payloads(id)).length
    const shown: unknown[] = []
    for (const amount of [100, 250]) {
      await app.ok('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount } })
      shown.push(await accountOf(app, 'northwind', 'EUR'))
    }
    expect((await payloads(id)).slice(before)).toEqual(
      shown.map((account) => ['INTERNAL_ACCOUNT.BALANCE_UPDATED', account]),
    )
  })
})
