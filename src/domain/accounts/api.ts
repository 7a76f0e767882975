/** Owns what each internal-account operation does. */
import { bareId } from '../../core/ids.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Networks } from '../../providers/networks/port.ts'
import type { Rates } from '../../providers/rates/port.ts'
import { estimateCryptoWithdrawalFee } from './estimate-crypto-withdrawal-fee.ts'
import { listInternalAccounts } from './queries.ts'

type Ids = 'listCustomerInternalAccounts' | 'listPlatformInternalAccounts' | 'estimateCryptoWithdrawalFee'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rates: Rates
  readonly feeRate: string
  readonly networks: Networks | undefined
}

export const accountApi = ({ store, pages, rates, feeRate, networks }: Needs): HandlersOf<Ids> => ({
  listCustomerInternalAccounts: {
    read: ({ platformId, query }) => listInternalAccounts(store, pages, platformId, 'customers', query),
  },
  listPlatformInternalAccounts: {
    read: ({ platformId, query }) => listInternalAccounts(store, pages, platformId, 'platform', query),
  },
  estimateCryptoWithdrawalFee: {
    command: ({ body }) => {
      const terms = { rates: rates.current(), feeRate, networks }
      return (rows) => estimateCryptoWithdrawalFee(rows, terms, bareId(body.internalAccountId), body)
    },
  },
})
