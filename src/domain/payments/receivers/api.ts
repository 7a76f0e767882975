/** Handlers of the receiver operations. */
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Institution } from '../../../providers/institutions/port.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import type { Uma } from '../../../providers/uma/port.ts'
import { getCustomerById } from '../../customers/queries.ts'
import { findReceiver, parseUmaAddress } from './find-receiver.ts'
import { getAvailableUmaProviders } from './get-available-uma-providers.ts'
import { getDiscoveries } from './get-discoveries.ts'
import { lookupExternalAccount, lookupUma, presentExternalLookup, presentUmaLookup } from './lookup.ts'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rates: Rates
  readonly uma: Uma | undefined
  readonly institutions: readonly Institution[]
}

type Ids = 'lookupUma' | 'lookupExternalAccount' | 'getAvailableUmaProviders' | 'getDiscoveries'

export const receiverApi = ({ store, pages, rates, uma, institutions }: Needs): HandlersOf<Ids> => ({
  lookupUma: {
    prepare: async ({ platformId, params, query }) => {
      const address = parseUmaAddress(params.receiverUmaAddress)
      const found = await findReceiver(store, uma, platformId, address, query)
      const table = rates.current()
      return (rows) => presentUmaLookup(lookupUma(rows, { address, found }), table)
    },
  },
  lookupExternalAccount: {
    prepare: async ({ platformId, params, query }) => {
      if (query.customerId !== undefined) await getCustomerById(store, platformId, bareId(query.customerId))
      const table = rates.current()
      return (rows) => presentExternalLookup(lookupExternalAccount(rows, bareId(params.accountId)), table)
    },
  },
  getAvailableUmaProviders: {
    read: ({ platformId, query }) => getAvailableUmaProviders({ store, pages, institutions }, platformId, query),
  },
  getDiscoveries: { read: ({ platformId, query }) => getDiscoveries(pages, platformId, query) },
})
