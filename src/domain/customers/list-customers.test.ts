/** Owns the proof that customers are found, by everything they can be asked for, page by page. */
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
  fjord = await create({ customerType: 'BUSINESS', platformCustomerId: 'fjord', region: 'NO' })
  await app.ok('updateCustomerById', {
    params: { customerId: alice as never },
    body: { customerType: 'INDIVIDUAL', email: 'alice@example.com' },
  })
})
afterAll(() => app.close())

describe('listCustomers', () => {
  it('shows all of them, newest first', async () => {
    expect(await ids({})).toEqual([fjord, clara, bruno, alice])
  })

  it.each([
    ['platformCustomerId', () => ({ platformCustomerId: 'bruno' }), () => [bruno]],
    ['customerType', () => ({ customerType: 'BUSINESS' }), () => [fjord]],
    ['region', () => ({ region: 'US' }), () => [clara, alice]],
    ['currency, of those who hold every one too', () => ({ currency: 'BRL' }), () => [fjord, bruno, alice]],
    ['currency', () => ({ currency: 'USDC' }), () => [fjord, clara, alice]],
    ['umaAddress, however it is written', () => ({ umaAddress: '$ALICE@acme.example' }), () => [alice]],
    ['createdAfter, itself included', () => ({ createdAfter: moments[2] }), () => [fjord, clara]],
    ['createdBefore, itself included', () => ({ createdBefore: moments[1] }), () => [bruno, alice]],
    ['updatedAfter, itself included', () => ({ updatedAfter: moments[3] }), () => [fjord, alice]],
    ['updatedBefore, itself included', () => ({ updatedBefore: moments[2] }), () => [clara, bruno]],
    ['several at once', () => ({ region: 'US', currency: 'USDC', createdBefore: moments[0] }), () => [alice]],
    ['something that nobody has', () => ({ platformCustomerId: 'nobody' }), () => []],
    ['a currency that the platform lacks', () => ({ currency: 'ZAR' }), () => []],
    ['a time before computers', () => ({ createdAfter: '0001-01-01T00:00:00Z', region: 'BR' }), () => [bruno]],
  ])('finds by %s', async (_what, query, expected) => {
    const { data, totalCount } = await app.ok('listCustomers', { query: query() })
    expect(data.map(({ id }) => id)).toEqual(expected())
    expect(totalCount).toBe(expected().length)
  })

  it('walks through all pages without a gap or a repetition, while new ones come', async () => {
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

  it('counts all matches whatever the page', async () => {
    const { totalCount, data } = await app.ok('listCustomers', { query: { region: 'US', limit: 1 } })
    expect([totalCount, data.length]).toEqual([2, 1])
  })

  it("does not show another platform's", async () => {
    expect((await app.ok('listCustomers', { as: await app.anotherPlatform() })).totalCount).toBe(0)
  })
})

describe('getCustomerById', () => {
  it('shows one', async () => {
    expect(await app.ok('getCustomerById', { params: { customerId: alice as never } })).toMatchObject({
      platformCustomerId: 'alice',
      email: 'alice@example.com',
    })
  })

  it('404 with the same words for an id that does not exist, one of another platform, and one that is none', async () => {
    const other = await app.anotherPlatform()
    const ask = (customerId: string, as = app.platform) =>
      app.call('getCustomerById', { params: { customerId: customerId as never }, as })
    const unknown = await ask('Customer:00000000-0000-7000-8000-000000000000')
    expect(unknown.error).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
    expect((await ask(alice, other)).text).toBe(unknown.text)
    expect((await ask('nonsense')).text).toBe(unknown.text)
  })
})
