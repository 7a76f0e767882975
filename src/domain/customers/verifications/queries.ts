/** Owns the reading of verifications and beneficial owners. */

import type { Contract } from '../../../../contract/contract.ts'
import type { BeneficialOwner as WireBeneficialOwner } from '../../../../contract/customers/beneficial-owners.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Pages } from '../../../infra/db/page.ts'
import { inOrder, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { OwnersOf } from '../queries.ts'
import type { customers } from '../tables.ts'
import { presentBeneficialOwner, presentVerification } from './present.ts'
import type { BeneficialOwner, beneficialOwners, Verification, verifications } from './tables.ts'

type Tables = {
  verifications: typeof verifications
  beneficial_owners: typeof beneficialOwners
  customers: typeof customers
}

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

/** Oldest first. */
export const ownersOf =
  (store: Store): OwnersOf =>
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

/** @throws Refusal USER_NOT_FOUND also for a deleted one, whose id the platform may have given to another */
export async function customerIdOf(store: Store, platformId: string, platformCustomerId: string): Promise<string> {
  const found = await readsOf<Tables>(store)
    .selectFrom('customers')
    .select('id')
    .where('platformId', '=', platformId)
    .where('platformCustomerId', '=', platformCustomerId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound('Customer')
  return found.id
}
