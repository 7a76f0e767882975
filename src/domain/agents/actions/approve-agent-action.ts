/** Action approval use case: re-evaluates the policy and executes the action. */
import { agentActionLifecycle } from '../../../../contract/agents/agent-action-lifecycle.ts'
import { nextState } from '../../../core/next-state.ts'
import type { Refusal } from '../../../core/refusal.ts'
import { invalidSignature } from '../../../core/signature.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { getSessionChain, isSessionRevoked } from '../../wallets/sessions/session.ts'
import { agents } from '../agent.ts'
import { refuseDenied } from '../policies/policy.ts'
import { type ActionView, agentActions, viewAction } from './action.ts'
import { actionRequestOf, priceRequest, requestReads } from './action-request.ts'
import { type ActionDecision, actionToDecide, auditDecision, decisionReads, machine } from './decision.ts'
import type { ExternalInputs } from './external-inputs.ts'
import { activatePayee, removePendingPayee } from './payee-approval.ts'
import { evaluateRequest, performAction } from './perform-action.ts'

/**
 * Rechecks everything except the rule that required approval, and executes. Idempotent.
 * @throws Refusal AGENT_NOT_FOUND, AGENT_ACTION_NOT_FOUND, INVALID_STATE_TRANSITION; and any refusal of the
 * execution, which `failAgentAction` then records
 */
export const approveAgentAction = command({
  reads(seen, decision: ActionDecision & ExternalInputs) {
    const known = seen.lastSeen(agentActions, decision.actionId)
    const request = known && actionRequestOf(known)
    return [...decisionReads(decision), ...(request ? requestReads(seen, request) : [])]
  },
  run(rows, decision): ActionView {
    const { agent, action } = actionToDecide(rows, decision)
    if (action.status === 'APPROVED' || action.status === 'FAILED') return viewAction(rows, action)
    nextState(agentActionLifecycle, action.status, 'approve')
    const actionRequest = actionRequestOf(action)
    if (!actionRequest) {
      const changed = activatePayee(rows, agent, action)
      const approved = move(rows, machine, action, 'approve', { updatedAt: rows.now })
      auditDecision(rows, changed, approved, decision.actor, 'approveAgentAction')
      return viewAction(rows, approved)
    }
    const priced = priceRequest(rows, agent, actionRequest)
    const { verdict, question, cost } = evaluateRequest(rows, agent, actionRequest, priced, decision.rates)
    refuseDenied(verdict, question)
    if (decision.verdict.uncarried) throw decision.verdict.uncarried
    const signer = action.signer ?? undefined
    if (signer?.session && isSessionRevoked(getSessionChain(rows, signer.session.id)))
      throw invalidSignature('WALLET_SIGNATURE_INVALID')
    const payment = performAction(rows, agent, actionRequest, priced, { signer, verdict: decision.verdict, cost })
    const begun = { transactionId: payment.id, updatedAt: rows.now }
    const ended =
      payment.status === 'FAILED'
        ? move(rows, machine, action, 'fail', { ...begun, failureReason: payment.failureReason })
        : move(rows, machine, action, 'approve', begun)
    auditDecision(rows, agent, ended, decision.actor, 'approveAgentAction')
    return viewAction(rows, ended)
  },
})

interface FailedDecision extends ActionDecision {
  /** Why the action was not executed. */
  readonly refusal: Refusal
}

/** Marks an approved action that could not be executed as FAILED. Undefined when there is none: the refusal is the reply. */
export const failAgentAction = command({
  reads: (_seen, decision: FailedDecision) => decisionReads(decision),
  run(rows, { agentId, actionId, actor, refusal }): ActionView | undefined {
    // Rate limits and errors of the installation are temporary: the action stays pending.
    if (refusal.status >= 429) return undefined
    const agent = rows.find(agents, agentId)
    if (!agent || agent.deletedAt !== null) return undefined
    const action = rows.find(agentActions, actionId)
    if (!action || action.agentId !== agentId || action.status === 'REJECTED') return undefined
    if (action.status !== 'PENDING_APPROVAL') return viewAction(rows, action)
    const rule = refusal.details?.rule
    const failureReason = typeof rule === 'string' ? rule : refusal.code
    if (action.type === 'ADD_EXTERNAL_ACCOUNT') removePendingPayee(rows, action)
    const failed = move(rows, machine, action, 'fail', { failureReason, updatedAt: rows.now })
    auditDecision(rows, agent, failed, actor, 'approveAgentAction')
    return viewAction(rows, failed)
  },
})
