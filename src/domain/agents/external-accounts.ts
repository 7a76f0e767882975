/** Owns the external accounts that agents register and remove for their customer, by the platform's own commands. */
import type { ExternalAccountCreateRequest } from '../../../contract/payments/external-accounts/external-accounts.ts'
import { wireId } from '../../core/ids.ts'
import { refuseField } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import type { BeneficiaryCheck } from '../../providers/rails/port.ts'
import { registerExternalAccount } from '../payments/external-accounts/register-external-account.ts'
import { removeExternalAccount } from '../payments/external-accounts/remove-external-account.ts'
import type { ExternalAccount } from '../payments/external-accounts/tables.ts'
import { actionId } from './action-machine.ts'
import { askForPayee } from './add-payee.ts'
import { type AgentCaller, liveAgent, standingOf } from './live-agent.ts'
import { type Note, noteDecision } from './note-decision.ts'
import { judge, type Question, refuseDenied, type Verdict } from './policy.ts'
import type { Agent } from './tables.ts'
import { refuseForeign } from './wish.ts'

const MANAGE = { permission: 'MANAGE_EXTERNAL_ACCOUNTS' } as const
const ADD = { ...MANAGE, addsPayee: true } as const

function managingAgent(rows: Rows, by: AgentCaller, question: Question): { agent: Agent; verdict: Verdict } {
  const agent = liveAgent(rows, by)
  const verdict = judge(standingOf(rows, agent), question)
  refuseDenied(verdict, question)
  return { agent, verdict }
}

/**
 * For the agent's customer, whether named or not: PENDING, with an action that waits for approval, unless the policy
 * lets the agent add payees by itself. @throws Refusal as the platform's registration, and the policy's
 */
export function addAgentAccount(
  rows: Rows,
  by: AgentCaller,
  request: ExternalAccountCreateRequest,
  check: BeneficiaryCheck,
): ExternalAccount {
  const { agent, verdict } = managingAgent(rows, by, ADD)
  const customerId = wireId('Customer', agent.customerId)
  if (request.customerId !== undefined && request.customerId !== customerId)
    refuseField('INVALID_INPUT', 'customerId', 'is not the customer that the agent acts for')
  if (verdict.decision === 'ALLOW') {
    const account = registerExternalAccount(rows, { ...request, customerId }, check)
    note(rows, agent, 'agentCreateExternalAccount', account.id)
    return account
  }
  if (request.defaultUmaDepositAccount)
    refuseField('INVALID_INPUT', 'defaultUmaDepositAccount', 'is not for an account that waits for approval')
  const account = registerExternalAccount(rows, { ...request, customerId }, check, 'PENDING')
  const action = askForPayee(rows, agent, account)
  note(rows, agent, 'agentCreateExternalAccount', account.id, {
    decision: 'ASK',
    rule: verdict.rule,
    outcome: 'WAITING',
    actionId: actionId(action),
  })
  return account
}

/** @param accountId bare. @throws Refusal EXTERNAL_ACCOUNT_NOT_FOUND, and the policy's */
export function removeAgentAccount(rows: Rows, by: AgentCaller, accountId: string): void {
  const { agent } = managingAgent(rows, by, MANAGE)
  refuseForeign(rows, agent, wireId('ExternalAccount', accountId))
  removeExternalAccount(rows, accountId, 'customers')
  note(rows, agent, 'agentDeleteExternalAccount', accountId)
}

const note = (rows: Rows, agent: Agent, operation: string, accountId: string, more: Partial<Note> = {}) =>
  noteDecision(rows, agent, {
    actor: wireId('Agent', agent.id),
    operation,
    decision: 'ALLOW',
    outcome: 'DONE',
    ...more,
    details: { accountId: wireId('ExternalAccount', accountId) },
  })
