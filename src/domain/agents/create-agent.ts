/** Owns the making of an agent, and its end. */
import type { AgentPolicy, AgentPolicyRequest } from '../../../contract/agents/agent-policies.ts'
import { bareId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import type { Rows } from '../../engine/rows.ts'
import { customers } from '../customers/tables.ts'
import { agentUsage } from '../payments/allowances/tables.ts'
import { unused } from '../payments/allowances/usage.ts'
import { addDeviceCode } from './device-codes.ts'
import { existingAgent } from './live-agent.ts'
import { NO_HASH, noteDecision } from './note-decision.ts'
import { normalPayees, refuseBadPolicy } from './refuse-bad-policy.ts'
import { type Agent, agents, type DeviceCode } from './tables.ts'

export interface NewAgent {
  readonly name: string
  readonly customerId: string
  readonly policy: AgentPolicyRequest
  /** HMAC of its first device code. */
  readonly codeHash: string
}

/** @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, INVALID_CURRENCY, INTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT */
export function createAgent(rows: Rows, wish: NewAgent, actor: string): { agent: Agent; deviceCode: DeviceCode } {
  const customer = rows.get(customers, bareId(wish.customerId))
  if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
  refuseBadPolicy(rows, wish.policy, customer.id, 'policy.')
  const policy: AgentPolicy = { defaultExecutionMode: 'AUTO', ...wish.policy, ...normalPayees(wish.policy) }
  const id = rows.newId()
  const agent = rows.add(agents, {
    id,
    name: wish.name,
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    policy,
    isPaused: false,
    tokenHash: null,
    deviceCodeHash: null,
    auditSequence: 0,
    auditHash: NO_HASH,
    createdAt: rows.now,
    updatedAt: rows.now,
    deletedAt: null,
  })
  rows.add(agentUsage, unused(id, policy.spendingLimits.currency, rows.now))
  const noted = noteDecision(rows, agent, { actor, operation: 'createAgent', outcome: 'DONE', details: { policy } })
  return addDeviceCode(rows, noted, wish.codeHash)
}

/** Its access token and its codes stop working with this commit. @throws Refusal AGENT_NOT_FOUND, also the second time */
export function deleteAgent(rows: Rows, agentId: string, actor: string): void {
  const agent = existingAgent(rows, agentId)
  const noted = noteDecision(rows, agent, { actor, operation: 'deleteAgent', outcome: 'DONE' })
  rows.change(agents, noted, { deletedAt: rows.now, updatedAt: rows.now, tokenHash: null, deviceCodeHash: null })
}
