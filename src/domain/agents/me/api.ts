/** Operations of agents: about themselves, their policy and their actions. */
import type { Clock } from '../../../core/clock.ts'
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { presentAction } from '../actions/action.ts'
import { agentGetAction, agentListActions } from '../actions/queries.ts'
import { currentRates } from '../policies/cost.ts'
import { agentEvaluatePolicy } from '../policies/evaluate-agent-policy.ts'
import { agentAccountApi } from './accounts/api.ts'
import { agentCallerOf, getAgentMe } from './agent-caller.ts'
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
  getAgentMe: { read: (request) => getAgentMe(store, request, clock.now()) },
  agentEvaluatePolicy: {
    command: (request) => {
      const dryRun = { by: agentCallerOf(request), question: request.body, rates: currentRates(rates) }
      return (rows) => agentEvaluatePolicy(rows, dryRun)
    },
  },
  agentListActions: {
    read: (request) => agentListActions(store, pages, request.platformId, agentCallerOf(request).id, request.query),
  },
  agentGetAction: {
    read: async (request) => {
      const { id } = agentCallerOf(request)
      const action = await agentGetAction(store, request.platformId, id, bareId(request.params.actionId))
      return presentAction(action, request.platformId)
    },
  },
})
