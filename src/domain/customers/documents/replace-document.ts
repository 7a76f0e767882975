/** Owns the replacing of a document by a better one. */
import type { DocumentReplaceRequest } from '../../../../contract/customers/documents.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { type Document, documents } from './document.ts'
import type { EarlierVerifications } from './queries.ts'
import { refuseIfSubmitted } from './refuse-if-submitted.ts'
import type { StoredDocumentFile } from './store-file.ts'
import { documentFactsOf } from './upload-document.ts'

/** @throws Refusal DOCUMENT_NOT_FOUND, CONFLICT */
export function replaceDocument(
  rows: Rows,
  documentId: string,
  request: DocumentReplaceRequest,
  file: StoredDocumentFile,
  earlier: EarlierVerifications,
): Document {
  const document = rows.get(documents, documentId)
  refuseIfSubmitted(rows, document, earlier)
  enqueue(rows, 'dropLooseFiles', rows.now, document.fileId)
  return rows.change(documents, document, { ...documentFactsOf(request), ...file, updatedAt: rows.now })
}
