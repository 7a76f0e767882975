/** Owns the reading of agents, their codes, and their actions. */
import { sql } from 'kysely'
import type { Contract } from '../../../contract/contract.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { bareId, firstIdAt } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import type { PageQuery, Pages } from '../../infra/db/page.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { AgentUsage, agentSpending, agentUsage } from '../payments/allowances/tables.ts'
import type { ExternalAccount, externalAccounts } from '../payments/external-accounts/tables.ts'
import type { Quote, quotes } from '../payments/quotes/tables.ts'
import type { Transaction, transactions } from '../payments/transactions/tables.ts'
import { presentAction, presentAgent, type Shown } from './present.ts'
import type { Agent, AgentAction, agentActions, agents, DeviceCode, deviceCodes } from './tables.ts'

type Tables = {
  agents: typeof agents
  agentUsage: typeof agentUsage
  agentSpending: typeof agentSpending
  agentActions: typeof agentActions
  agentDeviceCodes: typeof deviceCodes
  quotes: typeof quotes
  externalAccounts: typeof externalAccounts
  transactions: typeof transactions
}
type Tenant = { readonly platformId: string }

/** The agent whose access token has this hash: of 256 random bits, so of all platforms at most one. */
export async function findAgentByToken(store: Store, tokenHash: string): Promise<(Agent & Tenant) | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('agents')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return found as (Agent & Tenant) | undefined
}

/** A code of any platform, unless a later one has taken its place or the agent is gone. */
export async function findDeviceCode(store: Store, codeHash: string): Promise<(DeviceCode & Tenant) | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('agentDeviceCodes as c')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.platformId', '=', 'c.platformId').onRef('a.id', '=', 'c.agentId').on('a.deletedAt', 'is', null),
    )
    .selectAll('c')
    .where('c.codeHash', '=', codeHash)
    .where((is) => is.or([is('a.deviceCodeHash', '=', codeHash), is('c.redeemedAt', 'is not', null)]))
    .executeTakeFirst()
  return found as (DeviceCode & Tenant) | undefined
}

const living = (store: Store, platformId: string) =>
  readsOf<Tables>(store)
    .selectFrom('agents')
    .innerJoin('agentUsage', (join) =>
      join.onRef('agentUsage.platformId', '=', 'agents.platformId').onRef('agentUsage.id', '=', 'agents.id'),
    )
    .where('agents.platformId', '=', platformId)
    .where('agents.deletedAt', 'is', null)

/** @throws Refusal AGENT_NOT_FOUND */
export async function getAgent(store: Store, platformId: string, agentId: string): Promise<Agent & AgentUsage> {
  const found = await findAgent(store, platformId, agentId)
  if (!found) throw notFound('Agent')
  return found
}

