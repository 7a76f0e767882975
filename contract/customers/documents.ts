/** Document operations and schemas: evidence of the identity of customers and beneficial owners. */
import Type, { type Static } from 'typebox'
import { idOf, text } from '../elements.ts'
import { LIMITS } from '../limits.ts'
import { operations, type UploadedFile } from '../operation.ts'
import { Country, choice, id, list, pageQuery, Timestamp } from '../schema.ts'

export const DocumentType = choice(
  [
    'PASSPORT',
    'DRIVERS_LICENSE',
    'NATIONAL_ID',
    'PROOF_OF_ADDRESS',
    'BANK_STATEMENT',
    'TAX_RETURN',
    'CERTIFICATE_OF_INCORPORATION',
    'ARTICLES_OF_INCORPORATION',
    'ARTICLES_OF_ASSOCIATION',
    'STATE_REGISTRY_EXCERPT',
    'GOOD_STANDING_CERTIFICATE',
    'INFORMATION_STATEMENT',
    'INCUMBENCY_CERTIFICATE',
    'BUSINESS_LICENSE',
    'SHAREHOLDER_REGISTER',
    'POWER_OF_ATTORNEY',
    'UTILITY_BILL',
    'ELECTRICITY_BILL',
    'RENT_OR_LEASE_AGREEMENT',
    'DIRECTOR_REGISTRY',
    'TRUST_AGREEMENT',
    'STATE_COMPANY_REGISTRY',
    'PARTNERSHIP_CONTROL_AGREEMENT',
    'PARTNERSHIP_AGREEMENT',
    'SELFIE',
    'OTHER',
  ],
  { $id: 'DocumentType' },
)
export type DocumentType = Static<typeof DocumentType>

/** The customer or beneficial owner that a document identifies. */
const DocumentHolder = idOf('Customer', 'BeneficialOwner')

const facts = {
  documentType: DocumentType,
  country: Country,
  side: Type.Optional(choice(['FRONT', 'BACK'])),
  documentNumber: Type.Optional(text(100)),
  issuingAuthority: Type.Optional(text(255)),
}

export const Document = Type.Object(
  {
    id: id('Document'),
    documentHolder: DocumentHolder,
    ...facts,
    fileName: Type.String({ examples: ['certificate.pdf'] }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { $id: 'Document', description: 'An uploaded document. The file is stored and cannot be downloaded' },
)
export type Document = Static<typeof Document>

const upload = {
  file: Type.Unsafe<UploadedFile>({
    type: 'string',
    format: 'binary',
    maxLength: LIMITS.fileBytes,
    description:
      'A complete PDF, JPEG or PNG of at most 10 MB. The format is determined from the content, not from the name',
  }),
  ...facts,
}

export const DocumentUploadRequest = Type.Object(
  { documentHolder: DocumentHolder, ...upload },
  { $id: 'DocumentUploadRequest' },
)
export type DocumentUploadRequest = Static<typeof DocumentUploadRequest>
export const DocumentReplaceRequest = Type.Object(upload, { $id: 'DocumentReplaceRequest' })
export type DocumentReplaceRequest = Static<typeof DocumentReplaceRequest>

const tag = 'Verifications'
const params = Type.Object({ documentId: id('Document') })
const fixed =
  'Refused once a verification that uses the document was submitted, unless that verification is in RESOLVE_ERRORS.'

export const documentOperations = operations({
  uploadDocument: {
    method: 'POST',
    path: '/documents',
    tag,
    summary: 'Upload a document',
    permission: 'MANAGE',
    multipart: true,
    body: DocumentUploadRequest,
    replies: { 201: Document },
    errors: ['USER_NOT_FOUND', 'BENEFICIAL_OWNER_NOT_FOUND', 'CUSTOMER_DELETED'],
  },
  listDocuments: {
    method: 'GET',
    path: '/documents',
    tag,
    summary: 'List documents',
    permission: 'VIEW',
    query: Type.Object({ documentHolder: Type.Optional(DocumentHolder), ...pageQuery }),
    replies: { 200: list(Document, 'DocumentListResponse') },
  },
  getDocument: {
    method: 'GET',
    path: '/documents/{documentId}',
    tag,
    summary: 'Get a document',
    description: 'Returns the metadata; the file cannot be downloaded.',
    permission: 'VIEW',
    params,
    replies: { 200: Document },
  },
  replaceDocument: {
    method: 'PUT',
    path: '/documents/{documentId}',
    tag,
    summary: 'Replace a document',
    description: `Replaces the file and all metadata. ${fixed}`,
    permission: 'MANAGE',
    params,
    multipart: true,
    body: DocumentReplaceRequest,
    replies: { 200: Document },
    errors: ['CONFLICT'],
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/documents/{documentId}',
    tag,
    summary: 'Delete a document',
    description: `Deletes the file as well. ${fixed}`,
    permission: 'MANAGE',
    params,
    replies: { 204: null },
    errors: ['CONFLICT'],
  },
})
