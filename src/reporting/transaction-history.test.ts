/** History of a payment: the origin of the quote's exchange rate, and the payment on the rail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../test/harness/cast.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getTransactionHistory', () => {
  const read = (transactionId: `Transaction:${string}`) =>
    app.ok('getTransactionHistory', { params: { transactionId } })
  const originOf = async (destination: string) => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    const { transactionId } = await quoteBetween(app, id, destination, 50_000)
    return (await read(transactionId)).rateOrigin
  }

  it('names the origin of the exchange rate', async () => {
    expect(await originOf(await clabe(app, '719'))).toMatchObject({
      sources: ['sandbox'],
      midRate: '0.0579710144927536',
      spread: '0',
    })
  })

  it('shows the rail of a payment that has left, and none of one that has not', async () => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, id, await clabe(app, '719'), 50_000)
    expect((await read(quote.transactionId)).outside).toBeUndefined()
    await app.ok('executeQuote', { params: { quoteId: quote.id } })
    await app.settle()
    expect((await read(quote.transactionId)).outside).toEqual({ rail: 'sandbox', facts: [] })
  })

  it('reports when the rail is polled next, while the payment is in progress', async () => {
    const { id } = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, id, await clabe(app, '003'), 50_000)
    expect((await read(quote.transactionId)).nextCheckAt).toBeUndefined()
    app.clock.freeze()
    await app.ok('executeQuote', { params: { quoteId: quote.id } })
    await app.settle()
    const { nextCheckAt } = await read(quote.transactionId)
    expect(Date.parse(nextCheckAt as string) - app.clock.now()).toBe(360_000)
    await app.ok('advanceSandboxClockTo', { body: { time: nextCheckAt as string } })
    const { transaction, nextCheckAt: later } = await read(quote.transactionId)
    expect([transaction.status, later]).toEqual(['COMPLETED', undefined])
  })

  it('has no rate origin where nothing is exchanged', async () => {
    expect(await originOf((await accountOf(app, 'alice', 'USD')).id)).toBeUndefined()
  })
})
