/** Owns what each internal-account operation does. */
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import { listInternalAccounts } from './queries.ts'

export const accountApi = ({ store, pages }: { store: Store; pages: Pages }): HandlersOf<'listCustomerInternalAccounts' | 'listPlatformInternalAccounts'> => ({
  listCustomerInternalAccounts: { read: ({ platformId, query }) => listInternalAccounts(store, pages, platformId, 'customers', query) },
  listPlatformInternalAccounts: { read: ({ platformId, query }) => listInternalAccounts(store, pages, platformId, 'platform', query) },
})
