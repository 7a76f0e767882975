/** Policy operations of the platform: change and evaluate. */
import { bareId } from '../../../core/ids.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { presentCurrentAgent } from '../agent.ts'
import { actorOf } from '../audit-log/audit-log.ts'
import { currentRates } from './cost.ts'
import { evaluateAgentPolicy } from './evaluate-agent-policy.ts'
import { updateAgentPolicy } from './update-agent-policy.ts'

export const policyApi = ({
  rates,
}: {
  readonly rates: Rates
}): HandlersOf<'updateAgentPolicy' | 'evaluateAgentPolicy'> => ({
  updateAgentPolicy: {
    command: ({ params, body, caller }) => {
      const agentId = bareId(params.agentId)
      const update = { agentId, patch: body, rates: currentRates(rates), actor: actorOf(caller) }
      return (rows) => presentCurrentAgent(rows, updateAgentPolicy(rows, update))
    },
  },
  evaluateAgentPolicy: {
    command: ({ params, body }) => {
      const dryRun = { agentId: bareId(params.agentId), question: body, rates: currentRates(rates) }
      return (rows) => evaluateAgentPolicy(rows, dryRun)
    },
  },
})
