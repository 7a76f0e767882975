/** Agent page data: the agent, its latest actions and payments; and one action. */
import type { AgentAction as WireAction } from '../../contract/agents/agent-actions.ts'
import type { AgentStory } from '../../contract/dashboard.ts'
import { notFound } from '../core/refusal.ts'
import { presentAction } from '../domain/agents/actions/action.ts'
import { findAction, findActionAgentId, recentActions } from '../domain/agents/actions/queries.ts'
import { presentAgent } from '../domain/agents/agent.ts'
import { getAgentById, recentPayments } from '../domain/agents/queries.ts'
import { presentTransaction } from '../domain/payments/transactions/transaction.ts'
import type { Store } from '../infra/db/store.ts'

const SHOWN_MAX = 20

/** @param agentId bare @throws Refusal AGENT_NOT_FOUND */
export const agentStory =
  (now: () => number) =>
  async (store: Store, platformId: string, agentId: string): Promise<AgentStory> => {
    const agent = await getAgentById(store, platformId, agentId)
    const [actions, payments] = await Promise.all([
      recentActions(store, platformId, agentId, SHOWN_MAX),
      recentPayments(store, platformId, agentId, SHOWN_MAX),
    ])
    return {
      agent: presentAgent(agent, agent, now()),
      actions: actions.map((shown) => presentAction(shown, platformId)),
      payments: payments.map((payment) => presentTransaction(payment, platformId)),
    }
  }

/** An action, pending or decided. @param actionId bare @throws Refusal AGENT_ACTION_NOT_FOUND */
export async function actionStory(store: Store, platformId: string, actionId: string): Promise<WireAction> {
  const agentId = await findActionAgentId(store, platformId, actionId)
  const action = agentId && (await findAction(store, platformId, agentId, actionId))
  if (!action) throw notFound('AgentAction')
  return presentAction(action, platformId)
}
