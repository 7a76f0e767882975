/** External account registration use case of agents. */
import type { ExternalAccountCreateRequest } from '../../../../../contract/payments/external-accounts/external-accounts.ts'
import { wireId } from '../../../../core/ids.ts'
import { refuseField } from '../../../../core/refusal.ts'
import { command } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import type { ExternalAccount } from '../../../payments/external-accounts/external-account.ts'
import {
  type Registration,
  registerExternalAccount,
  registrationReads,
} from '../../../payments/external-accounts/register-external-account.ts'
import { actionId } from '../../actions/action.ts'
import { requestPayeeApproval } from '../../actions/payee-approval.ts'
import { type Agent, type AgentCaller, agentReads, agents, authenticatedAgent, policyState } from '../../agent.ts'
import { type AuditRecord, appendAuditEntry } from '../../audit-log/audit-log.ts'
import { evaluatePolicy, type PolicyDecision, type PolicyQuestion, refuseDenied } from '../../policies/policy.ts'

export const MANAGE = { permission: 'MANAGE_EXTERNAL_ACCOUNTS' } as const
const ADD = { ...MANAGE, addsPayee: true } as const

export function agentManagingAccounts(
  rows: Rows,
  by: AgentCaller,
  question: PolicyQuestion,
): { agent: Agent; verdict: PolicyDecision } {
  const agent = authenticatedAgent(rows, by)
  const verdict = evaluatePolicy(policyState(rows, agent), question)
  refuseDenied(verdict, question)
  return { agent, verdict }
}

interface AgentRegistration extends Registration<ExternalAccountCreateRequest> {
  readonly by: AgentCaller
}

/**
 * Registers the account for the agent's customer, named or not. It is PENDING, with an action that waits for approval,
 * unless the policy has `newPayees: AUTO`. @throws Refusal as the platform's registration, and the policy's
 */
export const agentCreateExternalAccount = command({
  reads(seen, { by, request }: AgentRegistration) {
    const known = seen.lastSeen(agents, by.id)
    const customerId = known && wireId('Customer', known.customerId)
    return [...agentReads(by.id), ...(customerId ? registrationReads({ ...request, customerId }) : [])]
  },
  run(rows, { by, request, check }): ExternalAccount {
    const { agent, verdict } = agentManagingAccounts(rows, by, ADD)
    const customerId = wireId('Customer', agent.customerId)
    if (request.customerId !== undefined && request.customerId !== customerId)
      refuseField('INVALID_INPUT', 'customerId', 'must be the customer that the agent acts for')
    if (verdict.decision === 'ALLOW') {
      const account = registerExternalAccount(rows, { ...request, customerId }, check)
      auditManaged(rows, agent, 'agentCreateExternalAccount', account.id)
      return account
    }
    if (request.defaultUmaDepositAccount)
      refuseField('INVALID_INPUT', 'defaultUmaDepositAccount', 'must be absent while the account waits for approval')
    const account = registerExternalAccount(rows, { ...request, customerId }, check, 'PENDING')
    const action = requestPayeeApproval(rows, agent, account)
    auditManaged(rows, agent, 'agentCreateExternalAccount', account.id, {
      decision: 'ASK',
      rule: verdict.rule,
      outcome: 'WAITING',
      actionId: actionId(action),
    })
    return account
  },
})

export const auditManaged = (
  rows: Rows,
  agent: Agent,
  operation: string,
  accountId: string,
  more: Partial<AuditRecord> = {},
) =>
  appendAuditEntry(rows, agent, {
    actor: wireId('Agent', agent.id),
    operation,
    decision: 'ALLOW',
    outcome: 'DONE',
    ...more,
    details: { accountId: wireId('ExternalAccount', accountId) },
  })
