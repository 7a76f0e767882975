/** Beneficial owner tests: creation, changes, verification, and where owners are shown. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'

let app: TestApp
let business: `Customer:${string}`
const UNKNOWN = 'BeneficialOwner:019542f5-b3e7-7d02-8000-000000000001' as const
const personalInfo = {
  firstName: 'Jane',
  lastName: 'Doe',
  birthDate: '1980-02-29',
  nationality: 'US',
  address: { line1: '1 Market Street', postalCode: '94105', country: 'US' },
  idType: 'SSN',
  identifier: '078-05-1120',
} as const

beforeAll(async () => {
  app = await testApp({ cast: false })
  const { id } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
  business = id
})
afterAll(() => app.close())

const add = (more: object = {}, person: object = {}) =>
  app.ok('createBeneficialOwner', {
    body: {
      customerId: business,
      roles: ['UBO', 'DIRECTOR'],
      ownershipPercentage: 60,
      ...more,
      personalInfo: { ...personalInfo, ...person },
    },
  })
const change = (beneficialOwnerId: `BeneficialOwner:${string}`, body: object) =>
  app.ok('updateBeneficialOwner', { params: { beneficialOwnerId }, body })

describe('createBeneficialOwner', () => {
  it('stores every field', async () => {
    const owner = await add({}, { middleName: 'Ann', email: 'jane@example.com', phoneNumber: '+14155550123' })
    expect(owner).toMatchObject({ customerId: business, roles: ['UBO', 'DIRECTOR'], ownershipPercentage: 60 })
    expect(owner.personalInfo).toMatchObject({ ...personalInfo, middleName: 'Ann', phoneNumber: '+14155550123' })
    expect(await app.ok('getBeneficialOwner', { params: { beneficialOwnerId: owner.id } })).toEqual(owner)
  })

  it.each([
    ['Doe001', 'PENDING'],
    ['Doe002', 'REJECTED'],
    ['Doe003', 'APPROVED'],
    ['Li', 'APPROVED'],
  ])('verifies the last name %s as %s', async (lastName, kycStatus) => {
    expect(await add({}, { lastName })).toMatchObject({ kycStatus })
  })

  it('400 for an owner of an individual', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const body = { customerId: id, roles: ['UBO'] as const, ownershipPercentage: 1, personalInfo }
    const { status, error } = await app.call('createBeneficialOwner', { body })
    expect([status, error.code, error.details.errors[0].field]).toEqual([400, 'INVALID_INPUT', 'customerId'])
  })

  it('404 for a business of another platform', async () => {
    const body = { customerId: business, roles: ['UBO'] as const, ownershipPercentage: 1, personalInfo }
    const { status, error } = await app.call('createBeneficialOwner', { body, as: await app.anotherPlatform() })
    expect([status, error.code]).toEqual([404, 'USER_NOT_FOUND'])
  })

  it('400 for an ownership above 100 percent, no role, and a phone number without a country code', async () => {
    const body = {
      customerId: business,
      roles: [],
      ownershipPercentage: 101,
      personalInfo: { ...personalInfo, phoneNumber: '0155' },
    }
    const { status, error } = await app.call('createBeneficialOwner', { body })
    expect(status).toBe(400)
    expect(error.details.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'ownershipPercentage',
      'personalInfo.phoneNumber',
      'roles',
    ])
  })
})

describe('getBeneficialOwner', () => {
  it('returns an owner to their platform only', async () => {
    const owner = await add()
    const params = { beneficialOwnerId: owner.id }
    expect(await app.ok('getBeneficialOwner', { params })).toEqual(owner)
    const foreign = await app.call('getBeneficialOwner', { params, as: await app.anotherPlatform() })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'BENEFICIAL_OWNER_NOT_FOUND'])
  })
})

describe('updateBeneficialOwner', () => {
  it('keeps absent fields, also inside personalInfo', async () => {
    const owner = await add()
    const changed = await change(owner.id, { ownershipPercentage: 25, personalInfo: { email: 'jane@example.com' } })
    const { updatedAt: _, ...before } = owner
    const after = { ...before, ownershipPercentage: 25, personalInfo: { ...personalInfo, email: 'jane@example.com' } }
    expect(changed).toEqual({ ...after, updatedAt: expect.any(String) })
    expect(await change(owner.id, {})).toMatchObject(after)
  })

  it('verifies a changed person again, from any status', async () => {
    const { id, kycStatus } = await add({}, { lastName: 'Doe002' })
    expect(kycStatus).toBe('REJECTED')
    expect(await change(id, { roles: ['TRUSTEE'] })).toMatchObject({ kycStatus: 'REJECTED' })
    for (const [lastName, outcome] of [
      ['Doe001', 'PENDING'],
      ['Doe002', 'REJECTED'],
      ['Doe', 'APPROVED'],
      ['Doe001', 'PENDING'],
    ])
      expect(await change(id, { personalInfo: { lastName } })).toMatchObject({ kycStatus: outcome })
  })

  it('409 CONFLICT if the person changes while the provider checks them', async () => {
    let meanwhile = async () => {}
    const service = await testApp({
      cast: false,
      providers: (usual) => ({
        ...usual,
        identity: {
          ...usual.identity,
          async verifyOwner(person) {
            const verdict = await usual.identity.verifyOwner(person)
            await meanwhile()
            return verdict
          },
        },
      }),
    })
    const { id: customerId } = await service.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    const body = { customerId, roles: ['UBO'] as ['UBO'], ownershipPercentage: 60, personalInfo }
    const { id: beneficialOwnerId } = await service.ok('createBeneficialOwner', { body })
    const update = (person: object) =>
      service.call('updateBeneficialOwner', { params: { beneficialOwnerId }, body: { personalInfo: person } })
    meanwhile = async () => {
      meanwhile = async () => {}
      await update({ firstName: 'Janet' })
    }
    const { status, error } = await update({ lastName: 'Doe002' })
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    const owner = await service.ok('getBeneficialOwner', { params: { beneficialOwnerId } })
    expect(owner).toMatchObject({ personalInfo: { firstName: 'Janet', lastName: 'Doe' }, kycStatus: 'APPROVED' })
    await service.close()
  })

  it('404 for an unknown or foreign owner', async () => {
    const { id } = await add()
    const as = await app.anotherPlatform()
    const foreign = await app.call('updateBeneficialOwner', { params: { beneficialOwnerId: id }, body: {}, as })
    const unknown = await app.call('updateBeneficialOwner', { params: { beneficialOwnerId: UNKNOWN }, body: {} })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'BENEFICIAL_OWNER_NOT_FOUND'])
    expect(foreign.error).toEqual(unknown.error)
  })
})

describe('listBeneficialOwners', () => {
  it('lists the owners of one business, newest first', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    const owners = [await add({ customerId: id }), await add({ customerId: id }), await add({ customerId: id })]
    const query = { customerId: id, limit: 2 }
    const first = await app.ok('listBeneficialOwners', { query })
    expect(first).toMatchObject({ hasMore: true, totalCount: 3 })
    const rest = await app.ok('listBeneficialOwners', { query: { ...query, cursor: first.nextCursor } })
    expect([...first.data, ...rest.data]).toEqual(owners.reverse())
  })

  it('400 without a business', async () => {
    const { status, error } = await app.call('listBeneficialOwners')
    expect([status, error.details.errors[0].field]).toEqual([400, 'customerId'])
  })
})

describe('the beneficial owners of a business', () => {
  it('are in every reply that shows the business, oldest first', async () => {
    const made = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    expect(made).toMatchObject({ beneficialOwners: [] })
    const params = { customerId: made.id }
    const owners = [await add({ customerId: made.id }), await add({ customerId: made.id }, { lastName: 'Doe002' })]
    expect(await app.ok('getCustomerById', { params })).toMatchObject({ beneficialOwners: owners })
    const { data } = await app.ok('listCustomers', { query: { customerType: 'BUSINESS' } })
    expect(data.find(({ id }) => id === made.id)).toMatchObject({ beneficialOwners: owners })
    const body = { customerType: 'BUSINESS' as const, address: personalInfo.address }
    expect(await app.ok('updateCustomerById', { params, body })).toMatchObject({ beneficialOwners: owners })
    expect(await app.ok('deleteCustomerById', { params })).toMatchObject({ isDeleted: true, beneficialOwners: owners })
  })

  it('are neither in events nor in replies that show individuals', async () => {
    const { id } = await app.ok('createCustomer', {
      body: { customerType: 'BUSINESS', businessInfo: { legalName: 'Harbor Ltd', registrationNumber: 'HRB 1' } },
    })
    await add({ customerId: id })
    await app.ok('createVerification', { body: { customerId: id } })
    const events = await app.store.query<{ data: object }>("select data from events where data::json->>'id' = $1", [id])
    expect(events).not.toEqual([])
    expect(JSON.stringify(events)).not.toContain(personalInfo.identifier)
    const person = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const shown = await app.ok('getCustomerById', { params: { customerId: person.id } })
    expect([person, shown].some((customer) => 'beneficialOwners' in customer)).toBe(false)
  })
})
