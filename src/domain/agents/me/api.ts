/** Operations of agents: about themselves, their policy and their actions. */
import type { Clock } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { presentAction } from '../actions/action.ts'
import { getAction, listActions } from '../actions/queries.ts'
import { authenticatedAgent, presentAgent } from '../agent.ts'
import { currentRates } from '../policies/cost.ts'
import { evaluateAgentPolicy } from '../policies/evaluate-agent-policy.ts'
import { agentAccountApi } from './accounts/api.ts'
import { agentCallerOf, callingAgent } from './agent-caller.ts'
import { agentPaymentApi } from './payments/api.ts'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly clock: Clock
  readonly rates: Rates
}

export const agentMeApi = (
  needs: Needs & Parameters<typeof agentAccountApi>[0] & Parameters<typeof agentPaymentApi>[0],
) => ({
  ...ownHandlers(needs),
  ...agentAccountApi(needs),
  ...agentPaymentApi(needs),
})

const ownHandlers = ({
  store,
  pages,
  clock,
  rates,
}: Needs): HandlersOf<'getAgentMe' | 'agentEvaluatePolicy' | 'agentListActions' | 'agentGetAction'> => ({
  getAgentMe: {
    read: async (request) => {
      const agent = await callingAgent(store, request)
      return presentAgent(agent, agent, clock.now())
    },
  },
  agentEvaluatePolicy: {
    command: (request) => {
      const now = currentRates(rates)
      return (rows) => evaluateAgentPolicy(rows, authenticatedAgent(rows, agentCallerOf(request)), request.body, now)
    },
  },
  agentListActions: {
    read: (request) => {
      const query = { ...request.query, agentId: agentCallerOf(request).id }
      return listActions(store, pages, request.platformId, ['agentListActions'], 'desc', query)
    },
  },
  agentGetAction: {
    read: async (request) => {
      const { id } = agentCallerOf(request)
      const action = await getAction(store, request.platformId, id, bareId(request.params.actionId))
      return presentAction(action, request.platformId)
    },
  },
})
