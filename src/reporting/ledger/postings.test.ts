/** Postings test: names and causes, filters, and complete pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../../../test/harness/cast.ts'

let app: TestApp
let dollars: Awaited<ReturnType<typeof accountOf>>
let payment: `Transaction:${string}`
beforeAll(async () => {
  app = await testApp()
  dollars = await accountOf(app, 'northwind', 'USD')
  const euros = await accountOf(app, 'alice', 'EUR')
  const { id, transactionId } = await quoteBetween(app, dollars.id, euros.id, 10_000)
  payment = transactionId
  await app.ok('executeQuote', { params: { quoteId: id } })
})
afterAll(() => app.close())

type Query = QueryOf<Contract['listPostings']>
const list = (query: Query = {}) => app.ok('listPostings', { query })
const lines = async (query: Query) =>
  (await list(query)).data.map(({ from, to, amount, currency }) => [from.name, to.name, amount, currency.code])

describe('listPostings', () => {
  it('lists the postings of a payment with names, amounts and the payment', async () => {
    expect(await lines({ causeId: payment })).toEqual([
      ['House fx', 'Alice Doe', expect.any(Number), 'EUR'],
      ['Northwind Ltd', 'House fx', 9_950, 'USD'],
      ['Northwind Ltd', 'House fees', 50, 'USD'],
    ])
    const [first] = (await list({ causeId: payment })).data
    expect(first?.cause).toMatchObject({ kind: 'PAYMENT', id: payment, status: 'COMPLETED' })
  })

  it('filters by currency, house account and account', async () => {
    expect(await lines({ causeId: payment, currency: 'EUR' })).toHaveLength(1)
    expect(await lines({ houseAccount: 'fees' })).toEqual([['Northwind Ltd', 'House fees', 50, 'USD']])
    expect((await lines({ accountId: dollars.id, causeId: payment })).map(([, to]) => to)).toEqual([
      'House fx',
      'House fees',
    ])
  })

  it("is empty for another platform, also with this platform's ids", async () => {
    const as = await app.anotherPlatform()
    for (const query of [{ causeId: payment }, { accountId: dollars.id }])
      expect(await app.ok('listPostings', { as, query })).toEqual({ data: [], hasMore: false, totalCount: 0 })
  })

  it('has pages that contain every posting once, and a statement that adds up', async () => {
    for (let i = 0; i < 101; i++)
      await app.ok('sandboxFundInternalAccount', { params: { accountId: dollars.id }, body: { amount: 100 + i } })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ cursor })
      seen.push(...page.data.map(({ cause, line }) => `${cause.id} ${line}`))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    const [{ count } = { count: 0n }] = await app.store.query<{ count: bigint }>(
      'select count(*) as count from postings where platform_id = $1',
      [app.platform.platformId],
    )
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(Number(count))
    const entries = await allEntries()
    const sum = entries.reduce((total, { direction, amount }) => total + (direction === 'IN' ? amount : -amount), 0)
    expect(sum).toBe(await balanceOf(app, dollars))
  })

  async function allEntries() {
    const { entries, nextCursor } = await app.ok('getAccountStatement', {
      params: { id: dollars.id },
      query: { limit: 100 },
    })
    const rest = { params: { id: dollars.id }, query: { limit: 100, cursor: nextCursor } }
    return [...entries, ...(await app.ok('getAccountStatement', rest)).entries]
  }

  it('goes on where the search of a filter ended before the ledger did', async () => {
    const columns = await app.store.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'postings' and column_name <> 'line'`,
    )
    const same = columns.map(({ name }) => name).join()
    await app.store.script(`insert into postings (line, ${same}) select n, ${same} from generate_series(1000, 21099) n,
      (select * from postings where platform_id = '${app.platform.platformId}' order by transaction_id desc limit 1) p`)
    const first = await list({ houseAccount: 'fees' })
    expect(first).toMatchObject({ data: [], hasMore: true, isTotalCountEstimated: true })
    const { data, hasMore } = await list({ houseAccount: 'fees', cursor: first.nextCursor })
    expect([data.length, hasMore]).toEqual([1, false])
  })
})
