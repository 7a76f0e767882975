/** Owns what each customer operation does. */
import { bareId } from '../../core/ids.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { Store } from '../../infra/db/store.ts'
import type { HandlersOf } from '../../infra/http/handlers.ts'
import type { Identity } from '../../providers/identity/port.ts'
import { createCustomer } from './create-customer.ts'
import { deleteCustomer } from './delete-customer.ts'
import { presentCustomer } from './present.ts'
import { getCustomer, listCustomers } from './queries.ts'
import { updateCustomer } from './update-customer.ts'

type Ids = 'createCustomer' | 'listCustomers' | 'getCustomerById' | 'updateCustomerById' | 'deleteCustomerById'

export const customerApi = ({
  store,
  pages,
  identity,
}: {
  store: Store
  pages: Pages
  identity: Identity
}): HandlersOf<Ids> => ({
  createCustomer: {
    command:
      ({ body }) =>
      (rows) =>
        presentCustomer(createCustomer(rows, identity, body)),
  },
  listCustomers: { read: ({ platformId, query }) => listCustomers(store, pages, platformId, query) },
  getCustomerById: {
    read: async ({ platformId, params }) =>
      presentCustomer(await getCustomer(store, platformId, bareId(params.customerId))),
  },
  updateCustomerById: {
    command:
      ({ params, body }) =>
      (rows) =>
        presentCustomer(updateCustomer(rows, bareId(params.customerId), body)),
  },
  deleteCustomerById: {
    command:
      ({ params }) =>
      (rows) =>
        presentCustomer(deleteCustomer(rows, bareId(params.customerId))),
  },
})
