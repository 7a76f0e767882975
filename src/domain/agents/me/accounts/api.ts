/** Account operations of agents: internal accounts, external accounts, payees. */
import { bareId } from '../../../../core/ids.ts'
import type { HandlersOf } from '../../../../infra/operations/handlers.ts'
import type { Rails } from '../../../../providers/rails/port.ts'
import { presentExternalAccount } from '../../../payments/external-accounts/external-account.ts'
import { beneficiaryOf } from '../../../payments/external-accounts/register-external-account.ts'
import { externalAccountDetailsOf } from '../../audit-log/audit-details.ts'
import { agentCallerOf, auditRefusal, callingAgent } from '../agent-caller.ts'
import { agentCreateExternalAccount } from './agent-create-external-account.ts'
import { agentDeleteExternalAccount } from './agent-delete-external-account.ts'
import { agentListPayees } from './agent-list-payees.ts'
import {
  agentGetExternalAccount,
  agentListExternalAccounts,
  agentListInternalAccounts,
  type ReadNeeds,
} from './queries.ts'

type Ids =
  | 'agentListInternalAccounts'
  | 'agentListExternalAccounts'
  | 'agentListPayees'
  | 'agentCreateExternalAccount'
  | 'agentGetExternalAccount'
  | 'agentDeleteExternalAccount'

interface Needs extends ReadNeeds {
  readonly rails: Rails
}

export const agentAccountApi = (needs: Needs): HandlersOf<Ids> => ({
  agentListInternalAccounts: { read: (request) => agentListInternalAccounts(needs, request) },
  agentListExternalAccounts: { read: (request) => agentListExternalAccounts(needs, request) },
  agentListPayees: {
    read: async (request) => {
      const { store, pages } = needs
      return agentListPayees(store, pages, request.platformId, await callingAgent(store, request), request.query)
    },
  },
  agentGetExternalAccount: {
    read: async (request) => presentExternalAccount(await agentGetExternalAccount(needs, request)),
  },
  agentCreateExternalAccount: {
    prepare: async (request) => {
      const check = await needs.rails.checkBeneficiary(beneficiaryOf(request.body))
      const registration = { by: agentCallerOf(request), request: request.body, check }
      return (rows) => presentExternalAccount(agentCreateExternalAccount(rows, registration))
    },
    refused: auditRefusal('agentCreateExternalAccount', ({ body }) => externalAccountDetailsOf(body)),
  },
  agentDeleteExternalAccount: {
    command: (request) => {
      const removal = { by: agentCallerOf(request), accountId: bareId(request.params.externalAccountId) }
      return (rows) => agentDeleteExternalAccount(rows, removal) as undefined
    },
    refused: auditRefusal('agentDeleteExternalAccount', ({ params }) => ({
      details: { accountId: params.externalAccountId },
    })),
  },
})
