/** Card transaction operations: what each one does. */
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import { presentCardTransaction } from './purchase.ts'
import { getCardTransactionById, listCardTransactions } from './queries.ts'

type Ids = 'listCardTransactions' | 'getCardTransactionById'

interface Needs {
  readonly store: Store
  readonly pages: Pages
}

export const cardTransactionApi = ({ store, pages }: Needs): HandlersOf<Ids> => ({
  listCardTransactions: { read: ({ platformId, query }) => listCardTransactions(store, pages, platformId, query) },
  getCardTransactionById: {
    read: async ({ platformId, params }) =>
      presentCardTransaction(await getCardTransactionById(store, platformId, bareId(params.id))),
  },
})
