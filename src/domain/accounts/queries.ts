/** Owns the reading of internal accounts. */

import { sql } from 'kysely'
import type { InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import { bareId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { PageQuery, Pages } from '../../infra/db/page.ts'
import { inOrder, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Balance, balances } from '../ledger/balance.ts'
import { type Account, type accounts, presentInternalAccount } from './internal-account.ts'
import type { walletAddresses } from './wallet-key.ts'

type Tables = { accounts: typeof accounts; balances: typeof balances; walletAddresses: typeof walletAddresses }

/** The bare ids of a customer's accounts, whatever their status. */
export async function findAccountIds(store: Store, platformId: string, customerId: string): Promise<string[]> {
  const found = await readsOf<Tables>(store)
    .selectFrom('accounts')
    .select('id')
    .where('platformId', '=', platformId)
    .where('customerId', '=', customerId)
    .orderBy('id')
    .execute()
  return found.map(({ id }) => id)
}

export interface AccountFilters extends PageQuery {
  readonly customerId?: string
  readonly currency?: string
  readonly type?: InternalAccountType
  /** Bare ids: no others are shown. */
  readonly among?: readonly string[]
}

/** An account with its money, and the address of a wallet that has one. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND */
export async function getInternalAccount(
  store: Store,
  platformId: string,
  id: string,
): Promise<Account & Balance & { sparkAddress: string | undefined }> {
  const found = await accountsOf(store, platformId)
    .where('accounts.id', '=', id)
    .selectAll('balances')
    .select(SHOWN)
    .executeTakeFirst()
  if (!found) throw notFound('InternalAccount')
  return { ...(found as Account & Balance), sparkAddress: found.sparkAddress ?? undefined }
}

const SHOWN = [
  'accounts.id',
  'accounts.customerId',
  'accounts.platformCustomerId',
  'accounts.type',
  'accounts.currency',
  'accounts.createdAt',
  'walletAddresses.sparkAddress',
] as const

const accountsOf = (store: Store, platformId: string) =>
  readsOf<Tables>(store)
    .selectFrom('accounts')
    .innerJoin('balances', (join) =>
      join.onRef('balances.platformId', '=', 'accounts.platformId').onRef('balances.id', '=', 'accounts.id'),
    )
    .leftJoin('walletAddresses', (join) =>
      join
        .onRef('walletAddresses.platformId', '=', 'accounts.platformId')
        .onRef('walletAddresses.id', '=', 'accounts.id'),
    )
    .where('accounts.platformId', '=', platformId)

/** Also of none. */
const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`

/** @param owner whose accounts: all customers', or the platform's own */
export function listInternalAccounts(
  store: Store,
  pages: Pages,
  platformId: string,
  owner: 'customers' | 'platform',
  query: AccountFilters,
) {
  let matches = accountsOf(store, platformId).where('accounts.customerId', owner === 'platform' ? 'is' : 'is not', null)
  if (query.customerId) matches = matches.where('accounts.customerId', '=', bareId(query.customerId))
  if (query.currency) matches = matches.where('accounts.currency', '=', query.currency)
  if (query.type) matches = matches.where('accounts.type', '=', query.type)
  if (query.among) matches = matches.where('accounts.id', '=', anyOf(query.among))
  return pages.list([`list-${owner}-accounts`, platformId], query, {
    ...inOrder<Account & Balance & { sparkAddress: string | null }>(matches.selectAll('balances').select(SHOWN), {
      id: 'accounts.id',
    }),
    present: (row) => presentInternalAccount(row, row, row.sparkAddress ?? undefined),
  })
}
