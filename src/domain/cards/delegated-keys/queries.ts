/** Delegated key queries. */
import { notFound } from '../../../core/refusal.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { DelegatedKey, delegatedKeys } from './delegated-key.ts'

type Tables = { delegatedKeys: typeof delegatedKeys }

const selectKeys = (store: Store, platformId: string) =>
  readsOf<Tables>(store).selectFrom('delegatedKeys').selectAll().where('platformId', '=', platformId)

/** @throws Refusal DELEGATED_KEY_NOT_FOUND */
export async function getDelegatedKey(store: Store, platformId: string, id: string): Promise<DelegatedKey> {
  const found = await selectKeys(store, platformId).where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound('DelegatedKey')
  return found as DelegatedKey
}

/** Bare ids; undefined: no filter. */
export interface KeyFilter {
  readonly accountId: string | undefined
  readonly fundingSourceId: string | undefined
  readonly cardId: string | undefined
}

/** Oldest first, including revoked keys. */
export function listDelegatedKeys(store: Store, platformId: string, filter: KeyFilter): Promise<DelegatedKey[]> {
  let matches = selectKeys(store, platformId)
  for (const name of ['accountId', 'fundingSourceId', 'cardId'] as const)
    if (filter[name] !== undefined) matches = matches.where(name, '=', filter[name])
  return matches.orderBy('id').execute() as Promise<DelegatedKey[]>
}
