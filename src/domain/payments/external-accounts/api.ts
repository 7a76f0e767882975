/** Handlers of the external account operations. */
import type { ExternalAccountCreateRequest } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { BeneficiaryCheck, Rails } from '../../../providers/rails/port.ts'
import { presentExternalAccount } from './external-account.ts'
import {
  getCustomerExternalAccountById,
  getPlatformExternalAccountById,
  listCustomerExternalAccounts,
  listPlatformExternalAccounts,
} from './queries.ts'
import {
  beneficiaryOf,
  createCustomerExternalAccount,
  createPlatformExternalAccount,
} from './register-external-account.ts'
import { deleteCustomerExternalAccountById, deletePlatformExternalAccountById } from './remove-external-account.ts'

type Ids =
  | 'createCustomerExternalAccount'
  | 'listCustomerExternalAccounts'
  | 'getCustomerExternalAccountById'
  | 'deleteCustomerExternalAccountById'
  | 'createPlatformExternalAccount'
  | 'listPlatformExternalAccounts'
  | 'getPlatformExternalAccountById'
  | 'deletePlatformExternalAccountById'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rails: Rails
}

export function externalAccountApi({ store, pages, rails }: Needs): HandlersOf<Ids> {
  const checked = (request: ExternalAccountCreateRequest): Promise<BeneficiaryCheck> =>
    rails.checkBeneficiary(beneficiaryOf(request))
  return {
    createCustomerExternalAccount: {
      prepare: async ({ body: request }) => {
        const check = await checked(request)
        return (rows) => presentExternalAccount(createCustomerExternalAccount(rows, { request, check }))
      },
    },
    listCustomerExternalAccounts: {
      read: ({ platformId, query }) => listCustomerExternalAccounts(store, pages, platformId, query),
    },
    getCustomerExternalAccountById: {
      read: async ({ platformId, params }) =>
        presentExternalAccount(
          await getCustomerExternalAccountById(store, platformId, bareId(params.externalAccountId)),
        ),
    },
    deleteCustomerExternalAccountById: {
      command:
        ({ params }) =>
        (rows) =>
          deleteCustomerExternalAccountById(rows, bareId(params.externalAccountId)) as undefined,
    },
    createPlatformExternalAccount: {
      prepare: async ({ body: request }) => {
        const check = await checked(request)
        return (rows) => presentExternalAccount(createPlatformExternalAccount(rows, { request, check }))
      },
    },
    listPlatformExternalAccounts: {
      read: ({ platformId, query }) => listPlatformExternalAccounts(store, pages, platformId, query),
    },
    getPlatformExternalAccountById: {
      read: async ({ platformId, params }) =>
        presentExternalAccount(
          await getPlatformExternalAccountById(store, platformId, bareId(params.externalAccountId)),
        ),
    },
    deletePlatformExternalAccountById: {
      command:
        ({ params }) =>
        (rows) =>
          deletePlatformExternalAccountById(rows, bareId(params.externalAccountId)) as undefined,
    },
  }
}
