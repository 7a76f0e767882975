/** Policy update use case: omitted fields are unchanged. */
import type { AgentPolicy, AgentPolicyUpdateRequest } from '../../../../contract/agents/agent-policies.ts'
import { LIMITS } from '../../../../contract/limits.ts'
import { knownCurrency, wireAmount } from '../../../core/currency.ts'
import { type Ratio, scaleDown } from '../../../core/rate.ts'
import { command } from '../../../engine/command.ts'
import { agentUsage, inCurrency, usageAt } from '../../payments/allowances/usage.ts'
import { type Agent, agentReads, agents, existingAgent } from '../agent.ts'
import { appendAuditEntry } from '../audit-log/audit-log.ts'
import { type CurrentRates, minorUnitRate } from './cost.ts'
import { normalizePayees, policyReads, validatePolicy } from './validate-policy.ts'

interface PolicyUpdate {
  readonly agentId: string
  readonly patch: AgentPolicyUpdateRequest
  readonly rates: CurrentRates
  readonly actor: string
}

/** Takes effect with the next decision. @throws Refusal AGENT_NOT_FOUND, INVALID_CURRENCY, INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_INPUT */
export const updateAgentPolicy = command({
  reads: (_seen, { agentId, patch }: PolicyUpdate) => [...agentReads(agentId), ...policyReads(patch)],
  run(rows, { agentId, patch, rates, actor }): Agent {
    const agent = existingAgent(rows, agentId)
    validatePolicy(rows, patch, agent.customerId)
    const before = agent.policy
    const currency = patch.spendingLimits?.currency ?? before.spendingLimits.currency
    const rate = currency === before.spendingLimits.currency ? undefined : rateBetween(before, currency, rates)
    const kept = rate ? convertLimits(before, currency, rate) : before
    const { spendingLimits, ...others } = patch
    const policy = {
      ...kept,
      ...others,
      ...normalizePayees(patch),
      spendingLimits: { ...kept.spendingLimits, ...spendingLimits },
    }
    if (rate) {
      const usage = rows.get(agentUsage, agentId)
      rows.change(agentUsage, usage, inCurrency(usageAt(usage, rows.now), currency, rate))
    }
    const changed = rows.change(agents, agent, { policy, updatedAt: rows.now })
    return appendAuditEntry(rows, changed, {
      actor,
      operation: 'updateAgentPolicy',
      outcome: 'DONE',
      details: { policy },
    })
  },
})

const rateBetween = ({ spendingLimits }: AgentPolicy, to: string, rates: CurrentRates): Ratio =>
  minorUnitRate(spendingLimits.currency, to, rates().between(knownCurrency(spendingLimits.currency), knownCurrency(to)))

/** The limits in another currency, rounded down: a change of currency must not widen them. */
function convertLimits(policy: AgentPolicy, currency: string, rate: Ratio): AgentPolicy {
  const most = BigInt(LIMITS.amount)
  const convert = (limit: number): number => {
    const converted = scaleDown(BigInt(limit), rate)
    return wireAmount(converted < most ? converted : most)
  }
  const orNull = <Limit extends number | null | undefined>(limit: Limit) =>
    limit === null || limit === undefined ? limit : convert(limit)
  const { spendingLimits: limits, accountRestrictions, dailyApprovalThreshold } = policy
  const accountRules = accountRestrictions?.accountRules?.map((rule) => ({
    ...rule,
    ...(rule.perTransactionLimit !== undefined && { perTransactionLimit: orNull(rule.perTransactionLimit) as number }),
  }))
  return {
    ...policy,
    spendingLimits: {
      ...limits,
      currency,
      perTransactionLimit: convert(limits.perTransactionLimit),
      ...(limits.dailyLimit !== undefined && { dailyLimit: orNull(limits.dailyLimit) as number | null }),
      ...(limits.monthlyLimit !== undefined && { monthlyLimit: orNull(limits.monthlyLimit) as number | null }),
    },
    ...(dailyApprovalThreshold !== undefined && { dailyApprovalThreshold: orNull(dailyApprovalThreshold) }),
    ...(accountRestrictions && {
      accountRestrictions: { ...accountRestrictions, ...(accountRules && { accountRules }) },
    }),
  }
}
