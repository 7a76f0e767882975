/** Owns the external accounts that agents register and remove for their customer, by the platform's own commands. */
import type { ExternalAccountCreateRequest } from '../../../contract/external-accounts.ts'
import { wireId } from '../../core/ids.ts'
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { BeneficiaryCheck } from '../../providers/rails/port.ts'
import { registerExternalAccount } from '../external-accounts/register-external-account.ts'
import { removeExternalAccount } from '../external-accounts/remove-external-account.ts'
import type { ExternalAccount } from '../external-accounts/tables.ts'
import { type AgentCaller, liveAgent, standingOf } from './live-agent.ts'
import { noteDecision } from './note-decision.ts'
import { judge, refuseDenied } from './policy.ts'
import type { Agent } from './tables.ts'
import { refuseForeign } from './wish.ts'

const MANAGE = { permission: 'MANAGE_EXTERNAL_ACCOUNTS' } as const

function managingAgent(rows: Rows, by: AgentCaller): Agent {
  const agent = liveAgent(rows, by)
  refuseDenied(judge(standingOf(rows, agent), MANAGE), MANAGE)
  return agent
}

/** For the agent's customer, whether named or not. @throws Refusal as the platform's registration, and the policy's */
export function addAgentAccount(
  rows: Rows,
  by: AgentCaller,
  request: ExternalAccountCreateRequest,
  check: BeneficiaryCheck,
): ExternalAccount {
  const agent = managingAgent(rows, by)
  const customerId = wireId('Customer', agent.customerId)
  if (request.customerId !== undefined && request.customerId !== customerId)
    refuseField('INVALID_INPUT', 'customerId', 'is not the customer that the agent acts for')
  const account = registerExternalAccount(rows, { ...request, customerId }, check)
  note(rows, agent, 'agentCreateExternalAccount', account.id)
  return account
}

/** @param accountId bare. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, and the policy's */
export function removeAgentAccount(rows: Rows, by: AgentCaller, accountId: string): void {
  const agent = managingAgent(rows, by)
  refuseForeign(rows, agent, wireId('ExternalAccount', accountId))
  removeExternalAccount(rows, accountId, 'customers')
  note(rows, agent, 'agentDeleteExternalAccount', accountId)
}

const note = (rows: Rows, agent: Agent, operation: string, accountId: string) =>
  noteDecision(rows, agent, {
    actor: wireId('Agent', agent.id),
    operation,
    decision: 'ALLOW',
    outcome: 'DONE',
    details: { accountId: wireId('ExternalAccount', accountId) },
  })
