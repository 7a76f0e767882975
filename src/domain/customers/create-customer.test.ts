/** Customer creation tests: names, initial status, accounts and events. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PERSON_FIELDS } from '../../../contract/customers/customers.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { eventsOf } from '../../../test/harness/books.ts'
import { regulate } from '../../operator/platforms.ts'

let app: TestApp
const create = (body: object) => app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', ...body } })
const attempt = (body: object) => app.call('createCustomer', { body: { customerType: 'INDIVIDUAL', ...body } })
async function accountsOf(customerId: string) {
  const query = { customerId: customerId as `Customer:${string}`, limit: 100 }
  return (await app.ok('listCustomerInternalAccounts', { query })).data
}

beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

describe('createCustomer', () => {
  it('creates an individual from the type alone, with default names', async () => {
    const customer = await create({})
    expect(customer).toMatchObject({ customerType: 'INDIVIDUAL', kycStatus: 'APPROVED', isDeleted: false })
    expect(customer.platformCustomerId).toBe(customer.id)
    expect(customer.umaAddress).toMatch(/^\$[a-z0-9]+@acme\.example$/)
    expect(customer.createdAt).toBe(customer.updatedAt)
  })

  it('stores every field of an individual', async () => {
    const facts = {
      platformCustomerId: 'user-1',
      umaAddress: '$Ana.Maria+1@acme.example',
      email: 'ana@example.com',
      region: 'MX',
      currencies: ['USD', 'MXN'],
      fullName: 'Ana María 山田 🙂',
      birthDate: '1990-02-28',
      nationality: 'MX',
      address: { line1: 'Reforma 1', line2: 'Piso 2', city: 'CDMX', state: 'DF', postalCode: '06500', country: 'MX' },
    }
    expect(PERSON_FIELDS.filter((name) => !(name in facts))).toEqual([])
    const customer = await create(facts)
    expect(customer).toMatchObject({ ...facts, umaAddress: '$ana.maria+1@acme.example' })
    expect(await app.ok('getCustomerById', { params: { customerId: customer.id } })).toEqual(customer)
  })

  it('creates an UNVERIFIED business, without accounts and without an event', async () => {
    const businessInfo = { legalName: 'Fjord AS', taxId: '1', incorporatedOn: '2020-01-01', entityType: 'LLC' }
    const customer = await create({ customerType: 'BUSINESS', businessInfo })
    expect(customer).toMatchObject({ customerType: 'BUSINESS', kybStatus: 'UNVERIFIED', businessInfo })
    expect(await accountsOf(customer.id)).toEqual([])
    expect(await eventsOf(app, customer.id)).toEqual([])
  })

  it('opens one account of the right type for each currency of the platform', async () => {
    const { id } = await create({})
    const kinds = Object.fromEntries((await accountsOf(id)).map(({ balance, type }) => [balance.currency.code, type]))
    expect(kinds).toEqual({
      USD: 'INTERNAL_FIAT',
      EUR: 'INTERNAL_FIAT',
      GBP: 'INTERNAL_FIAT',
      MXN: 'INTERNAL_FIAT',
      BRL: 'INTERNAL_FIAT',
      INR: 'INTERNAL_FIAT',
      BTC: 'INTERNAL_CRYPTO',
      USDC: 'INTERNAL_CRYPTO',
      USDB: 'EMBEDDED_WALLET',
    })
  })

  it('opens accounts only in the currencies that the request lists', async () => {
    const { id } = await create({ currencies: ['EUR'] })
    expect((await accountsOf(id)).map(({ balance }) => balance.currency.code)).toEqual(['EUR'])
  })

  it('records that an individual is approved', async () => {
    const { id } = await create({})
    expect(await eventsOf(app, id)).toEqual(['CUSTOMER.KYC_APPROVED'])
  })

  it('409 for a platformCustomerId that another customer has', async () => {
    await create({ platformCustomerId: 'twice' })
    const { status, error } = await attempt({ platformCustomerId: 'twice' })
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
  })

  it('409 for a platformCustomerId that is the default of another customer', async () => {
    const { id } = await create({})
    const { error } = await attempt({ platformCustomerId: id })
    expect(error.code).toBe('CONFLICT')
  })

  it('409 for a UMA address that another customer has, in any case', async () => {
    await create({ umaAddress: '$twice@acme.example' })
    const { status, error } = await attempt({ umaAddress: '$TWICE@acme.example' })
    expect([status, error.code]).toEqual([409, 'UMA_ADDRESS_EXISTS'])
  })

  it('gives a contested name to one of many concurrent requests', async () => {
    const asked = await Promise.all(
      Array.from({ length: 12 }, () =>
        attempt({ platformCustomerId: 'contested', umaAddress: '$contested@acme.example' }),
      ),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)])
  })

  it('lets two platforms use the same names, each at its own domain', async () => {
    const other = await app.anotherPlatform()
    const { umaDomain } = await app.ok('getPlatformConfig', { as: other })
    const platformCustomerId = 'shared'
    await create({ platformCustomerId, umaAddress: '$shared@acme.example' })
    const theirs = { customerType: 'INDIVIDUAL', platformCustomerId, umaAddress: `$shared@${umaDomain}` }
    await app.ok('createCustomer', { body: theirs, as: other })
  })

  it.each([
    '',
    '$a',
    '$name@elsewhere.example',
    'name@acme.example',
    '$@acme.example',
    '$na me@acme.example',
    '$name@acme.example@acme.example',
    `$${'a'.repeat(64)}@acme.example`,
  ])('400 for the UMA address %s', async (umaAddress) => {
    const { status, error } = await attempt({ umaAddress })
    expect([status, error.code]).toEqual([400, 'INVALID_UMA_ADDRESS'])
    expect(error.details.errors[0].field).toBe('umaAddress')
  })

  it('accepts the longest UMA name: 64 characters, $ included', async () => {
    await create({ umaAddress: `$${'a'.repeat(63)}@acme.example` })
  })

  it('400 for a currency that the platform does not support, with its index', async () => {
    const { status, error } = await attempt({ currencies: ['USD', 'ZAR'] })
    expect([status, error.code]).toEqual([400, 'INVALID_CURRENCY'])
    expect(error.details.errors[0].field).toBe('currencies.1')
  })

  it.each([
    ['customerType', { customerType: 'ROBOT' }],
    ['birthDate', { birthDate: '1990-02-30' }],
    ['birthDate', { birthDate: '28.02.1990' }],
    ['nationality', { nationality: 'usa' }],
    ['email', { email: 'ana' }],
    ['currencies', { currencies: ['USD', 'USD'] }],
    ['address.country', { address: { line1: '1', postalCode: '1' } }],
    ['businessInfo.legalName', { customerType: 'BUSINESS', businessInfo: {} }],
  ])('400 for %s in %j', async (field, body) => {
    const { status, error } = await attempt(body)
    expect(status).toBe(400)
    expect(error.details.errors.map((fault: { field: string }) => fault.field)).toContain(field)
  })

  it('ignores a status in the request', async () => {
    const customer = await create({ customerType: 'BUSINESS', kybStatus: 'APPROVED', kycStatus: 'APPROVED' })
    expect(customer).toMatchObject({ kybStatus: 'UNVERIFIED' })
    expect(customer).not.toHaveProperty('kycStatus')
  })

  it('approves every customer of a regulated platform, which verifies them itself', async () => {
    const bank = await app.anotherPlatform('A bank')
    await regulate(app.app, bank.platformId, true)
    const customer = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' }, as: bank })
    expect(customer).toMatchObject({ kybStatus: 'APPROVED' })
    expect(await eventsOf(app, customer.id)).toEqual(['CUSTOMER.KYB_APPROVED'])
  })
})
