/** Document queries. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { type Document, type documents, presentDocument } from './document.ts'

type Tables = { documents: typeof documents }

/** Documents of a platform. */
export const selectDocuments = (store: Store, platformId: string) =>
  readsOf<Tables>(store).selectFrom('documents').where('platformId', '=', platformId)

/** @throws Refusal DOCUMENT_NOT_FOUND */
export async function getDocument(store: Store, platformId: string, documentId: string): Promise<Document> {
  const found = await selectDocuments(store, platformId).where('id', '=', documentId).selectAll().executeTakeFirst()
  if (!found) throw notFound('Document')
  return found as Document
}

export function listDocuments(
  store: Store,
  pages: Pages,
  platformId: string,
  query: QueryOf<Contract['listDocuments']>,
) {
  let matches = selectDocuments(store, platformId)
  if (query.documentHolder) matches = matches.where('holderId', '=', bareId(query.documentHolder))
  return pages.list(['listDocuments', platformId], query, {
    ...inOrder<Document>(matches.selectAll()),
    present: presentDocument,
  })
}

/** Ids of verifications that were submitted before a document was uploaded, so they do not use it. */
export type EarlierVerifications = ReadonlySet<string>

/** A submission is never undone, so the result still holds for a command that runs later. */
export async function findEarlierVerifications(
  store: Store,
  platformId: string,
  documentId: string,
): Promise<EarlierVerifications> {
  const found = await store.query<{ id: string }>(SUBMITTED_EARLIER, [platformId, documentId])
  return new Set(found.map(({ id }) => id))
}

/**
 * A document is as old as its id, however often it was replaced. A verification that began in RESOLVE_ERRORS was submitted
 * at its IN_PROGRESS event, any other one when it began.
 */
const SUBMITTED_EARLIER = `
  select v.id from documents d
    join verifications v on v.platform_id = d.platform_id and v.customer_id = d.customer_id
    left join events e
      on e.platform_id = v.platform_id and e.object_id = v.id and e.type = 'VERIFICATION.IN_PROGRESS'
  where d.platform_id = $1 and d.id = $2 and v.status <> 'RESOLVE_ERRORS'
    and coalesce(e.id, case when v.version = 1 then v.id end) < d.id`
