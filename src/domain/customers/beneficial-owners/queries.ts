/** Beneficial owner queries. */
import type { Contract } from '../../../../contract/contract.ts'
import type { BeneficialOwner as WireBeneficialOwner } from '../../../../contract/customers/beneficial-owners.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { LoadOwners } from '../queries.ts'
import { type BeneficialOwner, type beneficialOwners, presentBeneficialOwner } from './beneficial-owner.ts'

type Tables = { beneficial_owners: typeof beneficialOwners }

/** @throws Refusal BENEFICIAL_OWNER_NOT_FOUND */
export async function getBeneficialOwner(store: Store, platformId: string, ownerId: string): Promise<BeneficialOwner> {
  const found = await readsOf<Tables>(store)
    .selectFrom('beneficial_owners')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', ownerId)
    .executeTakeFirst()
  if (!found) throw notFound('BeneficialOwner')
  return found as BeneficialOwner
}

export function listBeneficialOwners(
  store: Store,
  pages: Pages,
  platformId: string,
  query: QueryOf<Contract['listBeneficialOwners']>,
) {
  const matches = readsOf<Tables>(store)
    .selectFrom('beneficial_owners')
    .where('platformId', '=', platformId)
    .where('customerId', '=', bareId(query.customerId))
  return pages.list(['listBeneficialOwners', platformId], query, {
    ...inOrder<BeneficialOwner>(matches.selectAll()),
    present: presentBeneficialOwner,
  })
}

/** Makes the loader of a business's owners, the oldest first. */
export const ownersLoader =
  (store: Store): LoadOwners =>
  async (platformId, customerIds) => {
    if (customerIds.length === 0) return new Map()
    const found = await readsOf<Tables>(store)
      .selectFrom('beneficial_owners')
      .selectAll()
      .where('platformId', '=', platformId)
      .where('customerId', 'in', customerIds)
      .orderBy('id')
      .execute()
    const owners = new Map<string, WireBeneficialOwner[]>(customerIds.map((id) => [id, []]))
    for (const row of found) owners.get(row.customerId)?.push(presentBeneficialOwner(row as BeneficialOwner))
    return owners
  }
