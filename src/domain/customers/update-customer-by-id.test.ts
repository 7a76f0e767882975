/** Owns the proof of changes to customers, and of their end: what is kept, what is freed, and what never moves again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../../contract/customers/customers.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventsOf } from '../../../test/harness/books.ts'

type CustomerId = `Customer:${string}`

let app: TestApp
const create = (body: object = {}): Promise<Customer> =>
  app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', ...body } })
const change = (customerId: CustomerId, body: object) =>
  app.call('updateCustomerById', { params: { customerId }, body: { customerType: 'INDIVIDUAL', ...body } })
const remove = (customerId: CustomerId) => app.call('deleteCustomerById', { params: { customerId } })
async function currenciesOf(customerId: CustomerId) {
  const { data } = await app.ok('listCustomerInternalAccounts', { query: { customerId, limit: 100 } })
  return data.map(({ balance }) => balance.currency.code)
}

beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('updateCustomerById', () => {
  it('changes what is given and keeps the rest', async () => {
    const before = await create({ fullName: 'Ana Perez', email: 'ana@example.com', nationality: 'MX' })
    const { status, body } = await change(before.id, { email: 'ana@new.example', fullName: 'Ana Pérez' })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      email: 'ana@new.example',
      fullName: 'Ana Pérez',
      updatedAt: (body as Customer).updatedAt,
    })
    expect(await app.ok('getCustomerById', { params: { customerId: before.id } })).toEqual(body)
  })

  it('keeps the facts about a business that are absent', async () => {
    const businessInfo = { legalName: 'Fjord AS', taxId: '1' }
    const { id } = await create({ customerType: 'BUSINESS', businessInfo })
    const { body } = await change(id, { customerType: 'BUSINESS', businessInfo: { doingBusinessAs: 'Fjord' } })
    expect(body).toMatchObject({ businessInfo: { ...businessInfo, doingBusinessAs: 'Fjord' } })
  })

  it('replaces the address as a whole', async () => {
    const { id } = await create({ address: { line1: '1', line2: '2', postalCode: '3', country: 'US' } })
    const address = { line1: '9', postalCode: '8', country: 'CA' }
    const { body } = await change(id, { address })
    expect((body as { address: object }).address).toEqual(address)
  })

  it('replaces the list of currencies: opens what is new and keeps the accounts of what is gone', async () => {
    const { id } = await create({ currencies: ['USD'] })
    const { body } = await change(id, { currencies: ['EUR'] })
    expect((body as Customer).currencies).toEqual(['EUR'])
    expect((await currenciesOf(id)).sort()).toEqual(['EUR', 'USD'])
  })

  it('opens each account once, also for a currency that comes back', async () => {
    const { id } = await create({ currencies: ['USD', 'EUR'] })
    await change(id, { currencies: ['EUR'] })
    await change(id, { currencies: ['EUR', 'USD'] })
    expect((await currenciesOf(id)).sort()).toEqual(['EUR', 'USD'])
  })

  it('moves the UMA address and frees the one before', async () => {
    const { id } = await create({ umaAddress: '$before@acme.example' })
    const { body } = await change(id, { umaAddress: '$After@acme.example' })
    expect((body as Customer).umaAddress).toBe('$after@acme.example')
    await create({ umaAddress: '$before@acme.example' })
  })

  it('takes the address that the customer has already', async () => {
    const { id, umaAddress } = await create()
    expect((await change(id, { umaAddress })).status).toBe(200)
  })

  it('409 for the UMA address of another customer', async () => {
    const { umaAddress } = await create()
    const { error } = await change((await create()).id, { umaAddress })
    expect(error).toMatchObject({ status: 409, code: 'UMA_ADDRESS_EXISTS' })
  })

  it('400 for an UMA address of another domain, and for a currency that the platform lacks', async () => {
    const { id } = await create()
    expect((await change(id, { umaAddress: '$a@b.example' })).error.code).toBe('INVALID_UMA_ADDRESS')
    expect((await change(id, { currencies: ['ZAR'] })).error.code).toBe('INVALID_CURRENCY')
  })

  it('400 when the type is not that of the customer', async () => {
    const { error } = await change((await create()).id, { customerType: 'BUSINESS' })
    expect(error).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(error.details.errors[0].field).toBe('customerType')
  })

  it('leaves platformCustomerId and region as they were created', async () => {
    const { id } = await create({ platformCustomerId: 'fixed', region: 'US' })
    const { body } = await change(id, { platformCustomerId: 'other', region: 'MX', kycStatus: 'REJECTED' })
    expect(body).toMatchObject({ platformCustomerId: 'fixed', region: 'US', kycStatus: 'APPROVED' })
  })

  it('410 for a deleted customer', async () => {
    const { id } = await create()
    await remove(id)
    expect((await change(id, { email: 'a@b.example' })).error).toMatchObject({ status: 410, code: 'CUSTOMER_DELETED' })
  })
})

describe('deleteCustomerById', () => {
  it('answers with the customer once, then 410', async () => {
    const { id } = await create()
    const first = await remove(id)
    expect(first).toMatchObject({ status: 200, body: { id, isDeleted: true } })
    expect(await remove(id)).toMatchObject({ status: 410, error: { code: 'CUSTOMER_DELETED' } })
  })

  it('keeps the customer for the records and hides it from the list', async () => {
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

  it('ends what the customer could do with money', async () => {
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
    expect((await app.call('createQuote', { body })).error.code).toBe('USER_NOT_FOUND')
    expect((await app.call('executeQuote', { params: { quoteId: quote.id } })).status).toBeGreaterThanOrEqual(400)
  })
})
