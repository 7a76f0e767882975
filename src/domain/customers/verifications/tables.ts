/** Owns the tables of verifications and of what they rest on: beneficial owners and documents. */
import type { beneficialOwnerLifecycle } from '../../../../contract/customers/beneficial-owner-lifecycle.ts'
import type {
  BeneficialOwnerPersonalInfo,
  BeneficialOwner as WireBeneficialOwner,
} from '../../../../contract/customers/beneficial-owners.ts'
import type { Document as WireDocument } from '../../../../contract/customers/documents.ts'
import type { verificationLifecycle } from '../../../../contract/customers/verification-lifecycle.ts'
import type { VerificationError } from '../../../../contract/customers/verifications.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { int, json, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

export const verifications = table(
  'verifications',
  {
    id: uuid,
    customerId: uuid,
    status: text<StateOf<typeof verificationLifecycle>>(),
    errors: json<readonly VerificationError[]>(),
    version: int,
    createdAt: time,
    updatedAt: time,
  },
  { resource: 'Verification', changing: ['status', 'errors', 'version', 'updatedAt'] },
)
export type Verification = Row<typeof verifications>

export const beneficialOwners = table(
  'beneficial_owners',
  {
    id: uuid,
    customerId: uuid,
    roles: json<WireBeneficialOwner['roles']>(),
    ownershipPercentage: int,
    personalInfo: json<BeneficialOwnerPersonalInfo>(),
    /** KYC of the person. */
    status: text<StateOf<typeof beneficialOwnerLifecycle>>(),
    createdAt: time,
    updatedAt: time,
  },
  { resource: 'BeneficialOwner', changing: ['roles', 'ownershipPercentage', 'personalInfo', 'status', 'updatedAt'] },
)
export type BeneficialOwner = Row<typeof beneficialOwners>

export const documents = table(
  'documents',
  {
    id: uuid,
    holderType: text<'Customer' | 'BeneficialOwner'>(),
    holderId: uuid,
    /** The customer who is the holder, or whose owner the holder is. */
    customerId: uuid,
    documentType: text<WireDocument['documentType']>(),
    country: text(),
    side: orNull(text<'FRONT' | 'BACK'>()),
    documentNumber: orNull(text()),
    issuingAuthority: orNull(text()),
    /** Names the file beside the database; another one for each replacement. */
    fileId: uuid,
    fileName: text(),
    /** What the first bytes say. */
    mediaType: text(),
    sizeBytes: int,
    sha256: text(),
    createdAt: time,
    updatedAt: time,
  },
  {
    resource: 'Document',
    changing: [
      'documentType',
      'country',
      'side',
      'documentNumber',
      'issuingAuthority',
      'fileId',
      'fileName',
      'mediaType',
      'sizeBytes',
      'sha256',
      'updatedAt',
    ],
  },
)
export type Document = Row<typeof documents>
