/** Customer operations: what each one does. */
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
import { type PrepareEmailChange, updateCustomerById } from './update-customer-by-id.ts'

type Ids = 'createCustomer' | 'listCustomers' | 'getCustomerById' | 'updateCustomerById' | 'deleteCustomerById'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly identity: Identity
  readonly custodian: Custodian
  readonly clock: Clock
  readonly loadOwners: LoadOwners
  readonly prepareEmailChange: PrepareEmailChange
}

export const customerApi = (needs: Needs): HandlersOf<Ids> => {
  const { store, pages, identity, custodian, clock, loadOwners, prepareEmailChange } = needs
  return {
    createCustomer: {
      prepare: async ({ platformId, body }) => {
        // Created before the command, so that the wallet can be paid as soon as the customer exists.
        const holdsDollars = body.currencies?.includes('USDB') ?? true
        const wallet = holdsDollars ? await custodian.makeWallet(newWallet(platformId, clock.now())) : undefined
        return (rows) => presentCustomer(createCustomer(rows, { request: body, identity, wallet }), [])
      },
    },
    listCustomers: { read: ({ platformId, query }) => listCustomers(store, pages, loadOwners, platformId, query) },
    getCustomerById: {
      read: async ({ platformId, params }) => {
        const customer = await getCustomerById(store, platformId, bareId(params.customerId))
        const owners = await loadOwners(platformId, customer.type === 'BUSINESS' ? [customer.id] : [])
        return presentCustomer(customer, owners.get(customer.id) ?? [])
      },
    },
    updateCustomerById: {
      prepare: async ({ platformId, params, body, signer, approval }) => {
        const customerId = bareId(params.customerId)
        const { email } = body
        const [owners, changeEmail] = await Promise.all([
          loadOwners(platformId, body.customerType === 'BUSINESS' ? [customerId] : []),
          email === undefined ? undefined : prepareEmailChange(platformId, { customerId, email }, approval),
        ])
        return (rows) =>
          presentCustomer(
            updateCustomerById(rows, { customerId, request: body, changeEmail }, signer),
            owners.get(customerId) ?? [],
          )
      },
    },
    deleteCustomerById: {
      prepare: async ({ platformId, params }) => {
        const customerId = bareId(params.customerId)
        const [owners, knownAccountIds] = await Promise.all([
          loadOwners(platformId, [customerId]),
          findAccountIds(store, platformId, customerId),
        ])
        return (rows) =>
          presentCustomer(deleteCustomerById(rows, { customerId, knownAccountIds }), owners.get(customerId) ?? [])
      },
    },
  }
}

/**
 * A wallet's key is sealed for one holder and one account, so both ids are generated with it. @param now milliseconds
 * since 1970
 */
const newWallet = (platformId: string, now: number) => ({ platformId, holderId: newId(now), walletId: newId(now) })
