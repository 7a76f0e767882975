/** Agent action reads. */
import type { Contract } from '../../../../contract/contract.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import { bareId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { PageQuery, Pages } from '../../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { ExternalAccount, externalAccounts } from '../../payments/external-accounts/external-account.ts'
import type { Quote, quotes } from '../../payments/quotes/quote.ts'
import type { Transaction, transactions } from '../../payments/transactions/transaction.ts'
import type { agents } from '../agent.ts'
import { type ActionView, type AgentAction, type agentActions, presentAction } from './action.ts'

type Tables = {
  agents: typeof agents
  agentActions: typeof agentActions
  quotes: typeof quotes
  externalAccounts: typeof externalAccounts
  transactions: typeof transactions
}

/** An action of one agent; ids are bare. @throws Refusal AGENT_ACTION_NOT_FOUND */
export async function agentGetAction(...by: Parameters<typeof findAction>): Promise<ActionView> {
  const found = await findAction(...by)
  if (!found) throw notFound('AgentAction')
  return found
}

export async function findAction(
  store: Store,
  platformId: string,
  agentId: string,
  actionId: string,
): Promise<ActionView | undefined> {
  const action = await readsOf<Tables>(store)
    .selectFrom('agentActions')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('agentId', '=', agentId)
    .where('id', '=', actionId)
    .executeTakeFirst()
  if (!action) return undefined
  const [shown] = await loadViews(store, platformId, [action as AgentAction])
  return shown
}

/** Bare id of the agent; undefined when there is no such action or the agent is deleted. */
export async function findActionAgentId(
  store: Store,
  platformId: string,
  actionId: string,
): Promise<string | undefined> {
  const found = await actionsOfExistingAgents(store, platformId)
    .where('agentActions.id', '=', actionId)
    .select('agentActions.agentId')
    .executeTakeFirst()
  return found?.agentId
}

/** The latest actions of an agent, newest first. */
export async function recentActions(
  store: Store,
  platformId: string,
  agentId: string,
  count: number,
): Promise<readonly ActionView[]> {
  const rows = await actionsOfExistingAgents(store, platformId)
    .where('agentActions.agentId', '=', agentId)
    .selectAll('agentActions')
    .orderBy('agentActions.id', 'desc')
    .limit(count)
    .execute()
  return loadViews(store, platformId, rows as AgentAction[])
}

/** Loads the quotes, payees and payments of actions. */
async function loadViews(store: Store, platformId: string, actions: readonly AgentAction[]) {
  const payeeOf = ({ type, destinationId }: AgentAction) =>
    type === 'ADD_EXTERNAL_ACCOUNT' ? bareId(destinationId as string) : null
  const quoteIds = actions.map(({ quoteId }) => quoteId)
  const paymentIds = actions.map(({ transactionId }) => transactionId)
  const [quotesById, payeesById, paymentsById] = await Promise.all([
    rowsById<Quote>(store, platformId, 'quotes', quoteIds),
    rowsById<ExternalAccount>(store, platformId, 'externalAccounts', actions.map(payeeOf)),
    rowsById<Transaction>(store, platformId, 'transactions', paymentIds),
  ])
  return actions.map((action) => ({
    id: action.id,
    action,
    quote: quotesById.get(action.quoteId ?? ''),
    externalAccount: payeesById.get(payeeOf(action) ?? ''),
    payment: paymentsById.get(action.transactionId ?? ''),
  }))
}

async function rowsById<Row extends { readonly id: string }>(
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

const actionsOfExistingAgents = (store: Store, platformId: string) =>
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

/** Excludes actions of deleted agents. @param scope what the cursor is bound to */
function listActions(
  store: Store,
  pages: Pages,
  platformId: string,
  scope: readonly unknown[],
  order: 'asc' | 'desc',
  query: ActionFilters,
) {
  let matches = actionsOfExistingAgents(store, platformId)
  if (query.agentId) matches = matches.where('agentActions.agentId', '=', bareId(query.agentId))
  if (query.customerId) matches = matches.where('agentActions.customerId', '=', bareId(query.customerId))
  if (query.status) matches = matches.where('agentActions.status', '=', query.status)
  matches = matches.where(isWithin(query, 'agentActions.id'))
  const rows = inOrder<AgentAction>(matches.selectAll('agentActions'), { order, id: 'agentActions.id' })
  return pages.list([...scope, platformId], query, {
    fetch: async (after, count): Promise<(ActionView & { readonly id: string })[]> =>
      loadViews(store, platformId, await rows.fetch(after, count)),
    count: rows.count,
    present: (shown: ActionView & { readonly id: string }) => presentAction(shown, platformId),
  })
}

/** Pending actions of all agents unless filtered otherwise, oldest first unless sorted otherwise. */
export const listAgentApprovals = (
  store: Store,
  pages: Pages,
  platformId: string,
  { sortOrder = 'asc', ...query }: QueryOf<Contract['listAgentApprovals']>,
) =>
  listActions(store, pages, platformId, ['listAgentApprovals', sortOrder], sortOrder, {
    status: 'PENDING_APPROVAL',
    ...query,
  })

/** Actions of one agent, newest first. @param agentId bare */
export const agentListActions = (
  store: Store,
  pages: Pages,
  platformId: string,
  agentId: string,
  query: QueryOf<Contract['agentListActions']>,
) => listActions(store, pages, platformId, ['agentListActions'], 'desc', { ...query, agentId })
