/** External account queries. */
import { sql } from 'kysely'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { PageQuery, Pages } from '../../../infra/db/page.ts'
import { inOrder, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import { presentExternalAccount } from './present.ts'
import type { ExternalAccount, externalAccounts } from './tables.ts'

type Tables = { external_accounts: typeof externalAccounts }
export type OwnerKind = 'customers' | 'platform'

const of = (store: Store, platformId: string, owner: OwnerKind) =>
  readsOf<Tables>(store)
    .selectFrom('external_accounts')
    .where('platformId', '=', platformId)
    .where('deletedAt', 'is', null)
    .where('customerId', owner === 'platform' ? 'is' : 'is not', null)

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND */
export async function getExternalAccount(
  store: Store,
  platformId: string,
  owner: OwnerKind,
  accountId: string,
): Promise<ExternalAccount> {
  const found = await of(store, platformId, owner).where('id', '=', accountId).selectAll().executeTakeFirst()
  if (!found) throw notFound('ExternalAccount')
  return found as ExternalAccount
}

/** ACTIVE external accounts of a customer, newest first. @param among bare ids: only those */
export function payableAccounts(
  store: Store,
  platformId: string,
  customerId: string,
  { currency, among }: { readonly currency?: string; readonly among?: readonly string[] },
) {
  let matches = of(store, platformId, 'customers').where('customerId', '=', customerId).where('status', '=', 'ACTIVE')
  if (currency) matches = matches.where('currency', '=', currency)
  if (among) matches = matches.where('id', '=', sql<string>`any(${among}::uuid[])`)
  return {
    ...inOrder<ExternalAccount>(matches.selectAll()),
  }
}

export function listExternalAccounts(
  store: Store,
  pages: Pages,
  platformId: string,
  owner: OwnerKind,
  query: PageQuery & { currency?: string; customerId?: string },
) {
  let matches = of(store, platformId, owner)
  if (query.currency) matches = matches.where('currency', '=', query.currency)
  if (query.customerId) matches = matches.where('customerId', '=', bareId(query.customerId))
  return pages.list([`list-${owner}-external-accounts`, platformId], query, {
    ...inOrder<ExternalAccount>(matches.selectAll()),
    present: presentExternalAccount,
  })
}
