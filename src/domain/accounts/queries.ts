/** Internal account queries. */
import { sql } from 'kysely'
import type { InternalAccountType } from '../../../contract/accounts/internal-accounts.ts'
import { bareId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { PageQuery, Pages } from '../../infra/db/page.ts'
import { inOrder, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import { readRow } from '../../infra/reads/row-reader.ts'
import { type Balance, balances } from '../ledger/balance.ts'
import type { Funding } from './funding-instructions.ts'
import { type Account, accounts, presentInternalAccount } from './internal-account.ts'
import { walletAddresses } from './wallet-key.ts'

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

interface PlatformFilters extends PageQuery {
  readonly currency?: string
  readonly type?: InternalAccountType
}

interface CustomerFilters extends PlatformFilters {
  readonly customerId?: string
  /** Bare ids of the accounts to choose from; absent: all, empty: none. */
  readonly among?: readonly string[]
}

/** An account with its balance, and its address if it is a wallet that has one. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND */
export async function getInternalAccount(
  store: Store,
  platformId: string,
  id: string,
): Promise<Account & Balance & { sparkAddress: string | undefined }> {
  const [account, balance, address] = await Promise.all([
    readRow(store, accounts, platformId, id),
    readRow(store, balances, platformId, id),
    readRow(store, walletAddresses, platformId, id),
  ])
  if (!account || !balance) throw notFound('InternalAccount')
  return { ...account, ...balance, sparkAddress: address?.sparkAddress }
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

const shownAccounts = (store: Store, platformId: string) =>
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

interface ListNeeds {
  readonly store: Store
  readonly pages: Pages
  readonly rails: Funding
}

export function listCustomerInternalAccounts(needs: ListNeeds, platformId: string, query: CustomerFilters) {
  let matches = shownAccounts(needs.store, platformId).where('accounts.customerId', 'is not', null)
  if (query.customerId) matches = matches.where('accounts.customerId', '=', bareId(query.customerId))
  if (query.among) matches = matches.where('accounts.id', '=', sql<string>`any(${query.among}::uuid[])`)
  return listMatches(needs, ['list-customers-accounts', platformId], matches, query)
}

/** The platform's own accounts. */
export function listPlatformInternalAccounts(needs: ListNeeds, platformId: string, query: PlatformFilters) {
  const matches = shownAccounts(needs.store, platformId).where('accounts.customerId', 'is', null)
  return listMatches(needs, ['list-platform-accounts', platformId], matches, query)
}

function listMatches(
  { pages, rails }: ListNeeds,
  scope: readonly string[],
  accountsOfOwners: ReturnType<typeof shownAccounts>,
  query: PlatformFilters,
) {
  let matches = accountsOfOwners
  if (query.currency) matches = matches.where('accounts.currency', '=', query.currency)
  if (query.type) matches = matches.where('accounts.type', '=', query.type)
  return pages.list(scope, query, {
    ...inOrder<Account & Balance & { sparkAddress: string | null }>(matches.selectAll('balances').select(SHOWN), {
      id: 'accounts.id',
    }),
    present: (row) => presentInternalAccount(rails, row, row, row.sparkAddress ?? undefined),
  })
}
