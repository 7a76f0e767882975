/** Agent reads. */
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { bareId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { AgentUsage, agentSpending, agentUsage } from '../payments/allowances/usage.ts'
import type { Transaction, transactions } from '../payments/transactions/transaction.ts'
import { type Agent, type agents, presentAgent } from './agent.ts'

type Tables = {
  agents: typeof agents
  agentUsage: typeof agentUsage
  agentSpending: typeof agentSpending
  transactions: typeof transactions
}
export type Tenant = { readonly platformId: string }

/** Looks across all platforms: a hash of 256 random bits identifies at most one agent. */
export async function findAgentByToken(store: Store, tokenHash: string): Promise<(Agent & Tenant) | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('agents')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found as (Agent & Tenant) | undefined
}

const existingAgents = (store: Store, platformId: string) =>
  readsOf<Tables>(store)
    .selectFrom('agents')
    .innerJoin('agentUsage', (join) =>
      join.onRef('agentUsage.platformId', '=', 'agents.platformId').onRef('agentUsage.id', '=', 'agents.id'),
    )
    .where('agents.platformId', '=', platformId)
    .where('agents.deletedAt', 'is', null)

/** @throws Refusal AGENT_NOT_FOUND */
export async function getAgentById(store: Store, platformId: string, agentId: string): Promise<Agent & AgentUsage> {
  const found = await findAgent(store, platformId, agentId)
  if (!found) throw notFound('Agent')
  return found
}

export async function findAgent(
  store: Store,
  platformId: string,
  agentId: string,
): Promise<(Agent & AgentUsage) | undefined> {
  const found = await existingAgents(store, platformId)
    .where('agents.id', '=', agentId)
    .selectAll('agentUsage')
    .selectAll('agents')
    .executeTakeFirst()
  return found as (Agent & AgentUsage) | undefined
}

export function listAgents(
  store: Store,
  pages: Pages,
  platformId: string,
  query: QueryOf<Contract['listAgents']>,
  now: number,
) {
  let matches = existingAgents(store, platformId)
  if (query.customerId) matches = matches.where('agents.customerId', '=', bareId(query.customerId))
  if (query.isPaused !== undefined) matches = matches.where('agents.isPaused', '=', query.isPaused)
  if (query.isConnected !== undefined)
    matches = matches.where('agents.tokenHash', query.isConnected ? 'is not' : 'is', null)
  matches = matches.where(isWithin(query, 'agents.id'))
  return pages.list(['listAgents', platformId], query, {
    ...inOrder<Agent & AgentUsage>(matches.selectAll('agentUsage').selectAll('agents'), { id: 'agents.id' }),
    present: (agent) => presentAgent(agent, agent, now),
  })
}

/** The latest payments of an agent, newest first. */
export async function recentPayments(
  store: Store,
  platformId: string,
  agentId: string,
  count: number,
): Promise<Transaction[]> {
  const found = await readsOf<Tables>(store)
    .selectFrom('agentSpending')
    .innerJoin('transactions', (join) =>
      join
        .onRef('transactions.platformId', '=', 'agentSpending.platformId')
        .onRef('transactions.id', '=', 'agentSpending.id'),
    )
    .where('agentSpending.platformId', '=', platformId)
    .where('agentSpending.agentId', '=', agentId)
    .selectAll('transactions')
    .orderBy('agentSpending.id', 'desc')
    .limit(count)
    .execute()
  return found as Transaction[]
}
