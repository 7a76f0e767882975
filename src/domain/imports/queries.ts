/** Owns the reading of imports. */
import { notFound } from '../../core/refusal.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Import, imports } from './tables.ts'

const of = (store: Store, platformId: string) =>
  readsOf<{ customerImports: typeof imports }>(store).selectFrom('customerImports').where('platformId', '=', platformId)

/** @throws Refusal BULK_UPLOAD_JOB_NOT_FOUND */
export async function getImport(store: Store, platformId: string, importId: string): Promise<Import> {
  const found = await of(store, platformId).where('id', '=', importId).selectAll().executeTakeFirst()
  if (!found) throw notFound('Job')
  return found as Import
}

/** Those of the files that an import has yet to read. */
export async function filesToRead(
  store: Store,
  platformId: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await of(store, platformId)
    .where('fileId', 'in', [...fileIds])
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .select('fileId')
    .execute()
  return new Set(found.map(({ fileId }) => fileId))
}
