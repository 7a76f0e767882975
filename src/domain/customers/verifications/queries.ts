/** Verification queries. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { presentVerification, type Verification, type verifications } from './verification.ts'

type Tables = { verifications: typeof verifications }

/** @throws Refusal VERIFICATION_NOT_FOUND */
export async function getVerification(store: Store, platformId: string, verificationId: string): Promise<Verification> {
  const found = await readsOf<Tables>(store)
    .selectFrom('verifications')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', verificationId)
    .executeTakeFirst()
  if (!found) throw notFound('Verification')
  return found as Verification
}

export function listVerifications(
  store: Store,
  pages: Pages,
  platformId: string,
  query: QueryOf<Contract['listVerifications']>,
) {
  let matches = readsOf<Tables>(store).selectFrom('verifications').where('platformId', '=', platformId)
  if (query.customerId) matches = matches.where('customerId', '=', bareId(query.customerId))
  if (query.verificationStatus)
    matches = matches.where('status', '=', query.verificationStatus as Verification['status'])
  return pages.list(['listVerifications', platformId], query, {
    ...inOrder<Verification>(matches.selectAll()),
    present: presentVerification,
  })
}
