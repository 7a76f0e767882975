/** Verification requirement tests: everything that is missing is listed at once, and nothing else. */
import { describe, expect, it } from 'vitest'
import type { Applicant } from './port.ts'
import { missingRequirements } from './requirements.ts'

const address = { line1: '1 Market Street', postalCode: '94105', country: 'US' }
const person: Applicant = {
  id: 'Customer:1',
  type: 'INDIVIDUAL',
  platformIsRegulated: false,
  profile: { fullName: 'Ada Doe', birthDate: '1990-01-01', nationality: 'US', address },
  owners: [],
  documents: [{ holder: 'Customer:1', documentType: 'PASSPORT' }],
}
const owner = {
  id: 'BeneficialOwner:2' as const,
  personalInfo: {
    firstName: 'Jane',
    lastName: 'Doe',
    birthDate: '1980-01-01',
    nationality: 'US',
    address,
    idType: 'SSN' as const,
    identifier: '1',
  },
}
const business: Applicant = {
  id: 'Customer:1',
  type: 'BUSINESS',
  platformIsRegulated: false,
  profile: {
    address,
    businessInfo: { legalName: 'Harbor Ltd', registrationNumber: 'HRB 1', taxId: '12-3', incorporatedOn: '2001-01-01' },
  },
  owners: [owner],
  documents: [
    { holder: 'Customer:1', documentType: 'CERTIFICATE_OF_INCORPORATION' },
    { holder: 'Customer:1', documentType: 'TRUST_AGREEMENT' },
    { holder: 'Customer:1', documentType: 'UTILITY_BILL' },
    { holder: owner.id, documentType: 'NATIONAL_ID' },
  ],
}
const typesOf = (applicant: Applicant) => missingRequirements(applicant).map(({ type, field }) => field ?? type)

describe('missingRequirements', () => {
  it('lists nothing for a complete applicant', () => {
    expect(missingRequirements(person)).toEqual([])
    expect(missingRequirements(business)).toEqual([])
  })

  it('lists everything for a business without any data', () => {
    expect(typesOf({ ...business, profile: {}, owners: [], documents: [] })).toEqual([
      'businessInfo.legalName',
      'businessInfo.registrationNumber',
      'businessInfo.taxId',
      'businessInfo.incorporatedOn',
      'address',
      'MISSING_LEGAL_PRESENCE_DOCUMENT',
      'MISSING_CONTROL_STRUCTURE_DOCUMENT',
      'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
      'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
      'MISSING_BENEFICIAL_OWNER',
    ])
  })

  it('lists the identity document of an owner, even if the business has one', () => {
    const documents = [...business.documents.slice(0, 3), { holder: 'Customer:1', documentType: 'PASSPORT' as const }]
    expect(missingRequirements({ ...business, documents })).toEqual([
      {
        resourceId: owner.id,
        type: 'MISSING_IDENTITY_DOCUMENT',
        acceptedDocumentTypes: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
        reason: expect.any(String),
      },
    ])
  })
})
