/** listQuotes tests: filters, pages, and cursors that are valid only for their own list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quote } from '../../../../contract/payments/quotes.ts'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'

let app: TestApp
let toMaria: Quote
let toAlice: Quote
let fromAlice: Quote
let fromPlatform: Quote
const list = (query: object) => app.ok('listQuotes', { query })
const accountIn = ({ source }: Quote) => (source as { accountId: string }).accountId
const customerOf = ({ source }: Quote) => source.customerId

beforeAll(async () => {
  app = await testApp()
  const northwind = await accountOf(app, 'northwind', 'USD')
  const alice = await accountOf(app, 'alice', 'EUR')
  const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
  app.clock.freeze()
  const quote = async (source: string, destination: string) => {
    const made = await quoteBetween(app, source, destination)
    await app.advance({ seconds: 1 })
    return made
  }
  const maria = await clabe(app, '719')
  toMaria = await quote(northwind.id, maria)
  toAlice = await quote(northwind.id, alice.id)
  fromAlice = await quote(alice.id, maria)
  fromPlatform = await quote(data[0]?.id as string, maria)
  await app.ok('executeQuote', { params: { quoteId: toAlice.id } })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('listQuotes', () => {
  it('shows all of them, newest first, each as its own GET does', async () => {
    const { data } = await list({})
    expect(data.map(({ id }) => id)).toEqual([fromPlatform, fromAlice, toAlice, toMaria].map(({ id }) => id))
    for (const quote of data) expect(await app.ok('getQuoteById', { params: { quoteId: quote.id } })).toEqual(quote)
  })

  it.each([
    ['status', () => ({ status: 'COMPLETED' }), () => [toAlice]],
    ['customerId', () => ({ customerId: customerOf(fromAlice) }), () => [fromAlice]],
    ['sendingAccountId', () => ({ sendingAccountId: accountIn(toMaria) }), () => [toAlice, toMaria]],
    ['receivingAccountId inside', () => ({ receivingAccountId: accountIn(fromAlice) }), () => [toAlice]],
    [
      'receivingAccountId outside',
      () => ({ receivingAccountId: (toMaria.destination as { accountId: string }).accountId }),
      () => [fromPlatform, fromAlice, toMaria],
    ],
    ['createdAfter, itself included', () => ({ createdAfter: fromAlice.createdAt }), () => [fromPlatform, fromAlice]],
    ['createdBefore, itself included', () => ({ createdBefore: toAlice.createdAt }), () => [toAlice, toMaria]],
    ['several at once', () => ({ status: 'PENDING', sendingAccountId: accountIn(toMaria) }), () => [toMaria]],
    [
      'the UMA address of the sender, however it is written',
      () => ({ sendingUmaAddress: '$Alice@acme.example' }),
      () => [fromAlice],
    ],
    ['a UMA address without payments from it', () => ({ sendingUmaAddress: '$unknown@acme.example' }), () => []],
    ['a UMA address without payments to it', () => ({ receivingUmaAddress: '$unknown@acme.example' }), () => []],
  ])('finds by %s', async (_what, query, expected) => {
    const { data, totalCount } = await list(query())
    expect(data.map(({ id }) => id)).toEqual(expected().map(({ id }) => id))
    expect(totalCount).toBe(expected().length)
  })

  it('pages through everything without gaps or duplicates', async () => {
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await list({ limit: 3, cursor })
      seen.push(...page.data.map(({ id }) => id))
      more = page.hasMore
      cursor = page.nextCursor
    }
    expect(seen).toEqual([fromPlatform, fromAlice, toAlice, toMaria].map(({ id }) => id))
  })

  it('returns no cursor with the last page, even when it is full', async () => {
    expect(await list({ limit: 4 })).toMatchObject({ hasMore: false, totalCount: 4 })
    expect(await list({ limit: 4 })).not.toHaveProperty('nextCursor')
    expect(await list({ limit: 3 })).toMatchObject({ hasMore: true, nextCursor: expect.any(String) })
  })

  it("does not show another platform's", async () => {
    expect((await app.ok('listQuotes', { as: await app.anotherPlatform() })).totalCount).toBe(0)
  })
})

describe('getQuoteById', () => {
  it('shows a quote as it was answered', async () => {
    expect(await app.ok('getQuoteById', { params: { quoteId: toMaria.id } })).toEqual(toMaria)
  })
})
