/** Verification tests: outcomes of the provider, repeated submissions, and the accounts that an approval opens. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'
import { eventsOf } from '../../../../test/harness/books.ts'
import { manualIdentity } from '../../../providers/identity/manual.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

const business = async (registrationNumber?: string, service = app) => {
  const { id } = await service.ok('createCustomer', {
    body: { customerType: 'BUSINESS', businessInfo: { legalName: 'Harbor Ltd', registrationNumber } },
  })
  return id
}
const submit = (customerId: string, service = app) => service.ok('createVerification', { body: { customerId } })
const getStatus = async (customerId: `Customer:${string}`, service = app) => {
  const customer = await service.ok('getCustomerById', { params: { customerId } })
  return customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus
}
const accountsOf = async (customerId: string) =>
  (await app.ok('listCustomerInternalAccounts', { query: { customerId } })).totalCount

describe('createVerification', () => {
  it('approves a business and opens its accounts for any other ending of the registration number', async () => {
    const id = await business('HRB 86000')
    expect(await accountsOf(id)).toBe(0)
    const verification = await submit(id)
    expect(verification).toMatchObject({ customerId: id, verificationStatus: 'APPROVED', errors: [] })
    expect(await getStatus(id)).toBe('APPROVED')
    expect(await accountsOf(id)).toBe(9)
    expect(await eventsOf(app, id)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED'])
    expect(await eventsOf(app, verification.id)).toEqual(['VERIFICATION.IN_PROGRESS', 'VERIFICATION.APPROVED'])
  })

  it('stays pending for 001', async () => {
    const id = await business('HRB 86001')
    const verification = await submit(id)
    expect(verification).toMatchObject({ verificationStatus: 'IN_PROGRESS', errors: [] })
    expect(await getStatus(id)).toBe('PENDING')
    expect(await accountsOf(id)).toBe(0)
    expect(await eventsOf(app, id)).toEqual(['CUSTOMER.KYB_PENDING'])
    expect(await eventsOf(app, verification.id)).toEqual(['VERIFICATION.IN_PROGRESS'])
  })

  it('rejects for 002', async () => {
    const id = await business('HRB 86002')
    const verification = await submit(id)
    expect(verification).toMatchObject({
      verificationStatus: 'REJECTED',
      errors: [{ resourceId: id, type: 'APPLICANT_REJECTED' }],
    })
    expect(await getStatus(id)).toBe('REJECTED')
    expect(await accountsOf(id)).toBe(0)
    expect(await eventsOf(app, id)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_REJECTED'])
    expect(await eventsOf(app, verification.id)).toEqual(['VERIFICATION.IN_PROGRESS', 'VERIFICATION.REJECTED'])
  })

  it('lists what is missing, and continues once it is supplied', async () => {
    const id = await business()
    const first = await submit(id)
    expect(first.verificationStatus).toBe('RESOLVE_ERRORS')
    expect(first.errors).toEqual([
      { resourceId: id, type: 'MISSING_FIELD', field: 'businessInfo.registrationNumber', reason: expect.any(String) },
    ])
    expect(await getStatus(id)).toBe('UNVERIFIED')
    expect((await submit(id)).id).toBe(first.id)
    await app.ok('updateCustomerById', {
      params: { customerId: id },
      body: { customerType: 'BUSINESS', businessInfo: { registrationNumber: 'HRB 9' } },
    })
    expect(await submit(id)).toMatchObject({ id: first.id, verificationStatus: 'APPROVED', errors: [] })
    expect(await eventsOf(app, first.id)).toEqual([
      'VERIFICATION.RESOLVE_ERRORS',
      'VERIFICATION.RESOLVE_ERRORS',
      'VERIFICATION.IN_PROGRESS',
      'VERIFICATION.APPROVED',
    ])
    expect(await eventsOf(app, id)).toEqual(['CUSTOMER.KYB_PENDING', 'CUSTOMER.KYB_APPROVED'])
  })

  it('lists what is missing for a business without any data', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    expect(await submit(id)).toMatchObject({
      verificationStatus: 'RESOLVE_ERRORS',
      errors: [{ type: 'MISSING_FIELD' }],
    })
  })

  it('returns a verification in progress or approved unchanged', async () => {
    for (const number of ['001', '9']) {
      const id = await business(number)
      const first = await submit(id)
      expect(await submit(id)).toEqual(first)
      expect(await app.ok('getVerification', { params: { verificationId: first.id } })).toEqual(first)
      expect((await app.ok('listVerifications', { query: { customerId: id } })).totalCount).toBe(1)
    }
  })

  it('starts a new verification after a rejection', async () => {
    const id = await business('002')
    const rejected = await submit(id)
    await app.ok('updateCustomerById', {
      params: { customerId: id },
      body: { customerType: 'BUSINESS', businessInfo: { registrationNumber: '003' } },
    })
    const approved = await submit(id)
    expect(approved).toMatchObject({ verificationStatus: 'APPROVED' })
    expect(approved.id).not.toBe(rejected.id)
    expect(await getStatus(id)).toBe('APPROVED')
    const { data } = await app.ok('listVerifications', { query: { customerId: id } })
    expect(data).toEqual([approved, rejected])
    expect(await eventsOf(app, id)).toEqual([
      'CUSTOMER.KYB_PENDING',
      'CUSTOMER.KYB_REJECTED',
      'CUSTOMER.KYB_PENDING',
      'CUSTOMER.KYB_APPROVED',
    ])
  })

  it('is APPROVED immediately for an individual, who was approved on creation', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const before = await eventsOf(app, id)
    const verification = await submit(id)
    expect(verification).toMatchObject({ verificationStatus: 'APPROVED', errors: [] })
    expect(await submit(id)).toEqual(verification)
    expect(await eventsOf(app, verification.id)).toEqual(['VERIFICATION.APPROVED'])
    expect(await eventsOf(app, id)).toEqual(before)
  })

  it('runs once under one Idempotency-Key', async () => {
    const id = await business('HRB 7')
    const call = () => app.call('createVerification', { body: { customerId: id }, key: 'verify once' })
    const [first, second] = [await call(), await call()]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await app.call('createVerification', { body: { customerId: await business() }, key: 'verify once' })
    expect([other.status, other.error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('opens each account once for concurrent submissions', async () => {
    const id = await business('HRB 8')
    const replies = await Promise.all(Array.from({ length: 8 }, () => submit(id)))
    expect(new Set(replies.map((reply) => reply.id)).size).toBe(1)
    expect(await accountsOf(id)).toBe(9)
  })

  it('404 for an unknown or foreign customer, 410 for a deleted one', async () => {
    const unknown = await app.call('createVerification', {
      body: { customerId: 'Customer:019542f5-b3e7-7d02-8000-000000000001' },
    })
    expect([unknown.status, unknown.error.code]).toEqual([404, 'USER_NOT_FOUND'])
    const id = await business('HRB 1')
    const foreign = await app.call('createVerification', { body: { customerId: id }, as: await app.anotherPlatform() })
    expect(foreign.error).toEqual(unknown.error)
    await app.ok('deleteCustomerById', { params: { customerId: id } })
    const deleted = await app.call('createVerification', { body: { customerId: id } })
    expect([deleted.status, deleted.error.code]).toEqual([410, 'CUSTOMER_DELETED'])
  })

  it('409 if the customer changes while the provider checks them', async () => {
    let meanwhile = async () => {}
    const service = await testApp({
      cast: false,
      providers: (usual) => ({
        ...usual,
        identity: {
          ...usual.identity,
          async verify(applicant) {
            const verdict = await usual.identity.verify(applicant)
            await meanwhile()
            return verdict
          },
        },
      }),
    })
    const id = await business('HRB 1', service)
    meanwhile = async () => {
      await service.ok('updateCustomerById', {
        params: { customerId: id },
        body: { customerType: 'BUSINESS', businessInfo: { registrationNumber: '002' } },
      })
    }
    const { status, error } = await service.call('createVerification', { body: { customerId: id } })
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    expect(await getStatus(id, service)).toBe('UNVERIFIED')
    expect((await submit(id, service)).verificationStatus).toBe('REJECTED')
    await service.close()
  })
})

describe('getVerification', () => {
  it('returns a verification to its platform only', async () => {
    const verification = await submit(await business('001'))
    const params = { verificationId: verification.id }
    expect(await app.ok('getVerification', { params })).toEqual(verification)
    const foreign = await app.call('getVerification', { params, as: await app.anotherPlatform() })
    expect([foreign.status, foreign.error.code]).toEqual([404, 'VERIFICATION_NOT_FOUND'])
  })
})

describe('listVerifications', () => {
  it('filters by customer and status, within the platform', async () => {
    const id = await business('001')
    const verification = await submit(id)
    const of = (query: object) => app.ok('listVerifications', { query })
    expect((await of({ customerId: id })).data).toEqual([verification])
    expect((await of({ customerId: id, verificationStatus: 'APPROVED' })).data).toEqual([])
    expect((await of({ customerId: id, verificationStatus: 'READY_FOR_VERIFICATION' })).data).toEqual([])
    expect((await of({ verificationStatus: 'IN_PROGRESS' })).data).toContainEqual(verification)
    const { data } = await app.ok('listVerifications', { as: await app.anotherPlatform() })
    expect(data).toEqual([])
  })
})

describe('createVerification, with manual verification', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await testApp({ cast: false, providers: (usual) => ({ ...usual, identity: manualIdentity }) })
  })
  afterAll(() => service.close())

  it('puts a complete individual into manual review', async () => {
    const { id } = await service.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Doe' } })
    expect(await getStatus(id, service)).toBe('UNVERIFIED')
    const incomplete = await submit(id, service)
    expect(incomplete.errors.map(({ type, field }) => field ?? type)).toEqual([
      'birthDate',
      'nationality',
      'address',
      'MISSING_IDENTITY_DOCUMENT',
    ])
    await service.ok('updateCustomerById', {
      params: { customerId: id },
      body: {
        customerType: 'INDIVIDUAL',
        birthDate: '1990-01-01',
        nationality: 'US',
        address: { line1: '1 Market Street', postalCode: '94105', country: 'US' },
      },
    })
    const passport = new File([Buffer.from('%PDF-1.7 passport %%EOF')], 'passport.pdf')
    await service.ok('uploadDocument', {
      body: { documentHolder: id, documentType: 'PASSPORT', country: 'US', file: passport },
    })
    const submitted = await submit(id, service)
    expect(submitted).toMatchObject({ id: incomplete.id, verificationStatus: 'PENDING_MANUAL_REVIEW', errors: [] })
    expect(await getStatus(id, service)).toBe('PENDING')
    expect(await eventsOf(service, id)).toEqual(['CUSTOMER.KYC_PENDING'])
    expect(await submit(id, service)).toEqual(submitted)
  })
})
