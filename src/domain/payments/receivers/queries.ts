/** Blocked institution queries. */
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { blockedProviders } from './block-provider.ts'

/** Domains of the institutions that the platform has blocked. */
export async function blockedDomains(store: Store, platformId: string): Promise<ReadonlySet<string>> {
  const rows = await readsOf<{ blockedProviders: typeof blockedProviders }>(store)
    .selectFrom('blockedProviders')
    .select('domain')
    .where('platformId', '=', platformId)
    .execute()
  return new Set(rows.map(({ domain }) => domain))
}
