/** Submitted document tests: documents of a submission cannot change, later ones can. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ cast: false })
})
afterAll(() => app.close())

const company = async (registrationNumber?: string): Promise<`Customer:${string}`> => {
  const body = { customerType: 'BUSINESS' as const, businessInfo: { legalName: 'Harbor', registrationNumber } }
  return (await app.ok('createCustomer', { body })).id
}
const supply = (customerId: `Customer:${string}`, registrationNumber: string) =>
  app.ok('updateCustomerById', {
    params: { customerId },
    body: { customerType: 'BUSINESS', businessInfo: { registrationNumber } },
  })
const submit = async (customerId: string) =>
  (await app.ok('createVerification', { body: { customerId } })).verificationStatus
const ownerOf = async (customerId: string) => {
  const personalInfo = {
    firstName: 'Jane',
    lastName: 'Doe',
    birthDate: '1980-02-29',
    nationality: 'US',
    idType: 'SSN' as const,
    identifier: '1',
    address: { line1: '1 Market Street', postalCode: '94105', country: 'US' },
  }
  const body = { customerId, roles: ['UBO' as const], ownershipPercentage: 100, personalInfo }
  return (await app.ok('createBeneficialOwner', { body })).id
}
const file = () => new File([Buffer.from('%PDF-1.7 %%EOF')], 'certificate.pdf')
const certificate = () => ({ documentType: 'CERTIFICATE_OF_INCORPORATION' as const, country: 'DE', file: file() })
const uploadFor = async (documentHolder: string) =>
  (await app.ok('uploadDocument', { body: { documentHolder, ...certificate() } as never })).id
const replace = async (documentId: `Document:${string}`) =>
  (await app.call('replaceDocument', { params: { documentId }, body: certificate() })).status
const remove = async (documentId: `Document:${string}`) =>
  (await app.call('deleteDocument', { params: { documentId } })).status

describe('replaceDocument and deleteDocument', () => {
  it.each([
    ['1', 'APPROVED'],
    ['002', 'REJECTED'],
    ['001', 'IN_PROGRESS'],
  ])('refuse documents of a submission and allow later ones (%s: %s)', async (registrationNumber, outcome) => {
    app.clock.freeze()
    const customerId = await company(registrationNumber)
    const owner = await ownerOf(customerId)
    const before = [await uploadFor(customerId), await uploadFor(owner)]
    expect(await submit(customerId)).toBe(outcome)
    const after = [await uploadFor(customerId), await uploadFor(owner), await uploadFor(await ownerOf(customerId))]
    for (const id of after) expect([await replace(id), await replace(id), await remove(id)]).toEqual([200, 200, 204])
    for (const id of before) expect([await replace(id), await remove(id)]).toEqual([409, 409])
    app.clock.unfreeze()
  })

  it('refuse from the first complete submission on, also for a document that was replaced before', async () => {
    const customerId = await company()
    expect(await submit(customerId)).toBe('RESOLVE_ERRORS')
    const [kept, replaced] = [await uploadFor(customerId), await uploadFor(customerId)]
    expect(await replace(replaced)).toBe(200)
    await supply(customerId, '001')
    expect(await submit(customerId)).toBe('IN_PROGRESS')
    const late = await uploadFor(customerId)
    const link = await app.ok('createCustomerKycLink', { params: { customerId } })
    const decided = await fetch(`${app.origin}${new URL(link.kycUrl).pathname}/approve`, { method: 'POST' })
    expect(decided.status).toBe(200)
    for (const id of [kept, replaced]) expect([await replace(id), await remove(id)]).toEqual([409, 409])
    expect([await replace(late), await remove(late)]).toEqual([200, 204])
  })

  it('refuse a document that was uploaded after a rejection from the next submission on', async () => {
    const customerId = await company('002')
    expect(await submit(customerId)).toBe('REJECTED')
    const between = await uploadFor(customerId)
    expect(await replace(between)).toBe(200)
    await supply(customerId, '1')
    expect(await submit(customerId)).toBe('APPROVED')
    expect([await replace(between), await remove(between)]).toEqual([409, 409])
  })

  it('refuse documents of the verification of an individual who was already approved', async () => {
    const { id: customerId } = await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL' } })
    const before = await uploadFor(customerId)
    expect(await replace(before)).toBe(200)
    expect(await submit(customerId)).toBe('APPROVED')
    const after = await uploadFor(customerId)
    expect([await remove(before), await remove(after)]).toEqual([409, 204])
  })
})
