/** Action rejection use case. */
import { agentActionLifecycle } from '../../../../contract/agents/agent-action-lifecycle.ts'
import { nextState } from '../../../core/next-state.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { type ActionView, viewAction } from './action.ts'
import { type ActionDecision, actionToDecide, auditDecision, decisionReads, machine } from './decision.ts'
import { removePendingPayee } from './payee-approval.ts'

interface Rejection extends ActionDecision {
  readonly reason: string | undefined
}

/** Executes nothing, and removes a pending payee. Idempotent. @throws Refusal AGENT_NOT_FOUND, AGENT_ACTION_NOT_FOUND, INVALID_STATE_TRANSITION */
export const rejectAgentAction = command({
  reads: (_seen, rejection: Rejection) => decisionReads(rejection),
  run(rows, { reason, ...decision }): ActionView {
    const { agent, action } = actionToDecide(rows, decision)
    if (action.status === 'REJECTED') return viewAction(rows, action)
    nextState(agentActionLifecycle, action.status, 'reject')
    if (action.type === 'ADD_EXTERNAL_ACCOUNT') removePendingPayee(rows, action)
    const rejected = move(rows, machine, action, 'reject', { rejectionReason: reason ?? null, updatedAt: rows.now })
    auditDecision(rows, agent, rejected, decision.actor, 'rejectAgentAction')
    return viewAction(rows, rejected)
  },
})
