/** Owns what each transaction operation does. */
import { bareId } from '../../core/ids.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import { presentTransaction } from './present.ts'
import { getTransaction, listTransactions } from './queries.ts'

export const transactionApi = ({ store, pages }: { store: Store; pages: Pages }): HandlersOf<'listTransactions' | 'getTransactionById'> => ({
  listTransactions: { read: ({ platformId, query }) => listTransactions(store, pages, platformId, query) },
  getTransactionById: { read: async ({ platformId, params }) => presentTransaction(await getTransaction(store, platformId, bareId(params.transactionId)), platformId) },
})