export async function findAgent(
  store: Store,
  platformId: string,
  agentId: string,
): Promise<(Agent & AgentUsage) | undefined> {
  const found = await living(store, platformId)
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
  let matches = living(store, platformId)
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

/** @throws Refusal AGENT_ACTION_NOT_FOUND */
export async function getAction(...asked: Parameters<typeof findAction>): Promise<Shown> {
  const found = await findAction(...asked)
  if (!found) throw notFound('AgentAction')
  return found
}

export async function findAction(
  store: Store,
  platformId: string,
  agentId: string,
  actionId: string,
): Promise<Shown | undefined> {
  const action = await readsOf<Tables>(store)
    .selectFrom('agentActions')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('agentId', '=', agentId)
    .where('id', '=', actionId)
    .executeTakeFirst()
  if (!action) return undefined
  const [shown] = await withParts(store, platformId, [action as AgentAction])
  return shown
}

/** The bare id of the agent whose action it is, if the agent is not deleted. */
export async function ownerOfAction(store: Store, platformId: string, actionId: string): Promise<string | undefined> {
  const found = await ofLivingAgents(store, platformId)
    .where('agentActions.id', '=', actionId)
    .select('agentActions.agentId')
    .executeTakeFirst()
  return found?.agentId
}

/** What an agent asked for last, newest first. */
export async function actionsOfAgent(
  store: Store,
  platformId: string,
  agentId: string,
  count: number,
): Promise<readonly Shown[]> {
  const rows = await ofLivingAgents(store, platformId)
    .where('agentActions.agentId', '=', agentId)
    .selectAll('agentActions')
    .orderBy('agentActions.id', 'desc')
    .limit(count)
    .execute()
  return withParts(store, platformId, rows as AgentAction[])
}

/** What an agent paid last, newest first. */
export async function paymentsOfAgent(
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

/** Each with its quote, its payee and its payment. */
async function withParts(store: Store, platformId: string, actions: readonly AgentAction[]) {
  const payeeOf = ({ type, destinationId }: AgentAction) =>
    type === 'ADD_EXTERNAL_ACCOUNT' ? bareId(destinationId as string) : null
  const quoteIds = actions.map(({ quoteId }) => quoteId)
  const paymentIds = actions.map(({ transactionId }) => transactionId)
  const [quotesById, payeesById, paymentsById] = await Promise.all([
    rowsOf<Quote>(store, platformId, 'quotes', quoteIds),
    rowsOf<ExternalAccount>(store, platformId, 'externalAccounts', actions.map(payeeOf)),
    rowsOf<Transaction>(store, platformId, 'transactions', paymentIds),
  ])
  return actions.map((action) => ({
    id: action.id,
    action,
    quote: quotesById.get(action.quoteId ?? ''),
    externalAccount: payeesById.get(payeeOf(action) ?? ''),
    payment: paymentsById.get(action.transactionId ?? ''),
  }))
}

async function rowsOf<Row extends { readonly id: string }>(
  store: Store,
  platformId: string,
  table: 'quotes' | 'externalAccounts' | 'transactions',
  ids: readonly (string | null)[],
): Promise<Map<string, Row>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await readsOf<Tables>(store)
    .selectFrom(table)
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', 'in', wanted)
    .execute()
  return new Map((rows as unknown as Row[]).map((row) => [row.id, row]))
}

const ofLivingAgents = (store: Store, platformId: string) =>
  readsOf<Tables>(store)
    .selectFrom('agentActions')
    .innerJoin('agents', (join) =>
      join.onRef('agents.platformId', '=', 'agentActions.platformId').onRef('agents.id', '=', 'agentActions.agentId'),
    )
    .where('agentActions.platformId', '=', platformId)
    .where('agents.deletedAt', 'is', null)

interface ActionFilters extends PageQuery {
  readonly agentId?: string
  readonly customerId?: string
  readonly status?: AgentAction['status']
  readonly startDate?: string
  readonly endDate?: string
}

/** Of agents that are not deleted. @param scope what the cursor is bound to */
export function listActions(
  store: Store,
  pages: Pages,
  platformId: string,
  scope: readonly unknown[],
  order: 'asc' | 'desc',
  query: ActionFilters,
) {
  let matches = ofLivingAgents(store, platformId)
  if (query.agentId) matches = matches.where('agentActions.agentId', '=', bareId(query.agentId))
  if (query.customerId) matches = matches.where('agentActions.customerId', '=', bareId(query.customerId))
  if (query.status) matches = matches.where('agentActions.status', '=', query.status)
  if (query.startDate) matches = matches.where('agentActions.id', '>=', firstIdAt(Date.parse(query.startDate)))
  if (query.endDate) matches = matches.where('agentActions.id', '<', firstIdAt(Date.parse(query.endDate) + 1))
  return pages.list([...scope, platformId], query, {
    fetch: async (after, count): Promise<(Shown & { readonly id: string })[]> => {
      const rows = await (after ? matches.where('agentActions.id', order === 'desc' ? '<' : '>', after) : matches)
        .selectAll('agentActions')
        .orderBy('agentActions.id', order)
        .limit(count)
        .execute()
      return withParts(store, platformId, rows as AgentAction[])
    },
    count: async () =>
      Number((await matches.select((is) => is.fn.countAll().as('count')).executeTakeFirstOrThrow()).count),
    present: (shown: Shown & { readonly id: string }) => presentAction(shown, platformId),
  })
}
