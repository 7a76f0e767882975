/** Policy dry run use cases, of the platform and of the agent: what would be decided about a payment, without executing it. */
import {
  AGENT_RULES,
  type AgentPolicyAnswer,
  type AgentPolicyQuestion,
} from '../../../../contract/agents/agent-policies.ts'
import { presentMoney } from '../../../core/currency.ts'
import { bareId } from '../../../core/ids.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { REQUIRED_PERMISSION, requireOwnAccount } from '../actions/action-request.ts'
import { type Agent, type AgentCaller, agentReads, authenticatedAgent, existingAgent, policyState } from '../agent.ts'
import { type CurrentRates, policyCost } from './cost.ts'
import { evaluatePolicy } from './policy.ts'

interface DryRun {
  readonly question: AgentPolicyQuestion
  readonly rates: CurrentRates
}

const questionReads = ({ accountId }: AgentPolicyQuestion): Read[] => [[accounts, bareId(accountId), 'peek']]

/** @param agentId bare. @throws Refusal AGENT_NOT_FOUND, INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND */
export const evaluateAgentPolicy = command({
  reads: (_seen, { agentId, question }: DryRun & { readonly agentId: string }) => [
    ...agentReads(agentId),
    ...questionReads(question),
  ],
  run: (rows, { agentId, ...dryRun }) => evaluate(rows, existingAgent(rows, agentId), dryRun),
})

/** @throws Refusal UNAUTHORIZED, INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND */
export const agentEvaluatePolicy = command({
  reads: (_seen, { by, question }: DryRun & { readonly by: AgentCaller }) => [
    ...agentReads(by.id),
    ...questionReads(question),
  ],
  run: (rows, { by, ...dryRun }) => evaluate(rows, authenticatedAgent(rows, by), dryRun),
})

function evaluate(
  rows: Rows,
  agent: Agent,
  { question: { type, accountId, amount, payee: named }, rates }: DryRun,
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
    message: verdict.decision === 'ALLOW' ? 'The payment would be executed immediately' : AGENT_RULES[verdict.rule],
    amount: presentMoney(cost.inLimits, agent.policy.spendingLimits.currency),
  }
}
