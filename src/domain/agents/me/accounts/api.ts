/** Account operations of agents: internal accounts, external accounts, payees. */
import { bareId, wireId } from '../../../../core/ids.ts'
import { notFound } from '../../../../core/refusal.ts'
import type { Engine } from '../../../../engine/engine.ts'
import type { Pages } from '../../../../infra/db/page.ts'
import type { Store } from '../../../../infra/db/store.ts'
import type { HandlersOf } from '../../../../infra/operations/handlers.ts'
import type { BeneficiaryCheck, Rails } from '../../../../providers/rails/port.ts'
import { listCustomerInternalAccounts } from '../../../accounts/queries.ts'
import { presentExternalAccount } from '../../../payments/external-accounts/external-account.ts'
import {
  getCustomerExternalAccountById,
  listCustomerExternalAccounts,
} from '../../../payments/external-accounts/queries.ts'
import { beneficiaryOf } from '../../../payments/external-accounts/register-external-account.ts'
import { externalAccountDetailsOf } from '../../audit-log/audit-details.ts'
import { allowedAccounts } from '../../policies/policy.ts'
import { agentCallerOf, auditRefusal, callingAgent, requireReadPermission } from '../agent-caller.ts'
import { agentCreateExternalAccount } from './agent-create-external-account.ts'
import { agentDeleteExternalAccount } from './agent-delete-external-account.ts'
import { agentListPayees } from './agent-list-payees.ts'

type Ids =
  | 'agentListInternalAccounts'
  | 'agentListExternalAccounts'
  | 'agentListPayees'
  | 'agentCreateExternalAccount'
  | 'agentGetExternalAccount'
  | 'agentDeleteExternalAccount'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly pages: Pages
  readonly rails: Rails | undefined
}

/** Without a rail there is no service that could check a beneficiary. */
const UNCHECKED: BeneficiaryCheck = { status: 'UNSUPPORTED' }

export const agentAccountApi = ({ store, engine, pages, rails }: Needs): HandlersOf<Ids> => ({
  agentListInternalAccounts: {
    read: async (request) => {
      const reading = { operation: 'agentListInternalAccounts', permission: 'VIEW_TRANSACTIONS' } as const
      const { customerId, policy } = await requireReadPermission({ store, engine }, request, reading)
      const among = allowedAccounts(policy)?.map(bareId)
      const query = { ...request.query, customerId: wireId('Customer', customerId), ...(among && { among }) }
      return listCustomerInternalAccounts(store, pages, request.platformId, query)
    },
  },
  agentListExternalAccounts: {
    read: async (request) => {
      const reading = { operation: 'agentListExternalAccounts', permission: 'MANAGE_EXTERNAL_ACCOUNTS' } as const
      const { customerId } = await requireReadPermission({ store, engine }, request, reading)
      const query = { ...request.query, customerId: wireId('Customer', customerId) }
      return listCustomerExternalAccounts(store, pages, request.platformId, query)
    },
  },
  agentListPayees: {
    read: async (request) =>
      agentListPayees(store, pages, request.platformId, await callingAgent(store, request), request.query),
  },
  agentGetExternalAccount: {
    read: async (request) => {
      const { externalAccountId: accountId } = request.params
      const { customerId } = await requireReadPermission({ store, engine }, request, {
        operation: 'agentGetExternalAccount',
        permission: 'MANAGE_EXTERNAL_ACCOUNTS',
        details: { accountId },
      })
      const account = await getCustomerExternalAccountById(store, request.platformId, bareId(accountId))
      if (account.customerId !== customerId) throw notFound('ExternalAccount')
      return presentExternalAccount(account)
    },
  },
  agentCreateExternalAccount: {
    prepare: async (request) => {
      const check = rails ? await rails.checkBeneficiary(beneficiaryOf(request.body)) : UNCHECKED
      return (rows) =>
        presentExternalAccount(agentCreateExternalAccount(rows, agentCallerOf(request), request.body, check))
    },
    refused: auditRefusal('agentCreateExternalAccount', ({ body }) => externalAccountDetailsOf(body)),
  },
  agentDeleteExternalAccount: {
    command: (request) => (rows) =>
      agentDeleteExternalAccount(rows, agentCallerOf(request), bareId(request.params.externalAccountId)) as undefined,
    refused: auditRefusal('agentDeleteExternalAccount', ({ params }) => ({
      details: { accountId: params.externalAccountId },
    })),
  },
})
