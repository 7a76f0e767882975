/**
 * Mailbox of a bank: the interface, and an implementation in a folder that the bank's transfer agent empties and
 * fills.
 */
import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../../../infra/files/sync-folder.ts'

export interface Mailbox {
  /** Writes a copy beside the outbox and syncs it to disk. @returns its unique name */
  stage(bytes: Buffer): Promise<string>
  /** Removes a copy that must not be sent. */
  discard(copy: string): Promise<void>
  /** Moves a copy into the outbox under its final name, in one step. A copy that is no longer there has already been moved. */
  release(copy: string, name: string): Promise<void>
  /** Names of the files in the inbox, sorted. */
  list(): Promise<string[]>
  read(name: string): Promise<Buffer>
  /**
   * Moves a stored file out of the inbox; it may be gone already. A file whose bytes differ from the stored ones stays,
   * under another name.
   */
  putAway(name: string, stored: Buffer): Promise<void>
  /** Creates missing folders. Called before the first use. @throws Error when files cannot be exchanged */
  open(): Promise<void>
}

/** Names under which transfer agents write files that are not complete yet. */
export const UNFINISHED = /^\.|\.(tmp|part|partial|filepart|writing)$/i

/**
 * A folder with `out`, `in` and the folders beside them. All must be on one file system: only then is a move atomic.
 */
export function folderMailbox(folder: string): Mailbox {
  const at = {
    out: join(folder, 'out'),
    staged: join(folder, 'staged'),
    in: join(folder, 'in'),
    read: join(folder, 'read'),
  }
  return {
    async stage(bytes) {
      const copy = randomUUID()
      const file = await open(join(at.staged, copy), 'wx', 0o640)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await syncFolder(at.staged)
      return copy
    },
    discard: (copy) => rm(join(at.staged, copy), { force: true }),
    async release(copy, name) {
      await rename(join(at.staged, copy), join(at.out, name)).catch(unlessGone)
      await syncFolder(at.out)
      await syncFolder(at.staged)
    },
    async list() {
      const entries = await readdir(at.in, { withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
      return files.map(({ name }) => name).sort()
    },
    read: (name) => readFile(join(at.in, name)),
    async putAway(name, stored) {
      const own = `${randomUUID()}-${name}`
      const moved = join(at.read, own)
      const isGone = await rename(join(at.in, name), moved).then(() => false, unlessGone)
      if (isGone) return
      if (!(await readFile(moved)).equals(stored)) await rename(moved, join(at.in, own))
    },
    async open() {
      for (const path of Object.values(at)) {
        await mkdir(path, { recursive: true, mode: 0o770 })
        await access(path, constants.W_OK)
      }
    },
  }
}

function unlessGone(error: NodeJS.ErrnoException): true {
  if (error.code !== 'ENOENT') throw error
  return true
}
