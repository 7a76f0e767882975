/** Owns the platform's decision about an action (decision 54): one, whoever else decides at the same moment. */

import { agentActionLifecycle } from '../../../contract/agents/agent-action-lifecycle.ts'
import { presentMoney } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { nextState } from '../../core/next-state.ts'
import { notFound, type Refusal } from '../../core/refusal.ts'
import { invalidSignature } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import { move } from '../../infra/states/move.ts'
import { getSessionChain, isSessionRevoked } from '../wallets/sessions/session.ts'
import { actionId, actionMachine, shownAction } from './action-machine.ts'
import { activatePayee, dropPayee } from './add-payee.ts'
import { existingAgent } from './live-agent.ts'
import { type Note, noteDecision } from './note-decision.ts'
import { noteOf } from './note-wish.ts'
import { decide, type Means, performAction } from './perform-action.ts'
import { refuseDenied } from './policy.ts'
import type { Shown } from './present.ts'
import { type Agent, type AgentAction, agentActions, agents } from './tables.ts'
import { weigh, wishOf } from './wish.ts'

/** Which action, and who decides. */
export interface Decision {
  readonly agentId: string
  readonly actionId: string
  readonly actor: string
}

const machine = actionMachine()

/**
 * Looks at everything again but what asked for the approval, and executes. The same decision twice changes nothing.
 * @throws Refusal AGENT_NOT_FOUND, AGENT_ACTION_NOT_FOUND, INVALID_STATE_TRANSITION; and whatever keeps it from being
 * executed, which `failAction` then writes down
 */
export function approveAction(rows: Rows, decision: Decision, means: Means): Shown {
  const { agent, action } = decided(rows, decision)
  if (action.status === 'APPROVED' || action.status === 'FAILED') return shownAction(rows, action)
  nextState(agentActionLifecycle, action.status, 'approve')
  const wish = wishOf(action)
  if (!wish) {
    const changed = activatePayee(rows, agent, action)
    const approved = move(rows, machine, action, 'approve', { updatedAt: rows.now })
    note(rows, changed, approved, decision.actor, 'approveAgentAction')
    return shownAction(rows, approved)
  }
  const weighed = weigh(rows, agent, wish)
  const { verdict, question, cost } = decide(rows, agent, wish, weighed, means.rates)
  refuseDenied(verdict, question)
  const signer = action.signer ?? undefined
  if (signer?.session && isSessionRevoked(getSessionChain(rows, signer.session.id)))
    throw invalidSignature('WALLET_SIGNATURE_INVALID')
  const payment = performAction(rows, agent, wish, weighed, { signer, verdict: means.verdict, cost })
  const begun = { transactionId: payment.id, updatedAt: rows.now }
  const ended =
    payment.status === 'FAILED'
      ? move(rows, machine, action, 'fail', { ...begun, failureReason: payment.failureReason })
      : move(rows, machine, action, 'approve', begun)
  note(rows, agent, ended, decision.actor, 'approveAgentAction')
  return shownAction(rows, ended)
}

/**
 * Ends an approved action that could not be executed. Undefined when there is nothing to end: the refusal holds.
 * @param refusal why it was not executed
 */
export function failAction(rows: Rows, decision: Decision, refusal: Refusal): Shown | undefined {
  // What says something about this moment or this installation says nothing about the action.
  if (refusal.status >= 429) return undefined
  const agent = rows.find(agents, decision.agentId)
  if (!agent || agent.deletedAt !== null) return undefined
  const action = rows.find(agentActions, decision.actionId)
  if (!action || action.agentId !== decision.agentId || action.status === 'REJECTED') return undefined
  if (action.status !== 'PENDING_APPROVAL') return shownAction(rows, action)
  const rule = refusal.details?.rule
  const failureReason = typeof rule === 'string' ? rule : refusal.code
  if (action.type === 'ADD_EXTERNAL_ACCOUNT') dropPayee(rows, action)
  const failed = move(rows, machine, action, 'fail', { failureReason, updatedAt: rows.now })
  note(rows, agent, failed, decision.actor, 'approveAgentAction')
  return shownAction(rows, failed)
}

/** Nothing is executed; a payee is removed. The same decision twice changes nothing. @throws Refusal AGENT_NOT_FOUND, AGENT_ACTION_NOT_FOUND, INVALID_STATE_TRANSITION */
export function rejectAction(rows: Rows, decision: Decision, reason: string | undefined): Shown {
  const { agent, action } = decided(rows, decision)
  if (action.status === 'REJECTED') return shownAction(rows, action)
  nextState(agentActionLifecycle, action.status, 'reject')
  if (action.type === 'ADD_EXTERNAL_ACCOUNT') dropPayee(rows, action)
  const rejected = move(rows, machine, action, 'reject', { rejectionReason: reason ?? null, updatedAt: rows.now })
  note(rows, agent, rejected, decision.actor, 'rejectAgentAction')
  return shownAction(rows, rejected)
}

function decided(rows: Rows, { agentId, actionId }: Decision): { agent: Agent; action: AgentAction } {
  const agent = existingAgent(rows, agentId)
  const action = rows.find(agentActions, actionId)
  if (!action || action.agentId !== agentId) throw notFound('AgentAction')
  return { agent, action }
}

function note(rows: Rows, agent: Agent, action: AgentAction, actor: string, operation: string): void {
  const { status, failureReason, transactionId, destinationId, amount, currency } = action
  const wish = wishOf(action)
  const outcome: Note['outcome'] = status === 'FAILED' ? 'FAILED' : 'DONE'
  noteDecision(rows, agent, {
    actor,
    operation,
    outcome,
    ...(failureReason !== null && { errorCode: failureReason }),
    actionId: actionId(action),
    ...(wish ? noteOf(wish) : { details: { accountId: destinationId } }),
    ...(transactionId !== null && { transactionId: wireId('Transaction', transactionId) }),
    ...(amount !== null && currency !== null && { amount: presentMoney(amount, currency) }),
  })
}
