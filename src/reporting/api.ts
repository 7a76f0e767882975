/** Handlers of the operations that read across domains: overview, histories, names, and the ledger of the platform. */
import type { Clock } from '../core/clock.ts'
import { bareId } from '../core/ids.ts'
import type { Pages } from '../infra/db/page.ts'
import type { Store } from '../infra/db/store.ts'
import type { HandlersOf } from '../infra/operations/handlers.ts'
import type { Rails } from '../providers/rails/port.ts'
import type { Rates } from '../providers/rates/port.ts'
import { getAgentActionById, getAgentHistory } from './agent-history.ts'
import { getAttention } from './attention.ts'
import { getCardHistory, getCardTransactionHistory } from './card-history.ts'
import { getAccountStatement } from './ledger/account-statement.ts'
import { getMoneyFlow } from './ledger/money-flow.ts'
import { listPostings } from './ledger/postings.ts'
import { getTrialBalance } from './ledger/trial-balance.ts'
import { getOverview } from './overview.ts'
import { getParties } from './parties.ts'
import { getRateOrigins } from './rate-origins.ts'
import { getTransactionHistory } from './transaction-history.ts'

type Ids =
  | 'getOverview'
  | 'getAttention'
  | 'getParties'
  | 'getRateOrigins'
  | 'getTransactionHistory'
  | 'getCardHistory'
  | 'getCardTransactionHistory'
  | 'getAgentHistory'
  | 'getAgentActionById'
  | 'getTrialBalance'
  | 'getMoneyFlow'
  | 'listPostings'
  | 'getAccountStatement'

interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly pages: Pages
  readonly rails: Rails
  readonly rates: Rates
}

export const reportingApi = ({ store, clock, pages, rails, rates }: Needs): HandlersOf<Ids> => ({
  getOverview: { read: ({ platformId }) => getOverview({ store, rails }, platformId) },
  getAttention: { read: ({ platformId }) => getAttention(store, platformId) },
  getParties: { read: ({ platformId, query }) => getParties(store, platformId, query.id) },
  getRateOrigins: {
    read: ({ platformId, query }) => getRateOrigins({ store, rates }, platformId, query.sourceCurrency),
  },
  getTransactionHistory: {
    read: ({ platformId, params }) => getTransactionHistory({ store, rails }, platformId, bareId(params.transactionId)),
  },
  getCardHistory: { read: ({ platformId, params }) => getCardHistory(store, platformId, bareId(params.id)) },
  getCardTransactionHistory: {
    read: ({ platformId, params }) => getCardTransactionHistory(store, platformId, bareId(params.id)),
  },
  getAgentHistory: {
    read: ({ platformId, params }) => getAgentHistory({ store, clock }, platformId, bareId(params.agentId)),
  },
  getAgentActionById: {
    read: ({ platformId, params }) => getAgentActionById(store, platformId, bareId(params.actionId)),
  },
  getTrialBalance: { read: ({ platformId }) => getTrialBalance(store, platformId) },
  getMoneyFlow: { read: ({ platformId }) => getMoneyFlow({ store, clock }, platformId) },
  listPostings: { read: ({ platformId, query }) => listPostings({ store, pages }, platformId, query) },
  getAccountStatement: {
    read: ({ platformId, params, query }) =>
      getAccountStatement({ store, rails, pages }, platformId, bareId(params.id), query),
  },
})
