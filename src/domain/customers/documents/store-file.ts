/** Storage of an uploaded document: the file is on disk before any row refers to it. */
import type { UploadedFile } from '../../../../contract/operation.ts'
import type { Clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { refuseField } from '../../../core/refusal.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import type { Document } from './document.ts'
import { formatOf } from './media-type.ts'

export type StoredDocumentFile = Pick<Document, 'fileId' | 'fileName' | 'mediaType' | 'sizeBytes' | 'sha256'>

/** Long after any request has ended. A file that no document refers to by then is removed. */
const CLEANUP_AFTER_MS = 24 * 60 * 60_000

/**
 * Stores the file under a fresh id. Enqueues the clean-up first, because no document may ever refer to it: the command
 * can be refused, the request can be a replay, or the process can end in between.
 * @throws Refusal INVALID_INPUT for anything except a PDF, JPEG or PNG
 */
export async function storeFile(
  { engine, files, clock }: { engine: Engine; files: FileStore; clock: Clock },
  platformId: string,
  { name, bytes, sha256 }: UploadedFile,
): Promise<StoredDocumentFile> {
  const format = formatOf(bytes)
  if (!format) refuseField('INVALID_INPUT', 'file', 'must be a complete PDF, JPEG or PNG')
  const fileId = newId(clock.now())
  await engine.run(platformId, (rows) => enqueue(rows, 'dropLooseFiles', rows.now + CLEANUP_AFTER_MS, fileId))
  await files.put(platformId, fileId, bytes)
  return {
    fileId,
    fileName: name || `document.${format.extension}`,
    mediaType: format.mediaType,
    sizeBytes: bytes.length,
    sha256,
  }
}
