/** External account queries. */
import { sql } from 'kysely'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { PageQuery, Pages } from '../../../infra/db/page.ts'
import { inOrder, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { ExternalAccount, externalAccounts } from './external-account.ts'
import { presentExternalAccount } from './external-account.ts'

type Tables = { external_accounts: typeof externalAccounts }
type OwnerKind = 'customers' | 'platform'

const existing = (store: Store, platformId: string, owner: OwnerKind) =>
  readsOf<Tables>(store)
    .selectFrom('external_accounts')
    .where('platformId', '=', platformId)
    .where('deletedAt', 'is', null)
    .where('customerId', owner === 'platform' ? 'is' : 'is not', null)

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, also for an account of the platform */
export const getCustomerExternalAccountById = (store: Store, platformId: string, accountId: string) =>
  getExternalAccount(existing(store, platformId, 'customers'), accountId)

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, also for an account of a customer */
export const getPlatformExternalAccountById = (store: Store, platformId: string, accountId: string) =>
  getExternalAccount(existing(store, platformId, 'platform'), accountId)

async function getExternalAccount(matches: ReturnType<typeof existing>, accountId: string): Promise<ExternalAccount> {
  const found = await matches.where('id', '=', accountId).selectAll().executeTakeFirst()
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
  let matches = existing(store, platformId, 'customers')
    .where('customerId', '=', customerId)
    .where('status', '=', 'ACTIVE')
  if (currency) matches = matches.where('currency', '=', currency)
  if (among) matches = matches.where('id', '=', sql<string>`any(${among}::uuid[])`)
  return {
    ...inOrder<ExternalAccount>(matches.selectAll()),
  }
}

type Query = PageQuery & { readonly currency?: string; readonly customerId?: string }

export const listCustomerExternalAccounts = (store: Store, pages: Pages, platformId: string, query: Query) =>
  listExternalAccounts(store, pages, platformId, 'customers', query)

export const listPlatformExternalAccounts = (store: Store, pages: Pages, platformId: string, query: PageQuery) =>
  listExternalAccounts(store, pages, platformId, 'platform', query)

function listExternalAccounts(store: Store, pages: Pages, platformId: string, owner: OwnerKind, query: Query) {
  let matches = existing(store, platformId, owner)
  if (query.currency) matches = matches.where('currency', '=', query.currency)
  if (query.customerId) matches = matches.where('customerId', '=', bareId(query.customerId))
  return pages.list([`list-${owner}-external-accounts`, platformId], query, {
    ...inOrder<ExternalAccount>(matches.selectAll()),
    present: presentExternalAccount,
  })
}
