/** Action submission use case: executed at once, queued for approval, or refused, as the policy decides. */
import { presentMoney } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { requireSignature, type Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import { begin, move } from '../../../infra/states/move.ts'
import { openQuote } from '../../payments/quotes/pay-quote.ts'
import { paymentSignature } from '../../payments/quotes/wallet-payment.ts'
import type { Transaction } from '../../payments/transactions/transaction.ts'
import { type Agent, type AgentCaller, authenticatedAgent, policyState } from '../agent.ts'
import { requestDetailsOf } from '../audit-log/audit-details.ts'
import { appendAuditEntry } from '../audit-log/audit-log.ts'
import { evaluatePolicy, refuseDenied } from '../policies/policy.ts'
import { type ActionView, type AgentAction, actionId, actionMachine, viewAction } from './action.ts'
import { type ActionRequest, type PricedRequest, priceRequest, REQUIRED_PERMISSION } from './action-request.ts'
import type { ExternalInputs } from './external-inputs.ts'
import { evaluateRequest, performAction, refuseUnexecutable } from './perform-action.ts'

/** @throws SignatureNeeded; Refusal UNAUTHORIZED, AGENT_PAUSED, FORBIDDEN, AGENT_LIMIT_EXCEEDED, and as quotes and transfers do */
export function submitAction(
  rows: Rows,
  by: AgentCaller,
  request: ActionRequest,
  { signer, operation, ...inputs }: ExternalInputs & { signer: Signer | undefined; operation: string },
): ActionView {
  const agent = authenticatedAgent(rows, by)
  // Checked first, so that an agent without the permission cannot probe for accounts and quotes.
  const permission = { permission: REQUIRED_PERMISSION[request.type] }
  refuseDenied(evaluatePolicy(policyState(rows, agent), permission), permission)
  const priced = priceRequest(rows, agent, request)
  const { verdict, question, cost } = evaluateRequest(rows, agent, request, priced, inputs.rates)
  refuseDenied(verdict, question)
  const rule = verdict.decision === 'ALLOW' ? null : verdict.rule
  const kept = { rule, signer: signer ?? null }
  const action =
    rule === null
      ? startAction(
          rows,
          agent,
          request,
          priced,
          kept,
          performAction(rows, agent, request, priced, { ...inputs, signer, cost }),
        )
      : queueForApproval(rows, agent, request, priced, kept)
  appendAuditEntry(rows, agent, {
    actor: wireId('Agent', agent.id),
    operation,
    decision: verdict.decision,
    ...(rule !== null && { rule }),
    outcome: rule !== null ? 'WAITING' : action.status === 'FAILED' ? 'FAILED' : 'DONE',
    ...(action.failureReason !== null && { errorCode: action.failureReason }),
    actionId: actionId(action),
    ...requestDetailsOf(request),
    ...(action.transactionId !== null && { transactionId: wireId('Transaction', action.transactionId) }),
    amount: presentMoney(priced.price.amount, priced.price.currency),
  })
  return viewAction(rows, action)
}

interface ApprovalContext {
  readonly rule: AgentAction['approvalRule']
  readonly signer: Signer | null
}

/** Leaves the decision to the platform. Requests that could not be executed are refused now; the holder of a paying wallet signs now. */
function queueForApproval(
  rows: Rows,
  agent: Agent,
  request: ActionRequest,
  priced: PricedRequest,
  kept: ApprovalContext,
): AgentAction {
  const { quote, price } = priced
  if (quote) requireSignature(kept.signer ?? undefined, paymentSignature(rows, openQuote(rows, quote.id)))
  if (request.type !== 'EXECUTE_QUOTE') refuseUnexecutable(rows, request, price)
  const machine = actionMachine(quote && { quote })
  return begin(rows, machine, actionRow(rows, agent, request, priced, kept, 'PENDING_APPROVAL'), 'PENDING_APPROVAL')
}

/** Records an executed action. A payment that the bank refused at once makes it FAILED. */
function startAction(
  rows: Rows,
  agent: Agent,
  request: ActionRequest,
  priced: PricedRequest,
  kept: ApprovalContext,
  payment: Transaction,
): AgentAction {
  const machine = actionMachine()
  const row = { ...actionRow(rows, agent, request, priced, kept, 'APPROVED'), transactionId: payment.id }
  const action = begin(rows, machine, row, 'APPROVED')
  return payment.status === 'FAILED'
    ? move(rows, machine, action, 'fail', { failureReason: payment.failureReason })
    : action
}

const actionRow = (
  rows: Rows,
  agent: Agent,
  request: ActionRequest,
  { price }: PricedRequest,
  { rule, signer }: ApprovalContext,
  status: AgentAction['status'],
): AgentAction => ({
  id: rows.newId(),
  agentId: agent.id,
  customerId: agent.customerId,
  platformCustomerId: agent.platformCustomerId,
  status,
  type: request.type,
  quoteId: request.type === 'EXECUTE_QUOTE' ? request.quoteId : null,
  sourceId: request.type === 'EXECUTE_QUOTE' ? null : request.sourceId,
  destinationId: request.type === 'EXECUTE_QUOTE' ? null : request.destinationId,
  amount: price.amount,
  currency: price.currency,
  approvalRule: rule,
  signer,
  transactionId: null,
  rejectionReason: null,
  failureReason: null,
  version: 0,
  createdAt: rows.now,
  updatedAt: rows.now,
})
