/** Decision about an action (decision 54): look-up and audit entry, shared by approval and rejection. */
import { presentMoney } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { notFound } from '../../../core/refusal.ts'
import type { Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { type Agent, agentReads, existingAgent } from '../agent.ts'
import { requestDetailsOf } from '../audit-log/audit-details.ts'
import { type AuditRecord, appendAuditEntry } from '../audit-log/audit-log.ts'
import { type AgentAction, actionId, actionMachine, agentActions } from './action.ts'
import { actionRequestOf } from './action-request.ts'

/** The action and who decides about it. Ids are bare. */
export interface ActionDecision {
  readonly agentId: string
  readonly actionId: string
  readonly actor: string
}

export const machine = actionMachine()

/** Reads of a command that decides about an action. */
export const decisionReads = ({ agentId, actionId }: ActionDecision): Read[] => [
  ...agentReads(agentId),
  [agentActions, actionId],
]

export function actionToDecide(
  rows: Rows,
  { agentId, actionId }: ActionDecision,
): { agent: Agent; action: AgentAction } {
  const agent = existingAgent(rows, agentId)
  const action = rows.find(agentActions, actionId)
  if (!action || action.agentId !== agentId) throw notFound('AgentAction')
  return { agent, action }
}

export function auditDecision(rows: Rows, agent: Agent, action: AgentAction, actor: string, operation: string): void {
  const { status, failureReason, transactionId, destinationId, amount, currency } = action
  const request = actionRequestOf(action)
  const outcome: AuditRecord['outcome'] = status === 'FAILED' ? 'FAILED' : 'DONE'
  appendAuditEntry(rows, agent, {
    actor,
    operation,
    outcome,
    ...(failureReason !== null && { errorCode: failureReason }),
    actionId: actionId(action),
    ...(request ? requestDetailsOf(request) : { details: { accountId: destinationId } }),
    ...(transactionId !== null && { transactionId: wireId('Transaction', transactionId) }),
    ...(amount !== null && currency !== null && { amount: presentMoney(amount, currency) }),
  })
}
