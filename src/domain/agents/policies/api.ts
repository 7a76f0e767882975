/** Policy operations of the platform: change and evaluate. */
import { bareId } from '../../../core/ids.ts'
import type { HandlersOf } from '../../../infra/operations/handlers.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import { existingAgent, presentCurrentAgent } from '../agent.ts'
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
      const now = currentRates(rates)
      return (rows) =>
        presentCurrentAgent(rows, updateAgentPolicy(rows, bareId(params.agentId), body, now, actorOf(caller)))
    },
  },
  evaluateAgentPolicy: {
    command: ({ params, body }) => {
      const now = currentRates(rates)
      return (rows) => evaluateAgentPolicy(rows, existingAgent(rows, bareId(params.agentId)), body, now)
    },
  },
})
