/** Owns the replacing of a document by a better one. */
import type { DocumentReplaceRequest } from '../../../../contract/customers/documents.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { type Document, documents } from '../verifications/tables.ts'
import { factsOf } from './add-document.ts'
import type { KeptFile } from './keep-file.ts'
import { type Earlier, refuseIfSubmitted } from './submitted.ts'

/** @throws Refusal DOCUMENT_NOT_FOUND, CONFLICT */
export function replaceDocument(
  rows: Rows,
  documentId: string,
  request: DocumentReplaceRequest,
  file: KeptFile,
  earlier: Earlier,
): Document {
  const document = rows.get(documents, documentId)
  refuseIfSubmitted(rows, document, earlier)
  enqueue(rows, 'dropLooseFiles', rows.now, document.fileId)
  return rows.change(documents, document, { ...factsOf(request), ...file, updatedAt: rows.now })
}
