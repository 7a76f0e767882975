/** Owns verifications: the proof, by somebody whose task that is, of who a customer is. */
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
        description: 'Dot path within the resource, of MISSING_FIELD and INVALID_FIELD',
        examples: ['businessInfo.registrationNumber'],
      }),
    ),
    acceptedDocumentTypes: Type.Optional(
      Type.Array(DocumentType, { description: 'Any of these would do, where a document is missing' }),
    ),
    reason: Type.String({ description: 'For people; its wording may change' }),
  },
  { $id: 'VerificationError', description: 'One thing that keeps a verification from succeeding' },
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
  { $id: 'Verification', description: 'One attempt at proving who a customer is' },
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
      'Of a business or a person. What is missing is answered with 200 and RESOLVE_ERRORS. Submitted again, a verification in RESOLVE_ERRORS goes on; one under way or APPROVED is answered as it stands; after REJECTED a new one begins. An approved customer gets their accounts. In the sandbox the end of `businessInfo.registrationNumber` decides: 001 stays pending, 002 is rejected, everything else is approved.',
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
