/** Policy dry run use case: what would be decided about a payment, without executing it. */
import {
  AGENT_RULES,
  type AgentPolicyAnswer,
  type AgentPolicyQuestion,
} from '../../../../contract/agents/agent-policies.ts'
import { presentMoney } from '../../../core/currency.ts'
import { bareId } from '../../../core/ids.ts'
import type { Rows } from '../../../engine/rows.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { REQUIRED_PERMISSION, requireOwnAccount } from '../actions/action-request.ts'
import { type Agent, policyState } from '../agent.ts'
import { type CurrentRates, policyCost } from './cost.ts'
import { evaluatePolicy } from './policy.ts'

/** @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND */
export function evaluateAgentPolicy(
  rows: Rows,
  agent: Agent,
  { type, accountId, amount, payee: named }: AgentPolicyQuestion,
  rates: CurrentRates,
): AgentPolicyAnswer {
  requireOwnAccount(rows, agent, accountId)
  const payee = named?.startsWith('$') ? named.toLowerCase() : named
  if (payee?.startsWith('ExternalAccount:')) requireOwnAccount(rows, agent, payee)
  const { currency } = rows.get(accounts, bareId(accountId))
  const cost = policyCost(agent, { amount: BigInt(amount), currency }, rates)
  const verdict = evaluatePolicy(policyState(rows, agent), {
    permission: REQUIRED_PERMISSION[type],
    accountIds: [accountId],
    ...(payee !== undefined && { payee }),
    cost,
  })
  return {
    decision: verdict.decision,
    ...(verdict.decision !== 'ALLOW' && { rule: verdict.rule }),
    message: verdict.decision === 'ALLOW' ? 'The payment would be executed at once' : AGENT_RULES[verdict.rule],
    amount: presentMoney(cost.inLimits, agent.policy.spendingLimits.currency),
  }
}
