/** Document replacement use case: the document stays, with another file and metadata. */
import type { DocumentReplaceRequest } from '../../../../contract/customers/documents.ts'
import { command } from '../../../engine/command.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { type Document, documents } from './document.ts'
import type { EarlierVerifications } from './queries.ts'
import { refuseIfSubmitted, submissionReads } from './refuse-if-submitted.ts'
import type { StoredDocumentFile } from './store-file.ts'
import { documentFactsOf } from './upload-document.ts'

interface Replacement {
  readonly documentId: string
  readonly request: DocumentReplaceRequest
  readonly file: StoredDocumentFile
  readonly earlier: EarlierVerifications
}

/** @throws Refusal DOCUMENT_NOT_FOUND, CONFLICT */
export const replaceDocument = command({
  reads: (seen, { documentId }: Replacement) => submissionReads(seen, documentId),
  run(rows, { documentId, request, file, earlier }): Document {
    const document = rows.get(documents, documentId)
    refuseIfSubmitted(rows, document, earlier)
    enqueue(rows, 'dropLooseFiles', rows.now, document.fileId)
    return rows.change(documents, document, { ...documentFactsOf(request), ...file, updatedAt: rows.now })
  },
})
