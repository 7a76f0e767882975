/** Owns how a document looks on the wire. */
import type { Document as WireDocument } from '../../../../contract/customers/documents.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import type { Document } from '../verifications/tables.ts'

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
