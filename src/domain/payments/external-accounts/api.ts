/** Handlers of the external account operations. */
import type { ExternalAccountCreateRequest } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import { bareId } from '../../../core/ids.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { BeneficiaryCheck, Rails } from '../../../providers/rails/port.ts'
import { presentExternalAccount } from './present.ts'
import { getExternalAccount, listExternalAccounts } from './queries.ts'
import { checkOf, registerExternalAccount } from './register-external-account.ts'
import { removeExternalAccount } from './remove-external-account.ts'

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
  readonly rails: Rails | undefined
}

/** Without a rail there is nobody to ask about a beneficiary. */
const NOBODY_ASKED: BeneficiaryCheck = { status: 'UNSUPPORTED' }

export function externalAccountApi({ store, pages, rails }: Needs): HandlersOf<Ids> {
  const register = async (request: ExternalAccountCreateRequest) => {
    const check = rails ? await rails.checkBeneficiary(checkOf(request)) : NOBODY_ASKED
    return (rows: Rows) => presentExternalAccount(registerExternalAccount(rows, request, check))
  }
  return {
    createCustomerExternalAccount: { prepare: ({ body }) => register(body) },
    listCustomerExternalAccounts: {
      read: ({ platformId, query }) => listExternalAccounts(store, pages, platformId, 'customers', query),
    },
    getCustomerExternalAccountById: {
      read: async ({ platformId, params }) =>
        presentExternalAccount(
          await getExternalAccount(store, platformId, 'customers', bareId(params.externalAccountId)),
        ),
    },
    deleteCustomerExternalAccountById: {
      command:
        ({ params }) =>
        (rows) =>
          removeExternalAccount(rows, bareId(params.externalAccountId), 'customers') as undefined,
    },
    createPlatformExternalAccount: { prepare: ({ body }) => register(body) },
    listPlatformExternalAccounts: {
      read: ({ platformId, query }) => listExternalAccounts(store, pages, platformId, 'platform', query),
    },
    getPlatformExternalAccountById: {
      read: async ({ platformId, params }) =>
        presentExternalAccount(
          await getExternalAccount(store, platformId, 'platform', bareId(params.externalAccountId)),
        ),
    },
    deletePlatformExternalAccountById: {
      command:
        ({ params }) =>
        (rows) =>
          removeExternalAccount(rows, bareId(params.externalAccountId), 'platform') as undefined,
    },
  }
}
