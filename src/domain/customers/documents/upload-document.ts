/** Document upload use case. */
import type { DocumentReplaceRequest, DocumentUploadRequest } from '../../../../contract/customers/documents.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { beneficialOwners } from '../beneficial-owners/beneficial-owner.ts'
import { customers } from '../customer.ts'
import { type Document, documents } from './document.ts'
import type { StoredDocumentFile } from './store-file.ts'

interface Upload {
  readonly request: DocumentUploadRequest
  readonly file: StoredDocumentFile
}

/** @throws Refusal USER_NOT_FOUND, BENEFICIAL_OWNER_NOT_FOUND, CUSTOMER_DELETED */
export const uploadDocument = command({
  reads(seen, { request }: Upload) {
    const { holderType, holderId } = holderOf(request)
    if (holderType === 'Customer') return [[customers, holderId, 'peek']]
    const owner = seen.lastSeen(beneficialOwners, holderId)
    return [[beneficialOwners, holderId, 'peek'], ...(owner ? [[customers, owner.customerId, 'peek'] as const] : [])]
  },
  run(rows, { request, file }): Document {
    const { holderType, holderId } = holderOf(request)
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
  },
})

const holderOf = ({ documentHolder }: DocumentUploadRequest) =>
  ({
    holderType: documentHolder.startsWith('Customer:') ? 'Customer' : 'BeneficialOwner',
    holderId: bareId(documentHolder),
  }) as const

function getBusinessId(rows: Rows, ownerId: string): string {
  const owner = rows.peek(beneficialOwners, ownerId)
  if (!owner) throw notFound('BeneficialOwner')
  return owner.customerId
}

/** The metadata of a document in a request, without its file; null: not stated. */
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
