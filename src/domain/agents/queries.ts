/** Agent reads. */
import { sql } from 'kysely'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { bareId, firstIdAt } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { Pages } from '../../infra/db/page.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { AgentUsage, agentSpending, agentUsage } from '../payments/allowances/tables.ts'
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
  if (query.createdAfter) matches = matches.where('agents.id', '>=', firstIdAt(Date.parse(query.createdAfter)))
  if (query.createdBefore) matches = matches.where('agents.id', '<', firstIdAt(Date.parse(query.createdBefore) + 1))
  if (query.updatedAfter) matches = matches.where(sql<boolean>`updated_at >= ${query.updatedAfter}::timestamptz`)
  if (query.updatedBefore) matches = matches.where(sql<boolean>`updated_at <= ${query.updatedBefore}::timestamptz`)
  return pages.list(['listAgents', platformId], query, {
    fetch: (after, count) =>
      (after ? matches.where('agents.id', '<', after) : matches)
        .selectAll('agentUsage')
        .selectAll('agents')
        .orderBy('agents.id', 'desc')
        .limit(count)
        .execute() as Promise<(Agent & AgentUsage)[]>,
    count: async () =>
      Number((await matches.select((is) => is.fn.countAll().as('count')).executeTakeFirstOrThrow()).count),
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
