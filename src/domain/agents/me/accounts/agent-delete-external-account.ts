/** External account removal use case of agents. */
import { wireId } from '../../../../core/ids.ts'
import { command } from '../../../../engine/command.ts'
import { externalAccounts } from '../../../payments/external-accounts/external-account.ts'
import { removeExternalAccount } from '../../../payments/external-accounts/remove-external-account.ts'
import { requireOwnAccount } from '../../actions/action-request.ts'
import { type AgentCaller, agentReads } from '../../agent.ts'
import { agentManagingAccounts, auditManaged, MANAGE } from './agent-create-external-account.ts'

interface Removal {
  readonly by: AgentCaller
  /** Bare id. */
  readonly accountId: string
}

/** @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, and the policy's */
export const agentDeleteExternalAccount = command({
  reads: (_seen, { by, accountId }: Removal) => [...agentReads(by.id), [externalAccounts, accountId]],
  run(rows, { by, accountId }): void {
    const { agent } = agentManagingAccounts(rows, by, MANAGE)
    requireOwnAccount(rows, agent, wireId('ExternalAccount', accountId))
    removeExternalAccount(rows, accountId, 'customers')
    auditManaged(rows, agent, 'agentDeleteExternalAccount', accountId)
  },
})
