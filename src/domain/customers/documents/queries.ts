/** Owns the reading of documents. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Document, documents } from '../verifications/tables.ts'
import { presentDocument } from './present.ts'

type Tables = { documents: typeof documents }

const of = (store: Store, platformId: string) =>
  readsOf<Tables>(store).selectFrom('documents').where('platformId', '=', platformId)

/** @throws Refusal DOCUMENT_NOT_FOUND */
export async function getDocument(store: Store, platformId: string, documentId: string): Promise<Document> {
  const found = await of(store, platformId).where('id', '=', documentId).selectAll().executeTakeFirst()
  if (!found) throw notFound('Document')
  return found as Document
}

export function listDocuments(
  store: Store,
  pages: Pages,
  platformId: string,
  query: QueryOf<Contract['listDocuments']>,
) {
  let matches = of(store, platformId)
  if (query.documentHolder) matches = matches.where('holderId', '=', bareId(query.documentHolder))
  return pages.list(['listDocuments', platformId], query, {
    ...inOrder<Document>(matches.selectAll()),
    present: presentDocument,
  })
}

/** Those of the files that a document refers to. */
export async function filesInUse(
  store: Store,
  platformId: string,
  fileIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await of(store, platformId)
    .where('fileId', 'in', [...fileIds])
    .select('fileId')
    .execute()
  return new Set(found.map(({ fileId }) => fileId))
}
