/** Owns what each customer operation does. */
import type { Clock } from '../../core/clock.ts'
import { bareId, newId } from '../../core/ids.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Custodian } from '../../providers/custodian/port.ts'
import type { Identity } from '../../providers/identity/port.ts'
import { findAccountIds } from '../accounts/queries.ts'
import { createCustomer } from './create-customer.ts'
import { presentCustomer } from './customer.ts'
import { deleteCustomerById } from './delete-customer-by-id.ts'
import { getCustomerById, type LoadOwners, listCustomers } from './queries.ts'

type Ids = 'createCustomer' | 'listCustomers' | 'getCustomerById' | 'deleteCustomerById'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly identity: Identity
  readonly custodian: Custodian
  readonly clock: Clock
  readonly ownersOf: LoadOwners
}

export const customerApi = ({ store, pages, identity, custodian, clock, ownersOf }: Needs): HandlersOf<Ids> => ({
  createCustomer: {
    prepare: async ({ platformId, body }) => {
      // Before the command, so that the wallet can be paid into as soon as the customer is there.
      const holdsDollars = body.currencies?.includes('USDB') ?? true
      const wallet = holdsDollars ? await custodian.makeWallet(newWallet(platformId, clock.now())) : undefined
      return (rows) => presentCustomer(createCustomer(rows, identity, body, wallet), [])
    },
  },
  listCustomers: { read: ({ platformId, query }) => listCustomers(store, pages, ownersOf, platformId, query) },
  getCustomerById: {
    read: async ({ platformId, params }) => {
      const customer = await getCustomerById(store, platformId, bareId(params.customerId))
      const owners = await ownersOf(platformId, customer.type === 'BUSINESS' ? [customer.id] : [])
      return presentCustomer(customer, owners.get(customer.id) ?? [])
    },
  },
  deleteCustomerById: {
    prepare: async ({ platformId, params }) => {
      const customerId = bareId(params.customerId)
      const [owners, accountIds] = await Promise.all([
        ownersOf(platformId, [customerId]),
        findAccountIds(store, platformId, customerId),
      ])
      return (rows) => presentCustomer(deleteCustomerById(rows, customerId, accountIds), owners.get(customerId) ?? [])
    },
  },
})

/** The key is sealed for one holder and one account, so their ids are made with it. @param now milliseconds since 1970 */
const newWallet = (platformId: string, now: number) => ({ platformId, holderId: newId(now), walletId: newId(now) })
