/** Owns the way of a large upload to the disk, as it arrives, before the row that refers to it. */
import { createHash, type Hash } from 'node:crypto'
import type { StoredFile } from '../../../../contract/operation.ts'
import type { Clock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'

/** Long after any request has ended: a file that no import wants to read by then is nobody's. */
const CLEANUP_AFTER_MS = 24 * 60 * 60_000

interface Needs {
  readonly engine: Engine
  readonly files: FileStore
  readonly clock: Clock
}

/** First comes a note to look after the file, because no import may come to refer to it. */
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
