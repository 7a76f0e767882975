/** Storage of a large upload: written to disk while it arrives, before any row refers to it. */
import { createHash, type Hash } from 'node:crypto'
import type { StoredFile } from '../../../../contract/operation.ts'
import type { Clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'

/** Long after any request has ended. A file that no import needs by then is removed. */
const CLEANUP_AFTER_MS = 24 * 60 * 60_000

interface Needs {
  readonly engine: Engine
  readonly files: FileStore
  readonly clock: Clock
}

/** Enqueues the clean-up first, because the upload can fail before an import refers to the file. */
export const storeUpload =
  ({ engine, files, clock }: Needs) =>
  async (platformId: string, content: AsyncIterable<Uint8Array>): Promise<StoredFile> => {
    const fileId = newId(clock.now())
    const hash = createHash('sha256')
    await engine.run(platformId, (rows) => enqueue(rows, 'dropLooseUploads', rows.now + CLEANUP_AFTER_MS, fileId))
    try {
      await files.put(platformId, fileId, hashed(content, hash))
    } catch (error) {
      await files.remove(platformId, fileId)
      throw error
    }
    const sha256 = hash.digest('hex')
    return { fileId, toJSON: () => ({ sha256 }) }
  }

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    hash.update(bytes)
    yield bytes
  }
}
