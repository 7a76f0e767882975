/** Owns the handing in of a document. */
import type { DocumentReplaceRequest, DocumentUploadRequest } from '../../../../contract/customers/documents.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { beneficialOwners } from '../beneficial-owners/beneficial-owner.ts'
import { customers } from '../customer.ts'
import { type Document, documents } from './document.ts'
import type { StoredDocumentFile } from './store-file.ts'

/** @throws Refusal USER_NOT_FOUND, BENEFICIAL_OWNER_NOT_FOUND, CUSTOMER_DELETED */
export function uploadDocument(rows: Rows, request: DocumentUploadRequest, file: StoredDocumentFile): Document {
  const holderType = request.documentHolder.startsWith('Customer:') ? 'Customer' : 'BeneficialOwner'
  const holderId = bareId(request.documentHolder)
  const customerId = holderType === 'Customer' ? holderId : getBusinessId(rows, holderId)
  const customer = rows.peek(customers, customerId)
  if (!customer) throw notFound('Customer')
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  return rows.add(documents, {
    id: rows.newId(),
    holderType,
    holderId,
    customerId,
    ...documentFactsOf(request),
    ...file,
    createdAt: rows.now,
    updatedAt: rows.now,
  })
}

function getBusinessId(rows: Rows, ownerId: string): string {
  const owner = rows.peek(beneficialOwners, ownerId)
  if (!owner) throw notFound('BeneficialOwner')
  return owner.customerId
}

/** What is said about a document beside its file; what is absent is said to be unknown. */
export const documentFactsOf = ({
  documentType,
  country,
  side,
  documentNumber,
  issuingAuthority,
}: DocumentReplaceRequest) => ({
  documentType,
  country,
  side: side ?? null,
  documentNumber: documentNumber ?? null,
  issuingAuthority: issuingAuthority ?? null,
})
