/** Agent creation use case: the agent, its usage counters and its first device code. */
import type { AgentPolicy, AgentPolicyRequest } from '../../../contract/agents/agent-policies.ts'
import { bareId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import { command } from '../../engine/command.ts'
import { customers } from '../customers/customer.ts'
import { agentUsage, unused } from '../payments/allowances/usage.ts'
import { type Agent, agents } from './agent.ts'
import { appendAuditEntry, FIRST_PREVIOUS_HASH } from './audit-log/audit-log.ts'
import { addDeviceCode, type DeviceCode } from './device-codes/device-code.ts'
import { normalizePayees, policyReads, validatePolicy } from './policies/validate-policy.ts'

export interface NewAgent {
  readonly name: string
  /** Wire id. */
  readonly customerId: string
  readonly policy: AgentPolicyRequest
  /** HMAC of its first device code. */
  readonly codeHash: string
  readonly actor: string
}

/** @throws Refusal USER_NOT_FOUND, CUSTOMER_DELETED, INVALID_CURRENCY, INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT */
export const createAgent = command({
  reads: (_seen, { customerId, policy }: NewAgent) => [[customers, bareId(customerId)], ...policyReads(policy)],
  run(rows, { name, customerId, policy: requested, codeHash, actor }): { agent: Agent; deviceCode: DeviceCode } {
    const customer = rows.get(customers, bareId(customerId))
    if (customer.deletedAt !== null) refuse('CUSTOMER_DELETED', 'The customer is deleted')
    validatePolicy(rows, requested, customer.id, 'policy.')
    const policy: AgentPolicy = { defaultExecutionMode: 'AUTO', ...requested, ...normalizePayees(requested) }
    const id = rows.newId()
    const agent = rows.add(agents, {
      id,
      name,
      customerId: customer.id,
      platformCustomerId: customer.platformCustomerId,
      policy,
      isPaused: false,
      tokenHash: null,
      deviceCodeHash: null,
      auditSequence: 0,
      auditHash: FIRST_PREVIOUS_HASH,
      createdAt: rows.now,
      updatedAt: rows.now,
      deletedAt: null,
    })
    rows.add(agentUsage, unused(id, policy.spendingLimits.currency, rows.now))
    const entry = { actor, operation: 'createAgent', outcome: 'DONE', details: { policy } } as const
    return addDeviceCode(rows, appendAuditEntry(rows, agent, entry), codeHash)
  },
})
