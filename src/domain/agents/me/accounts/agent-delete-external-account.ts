/** External account removal use case of agents. */
import { wireId } from '../../../../core/ids.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { removeExternalAccount } from '../../../payments/external-accounts/remove-external-account.ts'
import { requireOwnAccount } from '../../actions/action-request.ts'
import type { AgentCaller } from '../../agent.ts'
import { agentManagingAccounts, MANAGE, note } from './agent-create-external-account.ts'

/** @param accountId bare. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, and the policy's */
export function agentDeleteExternalAccount(rows: Rows, by: AgentCaller, accountId: string): void {
  const { agent } = agentManagingAccounts(rows, by, MANAGE)
  requireOwnAccount(rows, agent, wireId('ExternalAccount', accountId))
  removeExternalAccount(rows, accountId, 'customers')
  note(rows, agent, 'agentDeleteExternalAccount', accountId)
}
