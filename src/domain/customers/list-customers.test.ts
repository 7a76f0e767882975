/** Customer list tests: every filter, paging, and isolation between platforms. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'

let app: TestApp
let alice: string
let bruno: string
let clara: string
let fjord: string
const moments: string[] = []
const ids = async (query: object) => (await app.ok('listCustomers', { query })).data.map(({ id }) => id)

beforeAll(async () => {
  app = await testApp({ cast: false })
  app.clock.freeze()
  const create = async (body: object) => {
    moments.push(new Date(app.clock.now()).toISOString())
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', ...body } })
    await app.advance({ ms: 1 })
    return id
  }
  alice = await create({ platformCustomerId: 'alice', umaAddress: '$alice@acme.example', region: 'US' })
  bruno = await create({ platformCustomerId: 'bruno', region: 'BR', currencies: ['BRL', 'USD'] })
  clara = await create({ platformCustomerId: 'clara', region: 'US', currencies: ['USDC'] })
  fjord = await create({
    customerType: 'BUSINESS',
    platformCustomerId: 'fjord',
    region: 'NO',
    businessInfo: { legalName: 'Fjord & Sønner AS' },
  })
  await app.ok('updateCustomerById', {
    params: { customerId: alice as never },
    body: { customerType: 'INDIVIDUAL', email: 'alice@example.com' },
  })
})
afterAll(() => app.close())

describe('listCustomers', () => {
  it('lists all customers, newest first', async () => {
    expect(await ids({})).toEqual([fjord, clara, bruno, alice])
  })

  it.each([
    ['platformCustomerId', () => ({ platformCustomerId: 'bruno' }), () => [bruno]],
    ['customerType', () => ({ customerType: 'BUSINESS' }), () => [fjord]],
    ['region', () => ({ region: 'US' }), () => [clara, alice]],
    ['currency, customers without their own list included', () => ({ currency: 'BRL' }), () => [fjord, bruno, alice]],
    ['currency', () => ({ currency: 'USDC' }), () => [fjord, clara, alice]],
    ['umaAddress, in any case', () => ({ umaAddress: '$ALICE@acme.example' }), () => [alice]],
    ['createdAfter, inclusive', () => ({ createdAfter: moments[2] }), () => [fjord, clara]],
    ['createdBefore, inclusive', () => ({ createdBefore: moments[1] }), () => [bruno, alice]],
    ['updatedAfter, inclusive', () => ({ updatedAfter: moments[3] }), () => [fjord, alice]],
    ['updatedBefore, inclusive', () => ({ updatedBefore: moments[2] }), () => [clara, bruno]],
    ['status', () => ({ status: 'UNVERIFIED' }), () => [fjord]],
    ['a prefix of a word of a name', () => ({ search: 'søn' }), () => [fjord]],
    ['words of a name, in any order and case', () => ({ search: 'AS fjo' }), () => [fjord]],
    ['words that belong to different customers', () => ({ search: 'fjord bruno' }), () => []],
    ['words of an email address', () => ({ search: 'alice@example.com' }), () => [alice]],
    ['a UMA address', () => ({ search: '$alice@acme.example' }), () => [alice]],
    ["the platform's own id", () => ({ search: 'clar' }), () => [clara]],
    ['the id of a customer', () => ({ search: bruno }), () => [bruno]],
    ['operators of a text search, which are only separators', () => ({ search: "fjord & !'sønner:*|" }), () => [fjord]],
    ['a search without words', () => ({ search: '&|!' }), () => []],
    ['several at once', () => ({ region: 'US', currency: 'USDC', createdBefore: moments[0] }), () => [alice]],
    ['a value without a match', () => ({ platformCustomerId: 'no-such-customer' }), () => []],
    ['a currency that the platform does not support', () => ({ currency: 'ZAR' }), () => []],
    ['a time long ago', () => ({ createdAfter: '0001-01-01T00:00:00Z', region: 'BR' }), () => [bruno]],
  ])('filters by %s', async (_what, query, expected) => {
    const { data, totalCount } = await app.ok('listCustomers', { query: query() })
    expect(data.map(({ id }) => id)).toEqual(expected())
    expect(totalCount).toBe(expected().length)
  })

  it('pages without gaps or duplicates while customers are created', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await app.ok('listCustomers', { query: { limit: 1, cursor } })
      expect(page.data).toHaveLength(1)
      expect(page.hasMore).toBe(page.nextCursor !== undefined)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
      await app.advance({ ms: 1 })
      await app.ok('createCustomer', { body: { customerType: 'BUSINESS', platformCustomerId: `later-${seen.length}` } })
    } while (cursor)
    expect(seen).toEqual([fjord, clara, bruno, alice])
  })

  it('counts all matches on every page', async () => {
    const { totalCount, data } = await app.ok('listCustomers', { query: { region: 'US', limit: 1 } })
    expect([totalCount, data.length]).toEqual([2, 1])
  })

  it('does not list customers of another platform', async () => {
    expect((await app.ok('listCustomers', { as: await app.anotherPlatform() })).totalCount).toBe(0)
  })
})

describe('getCustomerById', () => {
  it('returns the customer', async () => {
    expect(await app.ok('getCustomerById', { params: { customerId: alice as never } })).toMatchObject({
      platformCustomerId: 'alice',
      email: 'alice@example.com',
    })
  })

  it('404 with the same text for an unknown id, an id of another platform, and a malformed id', async () => {
    const other = await app.anotherPlatform()
    const ask = (customerId: string, as = app.platform) =>
      app.call('getCustomerById', { params: { customerId: customerId as never }, as })
    const unknown = await ask('Customer:00000000-0000-7000-8000-000000000000')
    expect(unknown.error).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
    expect((await ask(alice, other)).error).toEqual(unknown.error)
    expect((await ask('nonsense')).error).toEqual(unknown.error)
  })
})
