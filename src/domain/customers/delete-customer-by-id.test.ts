/** Customer deletion tests: what is kept, what is freed, and that no account stays open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../../contract/customers/customers.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventsOf } from '../../../test/harness/books.ts'
import { bareId } from '../../core/ids.ts'
import { findAccountIds } from '../accounts/queries.ts'
import { deleteCustomerById } from './delete-customer-by-id.ts'
import { customerJobs } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

/** An approved customer with an account in dollars. */
async function withDollars() {
  const { id } = await app.ok('createCustomer', {
    body: {
      customerType: 'INDIVIDUAL',
      region: 'US',
      fullName: 'Dora Dollar',
      birthDate: '1990-01-15',
      nationality: 'US',
      address: { line1: '1 Market Street', city: 'San Francisco', postalCode: '94105', country: 'US' },
      currencies: ['USD'],
    },
  })
  const customerId = bareId(id)
  const { platformId } = app.platform
  const accountIds = () => findAccountIds(app.store, platformId, customerId)
  expect(await accountIds()).toHaveLength(1)
  return { id, customerId, platformId, accountIds }
}
const addPesos = (customerId: `Customer:${string}`) =>
  app.ok('updateCustomerById', {
    params: { customerId },
    body: { customerType: 'INDIVIDUAL', currencies: ['USD', 'MXN'] },
  })

type CustomerId = `Customer:${string}`
const create = (body: object = {}): Promise<Customer> =>
  app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', ...body } })
const remove = (customerId: CustomerId) => app.call('deleteCustomerById', { params: { customerId } })

describe('deleteCustomerById', () => {
  it('returns the deleted customer once, then 410', async () => {
    const { id } = await create()
    const first = await remove(id)
    expect(first).toMatchObject({ status: 200, body: { id, isDeleted: true } })
    expect(await remove(id)).toMatchObject({ status: 410, error: { code: 'CUSTOMER_DELETED' } })
  })

  it('keeps the record and hides it from the list', async () => {
    const { id, platformCustomerId } = await create()
    await remove(id)
    expect(await app.ok('getCustomerById', { params: { customerId: id } })).toMatchObject({ id, isDeleted: true })
    expect((await app.ok('listCustomers', { query: { platformCustomerId } })).totalCount).toBe(0)
    const query = { platformCustomerId, isIncludingDeleted: true }
    expect((await app.ok('listCustomers', { query })).data.map((it) => it.id)).toEqual([id])
  })

  it('frees the names', async () => {
    const names = { platformCustomerId: 'comes-back', umaAddress: '$back@acme.example' }
    const { id } = await create(names)
    await remove(id)
    const again = await create(names)
    expect(again.id).not.toBe(id)
    expect(again).toMatchObject(names)
  })

  it('is refused while an account holds money, then closes the accounts', async () => {
    const { id } = await create({ currencies: ['USD', 'EUR'] })
    const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId: id } })
    const [euros, dollars] = data.map((account) => account.id)
    await app.ok('sandboxFundInternalAccount', { params: { accountId: dollars as never }, body: { amount: 10_000 } })
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: dollars },
      destination: { destinationType: 'ACCOUNT', accountId: euros },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100,
    }
    const quote = await app.ok('createQuote', { body })
    const holding = await remove(id)
    expect(holding).toMatchObject({ status: 409, error: { code: 'CONFLICT' } })
    expect(holding.error.message).toContain('USD')
    expect(await app.ok('getCustomerById', { params: { customerId: id } })).toMatchObject({ isDeleted: false })

    const platform = await app.ok('listPlatformInternalAccounts', { query: { currency: 'USD' } })
    const away = { destination: { destinationType: 'ACCOUNT', accountId: platform.data[0]?.id } }
    await app.ok('createQuote', { body: { ...body, ...away, lockedCurrencyAmount: 10_000, immediatelyExecute: true } })
    expect((await remove(id)).status).toBe(200)
    const { data: closed } = await app.ok('listCustomerInternalAccounts', { query: { customerId: id } })
    expect(closed.map(({ status }) => status)).toEqual(['CLOSED', 'CLOSED'])
    expect(await eventsOf(app, euros as string)).toEqual(['INTERNAL_ACCOUNT.STATUS_UPDATED'])
    const params = { accountId: dollars as never }
    expect((await app.call('sandboxFundInternalAccount', { params, body: { amount: 1 } })).error.code).toBe(
      'ACCOUNT_NOT_ACTIVE',
    )
    expect((await app.call('createQuote', { body })).error.code).toBe('ACCOUNT_NOT_ACTIVE')
    expect((await app.call('executeQuote', { params: { quoteId: quote.id } })).status).toBeGreaterThanOrEqual(400)
  })
})

describe('deleteCustomerById, while an account is being opened', () => {
  it('closes an account that was opened after the accounts were read', async () => {
    const { id, customerId, platformId, accountIds } = await withDollars()
    const readBefore = await accountIds()
    await addPesos(id)
    await app.app.engine.run(
      platformId,
      (rows) => void deleteCustomerById(rows, { customerId, knownAccountIds: readBefore }),
    )
    const status = 'select status from balances where platform_id = $1 and id = any($2::uuid[])'
    const found = await app.store.query(status, [platformId, await accountIds()])
    expect(found).toEqual([{ status: 'CLOSED' }, { status: 'CLOSED' }])
  })

  it('keeps a job that was scheduled before from opening an account', async () => {
    const { id, customerId, platformId, accountIds } = await withDollars()
    // As after the platform adds a currency in which the customer has no account yet.
    await app.store.script(
      `update customers set currencies = '["USD","MXN"]' where platform_id = '${platformId}' and id = '${customerId}'`,
    )
    const { openMissingAccounts } = customerJobs({ store: app.store })
    const planned = await openMissingAccounts?.({ subjects: [platformId] } as never, platformId)
    await app.ok('deleteCustomerById', { params: { customerId: id } })
    for (const command of planned?.values() ?? []) await app.app.engine.run(platformId, command as never)
    expect(await accountIds()).toHaveLength(1)
  })
})
