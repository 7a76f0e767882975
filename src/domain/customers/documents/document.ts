/** Document resource, the evidence for a verification: table and presenter. */
import type { Document as WireDocument } from '../../../../contract/customers/documents.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { int, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

export const documents = table(
  'documents',
  {
    id: uuid,
    holderType: text<'Customer' | 'BeneficialOwner'>(),
    holderId: uuid,
    /** The holder, or the business whose beneficial owner is the holder. */
    customerId: uuid,
    documentType: text<WireDocument['documentType']>(),
    country: text(),
    side: orNull(text<'FRONT' | 'BACK'>()),
    documentNumber: orNull(text()),
    issuingAuthority: orNull(text()),
    /** The file in the file store; each replacement has a new one. */
    fileId: uuid,
    fileName: text(),
    /** Determined from the content. */
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

export const presentDocument = (row: Document): WireDocument => ({
  id: wireId('Document', row.id),
  documentHolder: wireId(row.holderType, row.holderId),
  documentType: row.documentType,
  country: row.country,
  ...(row.side !== null && { side: row.side }),
  ...(row.documentNumber !== null && { documentNumber: row.documentNumber }),
  ...(row.issuingAuthority !== null && { issuingAuthority: row.issuingAuthority }),
  fileName: row.fileName,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
})
