/** Document jobs: removal of files that no document refers to. */
import type { Store } from '../../../infra/db/store.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import type { JobHandlers } from '../../../infra/jobs/handlers.ts'
import { selectDocuments } from './queries.ts'

export const documentJobs = ({ store, files }: { store: Store; files: FileStore }): JobHandlers => ({
  /** Removes files of deleted and replaced documents, and of uploads that were refused. Subjects are file ids. */
  async dropLooseFiles({ subjects }, platformId) {
    const used = await filesInUse(store, platformId, subjects)
    for (const fileId of subjects) if (!used.has(fileId)) await files.remove(platformId, fileId)
    return new Map()
  },
})

/** The files that a document refers to. */
async function filesInUse(store: Store, platformId: string, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await selectDocuments(store, platformId)
    .where('fileId', 'in', [...fileIds])
    .select('fileId')
    .execute()
  return new Set(found.map(({ fileId }) => fileId))
}
