/** Owns the reading of internal accounts. */

import type { Static } from 'typebox'
import type { InternalAccountType } from '../../../contract/internal-accounts.ts'
import { bareId } from '../../core/ids.ts'
import type { PageQuery, Pages } from '../../infra/db/page.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Balance, balances } from '../ledger/tables.ts'
import { presentInternalAccount } from './present.ts'
import type { Account, accounts } from './tables.ts'

type Tables = { accounts: typeof accounts; balances: typeof balances }

export interface AccountFilters extends PageQuery {
  readonly customerId?: string
  readonly currency?: string
  readonly type?: Static<typeof InternalAccountType>
}

/** @param owner whose accounts: all customers', or the platform's own */
export function listInternalAccounts(
  store: Store,
  pages: Pages,
  platformId: string,
  owner: 'customers' | 'platform',
  query: AccountFilters,
) {
  let matches = readsOf<Tables>(store)
    .selectFrom('accounts')
    .innerJoin('balances', (join) =>
      join.onRef('balances.platformId', '=', 'accounts.platformId').onRef('balances.id', '=', 'accounts.id'),
    )
    .where('accounts.platformId', '=', platformId)
    .where('accounts.customerId', owner === 'platform' ? 'is' : 'is not', null)
  if (query.customerId) matches = matches.where('accounts.customerId', '=', bareId(query.customerId))
  if (query.currency) matches = matches.where('accounts.currency', '=', query.currency)
  if (query.type) matches = matches.where('accounts.type', '=', query.type)
  return pages.list([`list-${owner}-accounts`, platformId], query, {
    fetch: (after, count) =>
      (after ? matches.where('accounts.id', '<', after) : matches)
        .selectAll('balances')
        .select([
          'accounts.id',
          'accounts.customerId',
          'accounts.platformCustomerId',
          'accounts.type',
          'accounts.currency',
          'accounts.createdAt',
        ])
        .orderBy('accounts.id', 'desc')
        .limit(count)
        .execute() as Promise<(Account & Balance)[]>,
    count: async () =>
      Number((await matches.select((is) => is.fn.countAll().as('count')).executeTakeFirstOrThrow()).count),
    present: (row) => presentInternalAccount(row, row),
  })
}
