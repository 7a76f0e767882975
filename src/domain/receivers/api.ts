/** Owns what each receiver operation does. */
import { bareId } from '../../core/ids.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import type { Rates } from '../../providers/rates/port.ts'
import type { Uma } from '../../providers/uma/port.ts'
import { getCustomer } from '../customers/queries.ts'
import { findReceiver, parseUmaAddress } from './find-receiver.ts'
import { lookUpExternalAccount, lookUpUma, presentExternalLookup, presentUmaLookup } from './lookup.ts'

interface Needs {
  readonly store: Store
  readonly rates: Rates
  readonly uma: Uma | undefined
}

export const receiverApi = ({ store, rates, uma }: Needs): HandlersOf<'lookupUma' | 'lookupExternalAccount'> => ({
  lookupUma: {
    command: async ({ platformId, params, query }) => {
      const address = parseUmaAddress(params.receiverUmaAddress)
      const found = await findReceiver(store, uma, platformId, address, query)
      const table = rates.current()
      return (rows) => presentUmaLookup(lookUpUma(rows, address, found), table)
    },
  },
  lookupExternalAccount: {
    command: async ({ platformId, params, query }) => {
      if (query.customerId !== undefined) await getCustomer(store, platformId, bareId(query.customerId))
      const table = rates.current()
      return (rows) => presentExternalLookup(lookUpExternalAccount(rows, bareId(params.accountId)), table)
    },
  },
})
