/** Verification operations and schemas: KYC of individuals, KYB of businesses. */
import Type, { type Static } from 'typebox'
import { idOf } from '../elements.ts'
import { operations } from '../operation.ts'
import { choice, id, list, pageQuery, statusSchema, Timestamp } from '../schema.ts'
import { DocumentType } from './documents.ts'
import { verificationLifecycle } from './verification-lifecycle.ts'

const VerificationStatus = statusSchema(verificationLifecycle, { $id: 'VerificationStatus' })

const VerificationErrorType = choice(
  [
    'MISSING_FIELD',
    'INVALID_FIELD',
    'MISSING_LEGAL_PRESENCE_DOCUMENT',
    'MISSING_CONTROL_STRUCTURE_DOCUMENT',
    'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
    'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
    'MISSING_IDENTITY_DOCUMENT',
    'INVALID_DOCUMENT',
    'EXPIRED_DOCUMENT',
    'POOR_QUALITY_DOCUMENT',
    'SUSPECTED_FRAUD_DOCUMENT',
    'WRONG_DOCUMENT_TYPE',
    'INCOMPLETE_DOCUMENT',
    'UNREADABLE_DOCUMENT',
    'DOCUMENT_VERIFICATION_FAILED',
    'APPLICANT_SANCTIONED',
    'APPLICANT_FRAUD',
    'APPLICANT_CRIMINAL_RECORD',
    'APPLICANT_REJECTED',
    'MISSING_BENEFICIAL_OWNER',
  ],
  { $id: 'VerificationErrorType' },
)

export const VerificationError = Type.Object(
  {
    resourceId: idOf('Customer', 'BeneficialOwner', 'Document'),
    type: VerificationErrorType,
    field: Type.Optional(
      Type.String({
        description: 'Dot path within the resource, for MISSING_FIELD and INVALID_FIELD',
        examples: ['businessInfo.registrationNumber'],
      }),
    ),
    acceptedDocumentTypes: Type.Optional(
      Type.Array(DocumentType, { description: 'Document types of which one is enough, where a document is missing' }),
    ),
    reason: Type.String({ description: 'Human-readable; the wording may change' }),
  },
  { $id: 'VerificationError', description: 'A reason why the verification cannot succeed' },
)
export type VerificationError = Static<typeof VerificationError>

export const Verification = Type.Object(
  {
    id: id('Verification'),
    customerId: id('Customer'),
    verificationStatus: VerificationStatus,
    errors: Type.Array(VerificationError, { description: 'Empty unless RESOLVE_ERRORS or REJECTED' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Verification', description: 'One verification of the identity of a customer' },
)
export type Verification = Static<typeof Verification>

const tag = 'Verifications'

export const verificationOperations = operations({
  createVerification: {
    method: 'POST',
    path: '/verifications',
    tag,
    summary: 'Submit a customer for verification',
    description:
      'Starts the verification of an individual or a business, or continues it. If something is missing, the reply is 200 with RESOLVE_ERRORS; supply it and submit again. A verification that is in progress or APPROVED is returned unchanged; after REJECTED a new one starts. When the customer is approved, their accounts are opened. In the sandbox the last digits of `businessInfo.registrationNumber` choose the outcome: 001 stays pending, 002 is rejected, all others are approved.',
    permission: 'MANAGE',
    body: Type.Object({ customerId: id('Customer') }, { $id: 'VerificationRequest' }),
    replies: { 200: Verification },
    errors: ['USER_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'],
  },
  listVerifications: {
    method: 'GET',
    path: '/verifications',
    tag,
    summary: 'List verifications',
    permission: 'VIEW',
    query: Type.Object({
      customerId: Type.Optional(id('Customer')),
      verificationStatus: Type.Optional(VerificationStatus),
      ...pageQuery,
    }),
    replies: { 200: list(Verification, 'VerificationListResponse') },
  },
  getVerification: {
    method: 'GET',
    path: '/verifications/{verificationId}',
    tag,
    summary: 'Get a verification',
    permission: 'VIEW',
    params: Type.Object({ verificationId: id('Verification') }),
    replies: { 200: Verification },
  },
})
