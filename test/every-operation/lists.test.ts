/** List tests: envelope, limits, pages and filters of every list, generated from the contract. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId } from '../../contract/contract.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operation.ts'
import { SEED_CURRENCIES } from '../../src/composition/seed/seed.ts'
import { connectedAgent } from '../harness/agents.ts'
import { type SeededPlatform, type TestApp, testApp } from '../harness/app.ts'
import { beginnings, FIXED, MAKERS, type World, worldOf } from '../harness/samples/listed.ts'
import { actingFor } from '../harness/samples/wallets.ts'

type Item = Record<string, any>
interface Page {
  readonly data: Item[]
  readonly hasMore: boolean
  readonly nextCursor?: string
  readonly totalCount: number
}

const repliesOf = ({ replies }: Operation) => (replies[200] as { properties?: object } | undefined)?.properties ?? {}
const withData = (Object.entries<Operation>(contract) as [OperationId, Operation][]).filter(
  ([, operation]) => 'data' in repliesOf(operation),
)
const lists = withData.filter(([, operation]) => 'totalCount' in repliesOf(operation))
/** Lists without pages (decision 7): an account has few of these items. */
const UNPAGED = ['listAuthCredentials', 'listAuthSessions', 'listDelegatedKeys']

let app: TestApp
let world: World
/** UMA addresses by customer. */
const addresses = new Map<string, string>()

/** Where an item shows a filter's value, unless it has a field of that name: by operation and filter, or by filter. */
const SHOWN: Readonly<Record<string, (item: Item) => unknown[]>> = {
  // Customers without their own list hold every currency of the platform.
  'listCustomers.currency': (item) => item.currencies ?? SEED_CURRENCIES,
  'listCustomers.status': (item) => [item.kycStatus ?? item.kybStatus],
  'listCustomerInternalAccounts.currency': (item) => [item.balance.currency.code],
  'listPlatformInternalAccounts.currency': (item) => [item.balance.currency.code],
  'agentListInternalAccounts.currency': (item) => [item.balance.currency.code],
  'listTransactions.currency': currenciesOf,
  'agentListTransactions.currency': currenciesOf,
  'listQuotes.customerId': (item) => [item.source.customerId],
  'listCards.accountId': (item) => item.fundingSources,
  sendingAccountId: (item) => [item.source.accountId],
  receivingAccountId: (item) => [item.destination.accountId],
  sendingUmaAddress: (item) => [addresses.get(item.source.customerId)],
  receivingUmaAddress: (item) => [item.destination.umaAddress],
  accountIdentifier: (item) => [...partyOf(item.source), ...partyOf(item.destination)],
  senderAccountIdentifier: (item) => partyOf(item.source),
  receiverAccountIdentifier: (item) => partyOf(item.destination),
  'listPostings.accountId': ({ from, to }) => [from.id, to.id].filter((id) => id.startsWith('InternalAccount:')),
  houseAccount: ({ from, to }) => [from.houseAccount, to.houseAccount],
  'listPostings.currency': (item) => [item.currency.code],
  causeId: (item) => [item.cause.id],
  reference: (item) => [item.reconciliationInstructions?.reference],
  sourceCurrency: (item) => [item.sourceCurrency.code],
  destinationCurrency: (item) => [item.destinationCurrency.code],
  countryCode: (item) => item.supportedRegions,
  currencyCode: (item) => item.supportedCurrencies.map(({ code }: { code: string }) => code),
  hasBlockedProviders: (item) => (item.allowListStatus ? [true, false] : [true]),
}
function currenciesOf({ sentAmount, receivedAmount }: Item): unknown[] {
  return [sentAmount?.currency.code, receivedAmount?.currency.code]
}
const partyOf = (side: Item | undefined): unknown[] => [side?.accountId ?? side?.umaAddress]

/** Filters that are bounds of a time: the field, and whether an item is within. */
const BOUNDS: Readonly<Record<string, readonly [field: string, isWithin: (moment: string, bound: string) => boolean]>> =
  {
    createdAfter: ['createdAt', (moment, bound) => moment >= bound],
    createdBefore: ['createdAt', (moment, bound) => moment <= bound],
    updatedAfter: ['updatedAt', (moment, bound) => moment >= bound],
    updatedBefore: ['updatedAt', (moment, bound) => moment <= bound],
    startDate: ['createdAt', (moment, bound) => moment >= bound],
    endDate: ['createdAt', (moment, bound) => moment <= bound],
  }
/** Parameters that select no items: page, order, detail and waiting time. */
const NO_FILTERS: readonly string[] = ['limit', 'cursor', 'sortOrder', 'sendingAmount', 'wait']
/** Filters whose value no field of an item shows: tested with their operation. */
const INSTEAD: readonly string[] = [
  'listAgentApprovals.status',
  'listCustomers.search',
  // They need a currency.
  ...['minAmount', 'maxAmount'].flatMap((name) => [`listTransactions.${name}`, `agentListTransactions.${name}`]),
]
/** Parameters that add items. */
const WIDENING: readonly string[] = ['isIncludingDeleted']

