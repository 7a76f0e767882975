/** Verification requirements: facts, beneficial owners, and documents that must exist before a manual review. */
import type { DocumentType } from '../../../contract/customers/documents.ts'
import type { VerificationError } from '../../../contract/customers/verifications.ts'
import type { Applicant } from './port.ts'

interface Proof {
  readonly type: VerificationError['type']
  readonly accepted: readonly DocumentType[]
  readonly reason: string
}

const IDENTITY: Proof = {
  type: 'MISSING_IDENTITY_DOCUMENT',
  accepted: ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID'],
  reason: 'A document that proves the identity of the person is missing',
}
const ADDRESS: Proof = {
  type: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
  accepted: [
    'PROOF_OF_ADDRESS',
    'UTILITY_BILL',
    'RENT_OR_LEASE_AGREEMENT',
    'ELECTRICITY_BILL',
    'BANK_STATEMENT',
    'TAX_RETURN',
  ],
  reason: 'A document that proves the address is missing',
}
const OF_A_BUSINESS: readonly Proof[] = [
  {
    type: 'MISSING_LEGAL_PRESENCE_DOCUMENT',
    accepted: [
      'CERTIFICATE_OF_INCORPORATION',
      'ARTICLES_OF_INCORPORATION',
      'ARTICLES_OF_ASSOCIATION',
      'STATE_REGISTRY_EXCERPT',
    ],
    reason: 'A document that proves that the business exists is missing',
  },
  {
    type: 'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    accepted: ['DIRECTOR_REGISTRY', 'TRUST_AGREEMENT', 'STATE_COMPANY_REGISTRY', 'PARTNERSHIP_CONTROL_AGREEMENT'],
    reason: 'A document that shows who controls the business is missing',
  },
  {
    type: 'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    accepted: ['SHAREHOLDER_REGISTER', 'TRUST_AGREEMENT', 'PARTNERSHIP_AGREEMENT'],
    reason: 'A document that shows who owns the business is missing',
  },
  ADDRESS,
]

/** Everything that is missing, the customer's own data first; empty if the application is ready for review. */
export function missingRequirements({ id, type, profile, owners, documents }: Applicant): VerificationError[] {
  const facts = (fields: Readonly<Record<string, unknown>>): VerificationError[] =>
    Object.entries(fields)
      .filter(([, value]) => value === undefined)
      .map(([field]) => ({ resourceId: id, type: 'MISSING_FIELD', field, reason: `${field} is missing` }))
  const proofs = (resourceId: VerificationError['resourceId'], required: readonly Proof[]): VerificationError[] =>
    required
      .filter(
        ({ accepted }) =>
          !documents.some(({ holder, documentType }) => holder === resourceId && accepted.includes(documentType)),
      )
      .map(({ type, accepted, reason }) => ({ resourceId, type, acceptedDocumentTypes: [...accepted], reason }))

  const { fullName, birthDate, nationality, address, businessInfo } = profile
  if (type === 'INDIVIDUAL') return [...facts({ fullName, birthDate, nationality, address }), ...proofs(id, [IDENTITY])]
  return [
    ...facts({
      'businessInfo.legalName': businessInfo?.legalName,
      'businessInfo.registrationNumber': businessInfo?.registrationNumber,
      'businessInfo.taxId': businessInfo?.taxId,
      'businessInfo.incorporatedOn': businessInfo?.incorporatedOn,
      address,
    }),
    ...proofs(id, OF_A_BUSINESS),
    ...(owners.length === 0
      ? [
          {
            resourceId: id,
            type: 'MISSING_BENEFICIAL_OWNER',
            reason: 'No person who owns or controls the business is named',
          } as const,
        ]
      : []),
    ...owners.flatMap((owner) => proofs(owner.id, [IDENTITY])),
  ]
}
