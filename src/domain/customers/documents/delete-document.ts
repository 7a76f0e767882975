/** Owns the taking back of a document. */
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { documents } from './document.ts'
import type { EarlierVerifications } from './queries.ts'
import { refuseIfSubmitted } from './refuse-if-submitted.ts'

/** The file goes when the row is gone for good. @throws Refusal DOCUMENT_NOT_FOUND, CONFLICT */
export function deleteDocument(rows: Rows, documentId: string, earlier: EarlierVerifications): void {
  const document = rows.get(documents, documentId)
  refuseIfSubmitted(rows, document, earlier)
  rows.remove(documents, document)
  enqueue(rows, 'dropLooseFiles', rows.now, document.fileId)
}
