/** Import queries. */
import { notFound } from '../../../core/refusal.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Import, importFaults, imports } from './import.ts'

const selectImports = (store: Store, platformId: string) =>
  readsOf<{ customerImports: typeof imports }>(store).selectFrom('customerImports').where('platformId', '=', platformId)

/** @throws Refusal BULK_UPLOAD_JOB_NOT_FOUND */
export async function getImportRow(store: Store, platformId: string, importId: string): Promise<Import> {
  const found = await selectImports(store, platformId).where('id', '=', importId).selectAll().executeTakeFirst()
  if (!found) throw notFound('Job')
  return found as Import
}

/** The import with the errors found so far. @throws Refusal BULK_UPLOAD_JOB_NOT_FOUND */
export async function getBulkCustomerImportJob(store: Store, platformId: string, importId: string): Promise<Import> {
  const found = await readsOf<{ customerImports: typeof imports; customerImportFaults: typeof importFaults }>(store)
    .selectFrom('customerImports')
    .leftJoin('customerImportFaults', (join) =>
      join
        .onRef('customerImportFaults.platformId', '=', 'customerImports.platformId')
        .onRef('customerImportFaults.id', '=', 'customerImports.id'),
    )
    .where('customerImports.platformId', '=', platformId)
    .where('customerImports.id', '=', importId)
    .selectAll('customerImports')
    .select('customerImportFaults.errors as faults')
    .executeTakeFirst()
  if (!found) throw notFound('Job')
  const { faults, ...job } = found
  return { ...job, ...(faults && { errors: faults }) } as Import
}

/** The files that an import still has to read. */
export async function findFilesToRead(
  store: Store,
  platformId: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await selectImports(store, platformId)
    .where('fileId', 'in', [...fileIds])
    .where('status', 'in', ['PENDING', 'PROCESSING'])
    .select('fileId')
    .execute()
  return new Set(found.map(({ fileId }) => fileId))
}