const parametersOf = ({ query }: Operation) => Object.keys(query?.properties ?? {})
/** Required parameters of a list. */
const neededBy = ({ query }: Operation): Item =>
  Object.fromEntries(((query?.required ?? []) as string[]).map((name) => [name, { customerId: world.northwind }[name]]))

/** Optional filters that narrow the list. */
const narrowing = (id: OperationId, { query }: Operation) =>
  Object.keys(query?.properties ?? {}).filter(
    (name) =>
      ![...NO_FILTERS, ...WIDENING].includes(name) &&
      !INSTEAD.includes(`${id}.${name}`) &&
      !query?.required?.includes(name),
  )
/** How an item shows a filter's value. */
const shownBy = (id: OperationId, name: string) =>
  SHOWN[`${id}.${name}`] ?? SHOWN[name] ?? ((item: Item) => [item[BOUNDS[name]?.[0] ?? name]])

/** Who may call it at all. */
const entry = ({ permission }: Operation) => (permission === 'AGENT' ? { as: world.agent.as } : {})

async function page(id: OperationId, query: Item = {}): Promise<Page> {
  const reply = await app.ok(id, { ...entry(contract[id]), query: { ...neededBy(contract[id]), ...query } } as never)
  return reply as unknown as Page
}

/** All pages. `between` runs during each request. */
async function walk(id: OperationId, query: Item = {}, limit = 100, between?: () => Promise<unknown>): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const [found] = await Promise.all([page(id, { ...query, limit, cursor }), between?.()])
    expect(found.data.length, 'only the last page may be short').toBe(found.hasMore ? limit : found.data.length)
    expect(found.data.length).toBeLessThanOrEqual(limit)
    expect(found.data.length > 0 || cursor === undefined, 'a cursor leads to something').toBe(true)
    items.push(...found.data)
    more = found.hasMore
    cursor = found.nextCursor
  }
  return items
}
const keyOf = (item: Item): string => item.id ?? JSON.stringify(item)
const keysOf = (items: readonly Item[]) => items.map(keyOf)

