/** File store outside the database: a file is on disk before the row that names it, readable by this process only. */
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from './sync-folder.ts'

export interface FileStore {
  /** Stores a file. When it resolves, the bytes survive a crash. @throws Error when the disk rejects them */
  put(platformId: string, fileId: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** @param from the first byte that is wanted. The stream fails when the file does not exist */
  read(platformId: string, fileId: string, from: number): Readable
  /** Also removes what a crash during a put left. A missing file is not an error. */
  remove(platformId: string, fileId: string): Promise<void>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unfinished = (path: string) => `${path}.part`

/** Files in a folder of this machine, one folder a platform. Processes that share a database must share the folder. */
export function fileStore(folder: string): FileStore {
  const pathTo = (platformId: string, fileId: string): string => {
    if (!UUID.test(platformId) || !UUID.test(fileId)) throw new Error('A file is named by two UUIDs')
    return join(folder, platformId, fileId)
  }
  return {
    async put(platformId, fileId, bytes) {
      const path = pathTo(platformId, fileId)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await write(unfinished(path), bytes)
      await rename(unfinished(path), path)
      for (const parent of [dirname(path), folder, dirname(folder)]) await syncFolder(parent)
    },
    read: (platformId, fileId, from) => createReadStream(pathTo(platformId, fileId), { start: from }),
    async remove(platformId, fileId) {
      const path = pathTo(platformId, fileId)
      await rm(unfinished(path), { force: true })
      await rm(path, { force: true })
    },
  }
}

async function write(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) await file.writeFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
}
