/** Owns the answer to what a policy would decide about a payment, without anything being done. */
import {
  AGENT_RULES,
  type AgentPolicyAnswer,
  type AgentPolicyQuestion,
} from '../../../contract/agents/agent-policies.ts'
import { presentMoney } from '../../core/currency.ts'
import { bareId } from '../../core/ids.ts'
import type { Rows } from '../../engine/rows.ts'
import { accounts } from '../accounts/tables.ts'
import { costOf, type RatesOfNow } from './cost.ts'
import { standingOf } from './live-agent.ts'
import { judge } from './policy.ts'
import type { Agent } from './tables.ts'
import { PERMISSION, refuseForeign } from './wish.ts'

/** @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND */
export function evaluatePolicy(
  rows: Rows,
  agent: Agent,
  { type, accountId, amount, payee: named }: AgentPolicyQuestion,
  rates: RatesOfNow,
): AgentPolicyAnswer {
  refuseForeign(rows, agent, accountId)
  const payee = named?.startsWith('$') ? named.toLowerCase() : named
  if (payee?.startsWith('ExternalAccount:')) refuseForeign(rows, agent, payee)
  const { currency } = rows.get(accounts, bareId(accountId))
  const cost = costOf(agent, { amount: BigInt(amount), currency }, rates)
  const verdict = judge(standingOf(rows, agent), {
    permission: PERMISSION[type],
    accountIds: [accountId],
    ...(payee !== undefined && { payee }),
    cost,
  })
  return {
    decision: verdict.decision,
    ...(verdict.decision !== 'ALLOW' && { rule: verdict.rule }),
    message: verdict.decision === 'ALLOW' ? 'The payment would be made at once' : AGENT_RULES[verdict.rule],
    amount: presentMoney(cost.inLimits, agent.policy.spendingLimits.currency),
  }
}