beforeAll(async () => {
  app = await testApp()
  app.clock.freeze()
  world = await worldOf(app)
  const making = lists.flatMap(([id]) => MAKERS[id] ?? [])
  for (const step of [...beginnings, ...making, ...making, ...making, ...making]) {
    await step(world)
    await app.advance({ seconds: 1 })
  }
  for (const { id, umaAddress } of (await walk('listCustomers')) as { id: string; umaAddress: string }[])
    addresses.set(id, umaAddress)
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('the lists of the contract', () => {
  it('are found', () => {
    expect(lists.length).toBeGreaterThan(12)
  })

  it('all have the envelope, except for those of which an account has few', () => {
    const bare = withData.filter((list) => !lists.includes(list)).map(([id]) => id)
    expect(bare.filter((id) => !UNPAGED.includes(id))).toEqual([])
  })

  it('have items that the test can create (MAKERS), or a fixed content (FIXED)', () => {
    expect(lists.map(([id]) => id).filter((id) => !(id in MAKERS) && !FIXED.includes(id))).toEqual([])
  })
})

describe.each(lists)('%s', (id, operation) => {
  it('answers in the envelope, with the total whatever the page', async () => {
    const all = await walk(id)
    expect(all.length, 'enough to be walked').toBeGreaterThan(1)
    const first = await page(id, { limit: 1 })
    expect(first).toEqual({
      data: all.slice(0, 1),
      hasMore: true,
      nextCursor: expect.any(String),
      totalCount: all.length,
    })
    expect(await page(id, { limit: 1, cursor: first.nextCursor })).toMatchObject({
      data: all.slice(1, 2),
      totalCount: all.length,
    })
  })

  it('shows 1 to 100 at a time, and 20 by default', async () => {
    const { totalCount, data } = await page(id)
    expect(data).toHaveLength(Math.min(LIMITS.pageDefault, totalCount))
    expect((await page(id, { limit: 100 })).data).toHaveLength(Math.min(100, totalCount))
    for (const limit of [0, 101]) {
      const { status, error } = await app.call(id, {
        ...entry(operation),
        query: { ...neededBy(operation), limit },
      } as never)
      expect([status, error.code, error.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'limit'])
    }
  })

  it('is the same walked in steps of any size, each item once, and ends without a cursor', async () => {
    const all = await walk(id)
    for (const limit of [3, all.length - 1, all.length])
      if (limit <= 100 && limit > 0) expect(await walk(id, {}, limit)).toEqual(all)
    expect(new Set(keysOf(all)).size).toBe(all.length)
  })

  it.runIf(id in MAKERS)('is paged without a gap or a repetition while items are added', async () => {
    const make = () => MAKERS[id]?.(world)
    // In ascending order, paging in small steps would never end.
    const newestFirst = parametersOf(operation).includes('sortOrder') ? { sortOrder: 'desc' } : {}
    const before = keysOf(await walk(id, newestFirst))
    let added = 0
    const limit = Math.min(Math.ceil(before.length / 4), LIMITS.page)
    const seen = keysOf(
      await walk(id, newestFirst, limit, () => Promise.all([make(), make()]).then(() => (added += 2))),
    )
    expect(added).toBeGreaterThan(4)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((key) => before.includes(key))).toEqual(before)
    expect((await page(id)).totalCount).toBeGreaterThanOrEqual(before.length + added)
  })

  it.runIf(parametersOf(operation).includes('sortOrder'))('is reversed on request', async () => {
    const ascending = keysOf(await walk(id, { sortOrder: 'asc' }, 7))
    expect(keysOf(await walk(id, { sortOrder: 'desc' }, 7))).toEqual(ascending.reverse())
  })

  it.each(parametersOf(operation).filter((name) => WIDENING.includes(name)))('is extended by %s', async (name) => {
    const all = keysOf(await walk(id))
    const more = keysOf(await walk(id, { [name]: true }))
    expect(more.length).toBeGreaterThan(all.length)
    expect(more.filter((key) => all.includes(key))).toEqual(all)
    expect(keysOf(await walk(id, { [name]: false }))).toEqual(all)
  })

  it.each(narrowing(id, operation))('is narrowed by %s to the items that match', async (name) => {
    const all = await walk(id)
    const shown = shownBy(id, name)
    const [field, isWithin] = BOUNDS[name] ?? []
    const values = all.flatMap(shown).filter((value) => value !== undefined)
    const fits = (value: unknown) => (item: Item) =>
      isWithin ? isWithin(item[field as string], value as string) : shown(item).includes(value)
    const telling = [...new Set(values)].filter((value) => {
      const count = all.filter(fits(value)).length
      return count > 0 && count < all.length
    })
    expect(telling.length, `say in SHOWN where an item shows ${name}, or make items that differ in it`).toBeGreaterThan(
      0,
    )
    for (const value of telling.slice(0, 4)) {
      const expected = all.filter(fits(value))
      expect(keysOf(await walk(id, { [name]: value }, 5)), String(value)).toEqual(keysOf(expected))
      expect((await page(id, { [name]: value, limit: 1 })).totalCount).toBe(expected.length)
    }
  })

  it.runIf(operation.query?.required?.includes('customerId'))('shows the customer’s items only', async () => {
    const { data: businesses } = await page('listCustomers', { customerType: 'BUSINESS', limit: 100 })
    const found = await Promise.all(businesses.map((customer) => walk(id, { customerId: customer.id })))
    found.forEach((items, i) => {
      for (const item of items) expect(item.customerId).toBe(businesses[i]?.id)
    })
    expect(found.filter((items) => items.length > 0).length).toBeGreaterThan(1)
  })
})

const ID = /[A-Z][A-Za-z]+:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const unknownLike = (id: string) => id.replace(/:.*/, ':019542f5-b3e7-7d02-8000-000000000001')

describe('another platform', () => {
  let stranger: SeededPlatform
  let theirs: { customerId: World['northwind']; as: World['agent']['as'] }
  beforeAll(async () => {
    stranger = await app.anotherPlatform()
    const as = stranger
    const { id: customerId } = await app.ok('createCustomer', {
      as,
      body: { customerType: 'INDIVIDUAL', currencies: ['USD'] },
    })
    const agent = await connectedAgent(actingFor(app, as), customerId)
    theirs = { customerId, as: agent.as }
  })
  const ask = (id: OperationId, query: Item) => {
    const operation: Operation = contract[id]
    const needed = operation.query?.required?.includes('customerId') ? { customerId: theirs.customerId } : {}
    const as = operation.permission === 'AGENT' ? theirs.as : stranger
    return app.call(id, { as, query: { ...needed, ...query } } as never)
  }

  it.each(lists)('finds none of the first platform’s objects in %s, whatever it filters by', async (id, operation) => {
    const all = await walk(id)
    const ours = new Set(JSON.stringify(all).match(ID))
    const required = ((operation.query?.required ?? []) as string[]).map((name) => [name, [world.northwind]] as const)
    const optional = narrowing(id, operation).map((name) => [name, all.flatMap(shownBy(id, name))] as const)
    for (const [name, values] of [...required, ...optional])
      for (const value of [...new Set(values)].filter((one) => one !== undefined).slice(0, 4)) {
        const { status, text } = await ask(id, { [name]: value, limit: 100 })
        expect([200, 404], text).toContain(status)
        expect((text.match(ID) ?? []).filter((found) => ours.has(found) && found !== value)).toEqual([])
        if (typeof value === 'string' && new RegExp(`^${ID.source}$`).test(value))
          expect(text).toBe((await ask(id, { [name]: unknownLike(value), limit: 100 })).text)
      }
  })

  it.each(lists)('cannot use the first platform’s cursor in %s', async (id) => {
    const { nextCursor } = await page(id, { limit: 1 })
    const { status, error } = await ask(id, { limit: 1, cursor: nextCursor })
    expect([status, error.details?.errors?.[0].field]).toEqual([400, 'cursor'])
  })
})
