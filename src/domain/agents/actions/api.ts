/** Agent action operations of the platform: list, approve, reject. */
import { bareId } from '../../../core/ids.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { Caller, HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Rails } from '../../../providers/rails/port.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { actorOf } from '../audit-log/audit-log.ts'
import { currentRates } from '../policies/cost.ts'
import { presentAction } from './action.ts'
import { actionRequestOf } from './action-request.ts'
import { approveAgentAction, failAgentAction } from './approve-agent-action.ts'
import type { ActionDecision } from './decision.ts'
import { fetchTransferVerdict } from './external-inputs.ts'
import { findAction, listAgentApprovals } from './queries.ts'
import { rejectAgentAction } from './reject-agent-action.ts'

type ActionIds = 'listAgentApprovals' | 'approveAgentAction' | 'rejectAgentAction'

interface Needs {
  readonly store: Store
  readonly pages: Pages
  readonly rates: Rates
  readonly rails: Rails
}

interface DecisionRequest {
  readonly params: { readonly agentId: string; readonly actionId: string }
  readonly caller: Caller
}

const decisionOf = ({ params, caller }: DecisionRequest): ActionDecision => ({
  agentId: bareId(params.agentId),
  actionId: bareId(params.actionId),
  actor: actorOf(caller),
})

export function actionApi({ store, pages, rates, rails }: Needs): HandlersOf<ActionIds> {
  return {
    listAgentApprovals: { read: ({ platformId, query }) => listAgentApprovals(store, pages, platformId, query) },
    approveAgentAction: {
      prepare: async (request) => {
        const decision = decisionOf(request)
        const found = await findAction(store, request.platformId, decision.agentId, decision.actionId)
        const actionRequest = found?.action.status === 'PENDING_APPROVAL' ? actionRequestOf(found.action) : undefined
        const verdict = actionRequest
          ? await fetchTransferVerdict({ store, rails }, request.platformId, actionRequest)
          : {}
        const inputs = { rates: currentRates(rates), verdict }
        return (rows) => presentAction(approveAgentAction(rows, { ...decision, ...inputs }), rows.platformId)
      },
      refused: (request, refusal) => (rows) => {
        const failed = failAgentAction(rows, { ...decisionOf(request), refusal })
        return failed && presentAction(failed, rows.platformId)
      },
    },
    rejectAgentAction: {
      command: (request) => (rows) =>
        presentAction(
          rejectAgentAction(rows, { ...decisionOf(request), reason: request.body?.reason }),
          rows.platformId,
        ),
    },
  }
}
