/** Internal account operations: what each one does. */
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Networks } from '../../providers/networks/port.ts'
import type { Rails } from '../../providers/rails/port.ts'
import type { Rates } from '../../providers/rates/port.ts'
import { estimateCryptoWithdrawalFee } from './estimate-crypto-withdrawal-fee.ts'
import { listCustomerInternalAccounts, listPlatformInternalAccounts } from './queries.ts'

type Ids = 'listCustomerInternalAccounts' | 'listPlatformInternalAccounts' | 'estimateCryptoWithdrawalFee'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rails: Rails
  readonly rates: Rates
  readonly feeRate: string
  readonly networks: Networks | undefined
}

export const accountApi = ({ rates, feeRate, networks, ...lists }: Needs): HandlersOf<Ids> => ({
  listCustomerInternalAccounts: {
    read: ({ platformId, query }) => listCustomerInternalAccounts(lists, platformId, query),
  },
  listPlatformInternalAccounts: {
    read: ({ platformId, query }) => listPlatformInternalAccounts(lists, platformId, query),
  },
  estimateCryptoWithdrawalFee: {
    command: ({ body }) => {
      const terms = { rates: rates.current(), feeRate, networks }
      return (rows) => estimateCryptoWithdrawalFee(rows, { request: body, terms })
    },
  },
})
