/** Sync of a directory to disk. */
import { open } from 'node:fs/promises'

/** Syncs a directory: without it a file's name may be lost in a crash although its bytes are on disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
