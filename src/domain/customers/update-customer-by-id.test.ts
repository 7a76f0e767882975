/** Customer update tests: which fields change, which stay, and the effect on names and accounts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../../contract/customers/customers.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'

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
  it('changes the given fields and keeps the others', async () => {
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

  it('keeps absent fields of businessInfo', async () => {
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

  it('replaces the list of currencies: opens accounts in new ones and keeps the accounts in removed ones', async () => {
    const { id } = await create({ currencies: ['USD'] })
    const { body } = await change(id, { currencies: ['EUR'] })
    expect((body as Customer).currencies).toEqual(['EUR'])
    expect((await currenciesOf(id)).sort()).toEqual(['EUR', 'USD'])
  })

  it('opens each account once, also for a currency that is listed again', async () => {
    const { id } = await create({ currencies: ['USD', 'EUR'] })
    await change(id, { currencies: ['EUR'] })
    await change(id, { currencies: ['EUR', 'USD'] })
    expect((await currenciesOf(id)).sort()).toEqual(['EUR', 'USD'])
  })

  it('changes the UMA address and frees the old one', async () => {
    const { id } = await create({ umaAddress: '$before@acme.example' })
    const { body } = await change(id, { umaAddress: '$After@acme.example' })
    expect((body as Customer).umaAddress).toBe('$after@acme.example')
    await create({ umaAddress: '$before@acme.example' })
  })

  it('accepts the address that the customer already has', async () => {
    const { id, umaAddress } = await create()
    expect((await change(id, { umaAddress })).status).toBe(200)
  })

  it('409 for the UMA address of another customer', async () => {
    const { umaAddress } = await create()
    const { error } = await change((await create()).id, { umaAddress })
    expect(error).toMatchObject({ status: 409, code: 'UMA_ADDRESS_EXISTS' })
  })

  it('400 for a UMA address at another domain, and for a currency that the platform does not support', async () => {
    const { id } = await create()
    expect((await change(id, { umaAddress: '$a@b.example' })).error.code).toBe('INVALID_UMA_ADDRESS')
    expect((await change(id, { currencies: ['ZAR'] })).error.code).toBe('INVALID_CURRENCY')
  })

  it('400 if customerType differs from that of the customer', async () => {
    const { error } = await change((await create()).id, { customerType: 'BUSINESS' })
    expect(error).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(error.details.errors[0].field).toBe('customerType')
  })

  it('never changes platformCustomerId and region', async () => {
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
