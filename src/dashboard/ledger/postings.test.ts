/** Ledger page test: postings with names and causes, filters, and complete pages. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../../../test/harness/cast.ts'
import { readingOf } from '../../../test/harness/rails.ts'
import { accountLedger } from './account-ledger.ts'
import { listPostings, type PostingQuery } from './postings.ts'

let app: TestApp
let dollars: Awaited<ReturnType<typeof accountOf>>
let payment: string
beforeAll(async () => {
  app = await testApp()
  dollars = await accountOf(app, 'northwind', 'USD')
  const euros = await accountOf(app, 'alice', 'EUR')
  const { id, transactionId } = await quoteBetween(app, dollars.id, euros.id, 10_000)
  payment = transactionId
  await app.ok('executeQuote', { params: { quoteId: id } })
})
afterAll(() => app.close())

const list = (query: PostingQuery = {}) => listPostings(app.store, app.platform.platformId, query)
const lines = async (query: PostingQuery) =>
  (await list(query)).postings.map(({ from, to, amount, currency }) => [from.name, to.name, amount, currency.code])

it('lists the postings of a payment with names, amounts and the payment', async () => {
  expect(await lines({ cause: payment })).toEqual([
    ['House fx', 'Alice Doe', expect.any(Number), 'EUR'],
    ['Northwind Ltd', 'House fx', 9_950, 'USD'],
    ['Northwind Ltd', 'House fees', 50, 'USD'],
  ])
  const [first] = (await list({ cause: payment })).postings
  expect(first?.cause).toMatchObject({ kind: 'PAYMENT', id: payment, status: 'COMPLETED' })
})

it('filters by currency, house account and account', async () => {
  expect(await lines({ cause: payment, currency: 'EUR' })).toHaveLength(1)
  expect(await lines({ place: 'fees' })).toEqual([['Northwind Ltd', 'House fees', 50, 'USD']])
  expect((await lines({ place: dollars.id, cause: payment })).map(([, to]) => to)).toEqual(['House fx', 'House fees'])
})

it('refuses an invalid id, an invalid cursor, and a parameter that is given twice, naming the parameter', async () => {
  for (const [name, value] of [
    ['cause', 'x'],
    ['place', 'nowhere'],
    ['before', '1'],
    ['currency', ['USD', 'EUR']],
  ] as const)
    await expect(list({ [name]: value })).rejects.toMatchObject({ details: { errors: [{ field: name }] } })
})

it("is empty for another platform, also with this platform's ids", async () => {
  const { platformId } = await app.anotherPlatform()
  expect(await listPostings(app.store, platformId, { cause: payment })).toEqual({ postings: [] })
  expect(await listPostings(app.store, platformId, { place: dollars.id })).toEqual({ postings: [] })
})

it('has pages that contain every posting once, and a statement that adds up', async () => {
  for (let i = 0; i < 101; i++)
    await app.ok('sandboxFundInternalAccount', { params: { accountId: dollars.id }, body: { amount: 100 + i } })
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await list({ before })
    seen.push(...page.postings.map(({ cause, line }) => `${cause.id} ${line}`))
    before = page.nextCursor
  } while (before !== undefined)
  const [{ count } = { count: 0n }] = await app.store.query<{ count: bigint }>(
    'select count(*) as count from postings where platform_id = $1',
    [app.platform.platformId],
  )
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBe(Number(count))
  const { entries } = await accountLedger(readingOf(app.store), app.platform.platformId, dollars.id.slice(16))
  const sum = entries.reduce((total, { direction, amount }) => total + (direction === 'IN' ? amount : -amount), 0)
  expect(sum).toBe(await balanceOf(app, dollars))
})
