/** listTransactions tests: every filter, either order, and only for the platform that owns the payments. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../../client/request.ts'
import type { Transaction } from '../../../../contract/payments/transactions.ts'
import { type SeededPlatform, type TestApp, testApp } from '../../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../../test/harness/cast.ts'

type AccountId = `InternalAccount:${string}`

let app: TestApp
let other: SeededPlatform
let northwind: { id: AccountId; customerId: string }
let alice: { id: AccountId; customerId: string }
let treasury: AccountId
let maria: string
/** In order of creation. */
let deposit: Transaction
let toMaria: Transaction
let toAlice: Transaction
let twin: Transaction
let open: Transaction
let treasuryDeposit: Transaction

const list = (query: object = {}) => app.ok('listTransactions', { query: { limit: 100, ...query } })
const all = () => [treasuryDeposit, open, twin, toAlice, toMaria, deposit]
const idsOf = (transactions: readonly Transaction[]) => transactions.map(({ id }) => id)
const referenceOf = ({ reconciliationInstructions }: Transaction) => reconciliationInstructions?.reference as string

beforeAll(async () => {
  app = await testApp()
  other = await app.anotherPlatform()
  northwind = (await accountOf(app, 'northwind', 'USD')) as typeof northwind
  alice = (await accountOf(app, 'alice', 'EUR')) as typeof alice
  const { data } = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
  treasury = data[0]?.id as AccountId
  maria = await clabe(app, '719')
  app.clock.freeze()
  const pay = async (destination: string, execute = true) => {
    await app.advance({ seconds: 1 })
    const quote = await quoteBetween(app, northwind.id, destination)
    if (execute) await app.ok('executeQuote', { params: { quoteId: quote.id } })
    await app.settle()
    return quote.transactionId
  }
  const paid = await pay(maria)
  const lunch = await pay(alice.id)
  const pending = await pay(maria, false)
  await app.advance({ seconds: 1 })
  await app.ok('sandboxFundInternalAccount', { params: { accountId: treasury }, body: { amount: 5 } })
  const found = (await list({ sortOrder: 'asc' })).data
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([paid, lunch, pending]))
  ;[deposit, toMaria, toAlice, twin, open, treasuryDeposit] = found as [
    Transaction,
    Transaction,
    Transaction,
    Transaction,
    Transaction,
    Transaction,
  ]
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('listTransactions', () => {
  it('shows all of them, newest first, each as its own GET does', async () => {
    const { data, totalCount, hasMore } = await list()
    expect([totalCount, hasMore]).toEqual([6, false])
    expect(idsOf(data)).toEqual(idsOf(all()))
    for (const transaction of data)
      expect(await app.ok('getTransactionById', { params: { transactionId: transaction.id } })).toEqual(transaction)
  })

  it('shows the oldest first on request', async () => {
    expect(idsOf((await list({ sortOrder: 'asc' })).data)).toEqual(idsOf(all().reverse()))
    expect(idsOf((await list({ sortOrder: 'desc' })).data)).toEqual(idsOf(all()))
  })

  it.each([
    ['customerId of the sender', () => ({ customerId: northwind.customerId }), () => [open, toAlice, toMaria, deposit]],
    ['customerId of the recipient', () => ({ customerId: alice.customerId }), () => [twin]],
    [
      'customerId of the platform, for its own',
      () => ({ customerId: `PlatformConfig:${app.platform.platformId}` }),
      () => [treasuryDeposit],
    ],
    ['customerId of another platform', () => ({ customerId: `PlatformConfig:${other.platformId}` }), () => []],
    ['platformCustomerId', () => ({ platformCustomerId: 'alice' }), () => [twin]],
    [
      'platformCustomerId of the platform, as it is shown',
      () => ({ platformCustomerId: `PlatformConfig:${app.platform.platformId}` }),
      () => [treasuryDeposit],
    ],
    [
      'accountIdentifier, on either side',
      () => ({ accountIdentifier: northwind.id }),
      () => [open, twin, toAlice, toMaria, deposit],
    ],
    ['accountIdentifier outside', () => ({ accountIdentifier: maria }), () => [open, toMaria]],
    [
      'senderAccountIdentifier',
      () => ({ senderAccountIdentifier: northwind.id }),
      () => [open, twin, toAlice, toMaria],
    ],
    ['receiverAccountIdentifier', () => ({ receiverAccountIdentifier: northwind.id }), () => [deposit]],
    ['receiverAccountIdentifier of both sides', () => ({ receiverAccountIdentifier: alice.id }), () => [twin, toAlice]],
    ['status', () => ({ status: 'PENDING' }), () => [open]],
    ['a status without a match', () => ({ status: 'REFUNDED' }), () => []],
    ['type', () => ({ type: 'INCOMING' }), () => [treasuryDeposit, twin, deposit]],
    ['reference, on both sides of a payment', () => ({ reference: referenceOf(toAlice) }), () => [twin, toAlice]],
    [
      'reference, as a person types it',
      () => ({ reference: ` ${referenceOf(toMaria).toLowerCase()} ` }),
      () => [toMaria],
    ],
    ['a text that is not a reference', () => ({ reference: 'INV-4711' }), () => []],
    ['startDate, itself included', () => ({ startDate: open.createdAt }), () => [treasuryDeposit, open]],
    ['endDate, itself included', () => ({ endDate: toMaria.createdAt }), () => [toMaria, deposit]],
    [
      'both dates at the same time',
      () => ({ startDate: toAlice.createdAt, endDate: toAlice.createdAt }),
      () => [twin, toAlice],
    ],
    ['currency received', () => ({ currency: 'MXN' }), () => [open, toMaria]],
    ['currency of an account that received', () => ({ currency: 'EUR' }), () => [twin, toAlice]],
    ['a currency without a match', () => ({ currency: 'BTC' }), () => []],
    ['the smallest amount, itself included', () => ({ currency: 'USD', minAmount: 1_000_000 }), () => [deposit]],
    ['the largest amount, itself included', () => ({ currency: 'USD', maxAmount: 5 }), () => [treasuryDeposit]],
    [
      'both amounts of the side in the currency',
      () => ({ currency: 'MXN', minAmount: toMaria.receivedAmount?.amount, maxAmount: toMaria.receivedAmount?.amount }),
      () => [open, toMaria],
    ],
    ['several at once', () => ({ type: 'OUTGOING', status: 'COMPLETED', accountIdentifier: maria }), () => [toMaria]],
  ])('finds by %s', async (_what, query, expected) => {
    const { data, totalCount } = await list(query())
    expect(idsOf(data)).toEqual(idsOf(expected()))
    expect(totalCount).toBe(expected().length)
  })

  it.each(['minAmount', 'maxAmount'])('400 for %s without the currency that it is in', async (field) => {
    const { status, error } = await app.call('listTransactions', { query: { [field]: 1 } })
    expect([status, error.code, error.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', field])
  })

  it('names repeated parameters together with all other faults', async () => {
    const { error } = await app.raw('GET', `${pathTo('listTransactions')}?limit=10&limit=11&status=Z&startDate=u`)
    expect(error.code).toBe('INVALID_INPUT')
    const told = error.details.errors.map(({ field }: { field: string }) => field)
    expect(told.sort()).toEqual(['limit', 'startDate', 'status'])
  })

  it.each(['asc', 'desc'])('pages through everything %sending without gaps or duplicates', async (sortOrder) => {
    const seen: string[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await app.ok('listTransactions', { query: { limit: 4, sortOrder, cursor } })
      seen.push(...idsOf(page.data))
      more = page.hasMore
      cursor = page.nextCursor
    }
    expect(seen).toEqual(idsOf(sortOrder === 'desc' ? all() : all().reverse()))
  })

  it("does not show another platform's", async () => {
    expect((await app.ok('listTransactions', { as: other })).totalCount).toBe(0)
  })
})

describe('getTransactionById', () => {
  it('shows both sides of a payment, each with its own fields', async () => {
    const get = (transactionId: string) =>
      app.ok('getTransactionById', { params: { transactionId: transactionId as never } })
    const [sent, received] = [await get(toAlice.id), await get(twin.id)]
    expect(sent).toMatchObject({
      type: 'OUTGOING',
      customerId: northwind.customerId,
      sentAmount: { amount: 50_000 },
      fees: 250,
    })
    expect(received).toMatchObject({
      type: 'INCOMING',
      customerId: alice.customerId,
      receivedAmount: { amount: 45_770 },
      fees: 0,
    })
    expect(received).not.toHaveProperty('sentAmount')
    expect(received).not.toHaveProperty('quoteId')
    expect(referenceOf(received)).toBe(referenceOf(sent))
  })
})
