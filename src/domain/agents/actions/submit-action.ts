/** Action submission use case: execute, queue for approval or refuse, as the policy decides. */
import { presentMoney } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import type { Signer } from '../../../core/signature.ts'
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { begin, move } from '../../../infra/state-machines/move.ts'
import { openQuote } from '../../payments/quotes/pay-quote.ts'
import { paymentSignature } from '../../payments/quotes/wallet-payment.ts'
import type { Transaction } from '../../payments/transactions/transaction.ts'
import { type Agent, type AgentCaller, agentReads, authenticatedAgent, policyState } from '../agent.ts'
import { requestDetailsOf } from '../audit-log/audit-details.ts'
import { appendAuditEntry } from '../audit-log/audit-log.ts'
import { evaluatePolicy, refuseDenied } from '../policies/policy.ts'
import { type ActionView, type AgentAction, actionId, actionMachine, viewAction } from './action.ts'
import {
  type ActionRequest,
  type PricedRequest,
  priceRequest,
  REQUIRED_PERMISSION,
  requestReads,
} from './action-request.ts'
import type { ExternalInputs } from './external-inputs.ts'
import { evaluateRequest, performAction, refuseUnexecutable } from './perform-action.ts'

export interface Submission extends ExternalInputs {
  readonly by: AgentCaller
  readonly request: ActionRequest
  /** operationId, for the audit log. */
  readonly operation: string
}

/** @throws SignatureNeeded; Refusal UNAUTHORIZED, AGENT_PAUSED, FORBIDDEN, AGENT_LIMIT_EXCEEDED, and as quotes and transfers do */
export const submitAction = command({
  reads: (seen, { by, request }: Submission) => [...agentReads(by.id), ...requestReads(seen, request)],
  run(rows, { by, request, operation, rates, verdict: transferVerdict }, signer): ActionView {
    const agent = authenticatedAgent(rows, by)
    // Checked first, so that an agent without the permission cannot probe for accounts and quotes.
    const permission = { permission: REQUIRED_PERMISSION[request.type] }
    refuseDenied(evaluatePolicy(policyState(rows, agent), permission), permission)
    const priced = priceRequest(rows, agent, request)
    const { verdict, question, cost } = evaluateRequest(rows, agent, request, priced, rates)
    refuseDenied(verdict, question)
    if (transferVerdict.uncarried) throw transferVerdict.uncarried
    const rule = verdict.decision === 'ALLOW' ? null : verdict.rule
    const submitted = { agent, request, priced, rule, signer: signer ?? null }
    const action =
      rule === null
        ? recordExecution(
            rows,
            submitted,
            performAction(rows, agent, request, priced, { signer, verdict: transferVerdict, cost }),
          )
        : queueForApproval(rows, submitted, signer)
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
  },
})

interface Submitted {
  readonly agent: Agent
  readonly request: ActionRequest
  readonly priced: PricedRequest
  readonly rule: AgentAction['approvalRule']
  readonly signer: Signer | null
}

/** Leaves the decision to the platform. Requests that could not be executed are refused now; the holder of a paying wallet signs now. */
const queueForApproval = command({
  signature: (rows, { priced: { quote } }: Submitted) => quote && paymentSignature(rows, openQuote(rows, quote.id)),
  run(rows, submitted): AgentAction {
    const { request, priced } = submitted
    if (request.type !== 'EXECUTE_QUOTE') refuseUnexecutable(rows, request, priced.price)
    const machine = actionMachine(priced.quote && { quote: priced.quote })
    return begin(rows, machine, actionRow(rows, submitted, 'PENDING_APPROVAL'), 'PENDING_APPROVAL')
  },
})

/** Records an executed action. A payment that the bank refused immediately makes it FAILED. */
function recordExecution(rows: Rows, submitted: Submitted, payment: Transaction): AgentAction {
  const machine = actionMachine()
  const row = { ...actionRow(rows, submitted, 'APPROVED'), transactionId: payment.id }
  const action = begin(rows, machine, row, 'APPROVED')
  return payment.status === 'FAILED'
    ? move(rows, machine, action, 'fail', { failureReason: payment.failureReason })
    : action
}

const actionRow = (
  rows: Rows,
  { agent, request, priced: { price }, rule, signer }: Submitted,
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
