/** History of an agent: its latest actions and payments; and one action. */
import type { AgentAction as WireAction } from '../../contract/agents/agent-actions.ts'
import { type AgentHistory, HISTORY_SHOWN } from '../../contract/agents/agent-history.ts'
import type { Clock } from '../core/clock.ts'
import { notFound } from '../core/refusal.ts'
import { presentAction } from '../domain/agents/actions/action.ts'
import { findAction, findActionAgentId, recentActions } from '../domain/agents/actions/queries.ts'
import { presentAgent } from '../domain/agents/agent.ts'
import { getAgentById, recentPayments } from '../domain/agents/queries.ts'
import { presentTransaction } from '../domain/payments/transactions/transaction.ts'
import type { Store } from '../infra/db/store.ts'

/** @param agentId bare @throws Refusal AGENT_NOT_FOUND */
export async function getAgentHistory(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  platformId: string,
  agentId: string,
): Promise<AgentHistory> {
  const agent = await getAgentById(store, platformId, agentId)
  const [actions, payments] = await Promise.all([
    recentActions(store, platformId, agentId, HISTORY_SHOWN),
    recentPayments(store, platformId, agentId, HISTORY_SHOWN),
  ])
  return {
    agent: presentAgent(agent, agent, clock.now()),
    actions: actions.map((shown) => presentAction(shown, platformId)),
    payments: payments.map((payment) => presentTransaction(payment, platformId)),
  }
}

/** An action, pending or decided. @param actionId bare @throws Refusal AGENT_ACTION_NOT_FOUND */
export async function getAgentActionById(store: Store, platformId: string, actionId: string): Promise<WireAction> {
  const agentId = await findActionAgentId(store, platformId, actionId)
  const action = agentId && (await findAction(store, platformId, agentId, actionId))
  if (!action) throw notFound('AgentAction')
  return presentAction(action, platformId)
}
