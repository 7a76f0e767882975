/** Document deletion use case. */
import { command } from '../../../engine/command.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { documents } from './document.ts'
import type { EarlierVerifications } from './queries.ts'
import { refuseIfSubmitted, submissionReads } from './refuse-if-submitted.ts'

interface Deletion {
  readonly documentId: string
  readonly earlier: EarlierVerifications
}

/** The file is removed once the deletion is committed. @throws Refusal DOCUMENT_NOT_FOUND, CONFLICT */
export const deleteDocument = command({
  reads: (seen, { documentId }: Deletion) => submissionReads(seen, documentId),
  run(rows, { documentId, earlier }): void {
    const document = rows.get(documents, documentId)
    refuseIfSubmitted(rows, document, earlier)
    rows.remove(documents, document)
    enqueue(rows, 'dropLooseFiles', rows.now, document.fileId)
  },
})
