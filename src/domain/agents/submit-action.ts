/** Owns what becomes of an agent's wish: done at once, left for approval, or refused, as its policy says. */
import { presentMoney } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { requireSignature, type Signer } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import { begin, move } from '../../infra/states/move.ts'
import { openQuote } from '../payments/quotes/pay-quote.ts'
import { paymentSignature } from '../payments/quotes/wallet-payment.ts'
import type { Transaction } from '../payments/transactions/tables.ts'
import { actionId, actionMachine, shownAction } from './action-machine.ts'
import { type AgentCaller, liveAgent, standingOf } from './live-agent.ts'
import { noteDecision } from './note-decision.ts'
import { noteOf } from './note-wish.ts'
import { decide, type Means, performAction, refuseUnfit } from './perform-action.ts'
import { judge, refuseDenied } from './policy.ts'
import type { Shown } from './present.ts'
import type { Agent, AgentAction } from './tables.ts'
import { PERMISSION, type Weighed, type Wish, weigh } from './wish.ts'

/** @throws SignatureNeeded; Refusal UNAUTHORIZED, AGENT_PAUSED, FORBIDDEN, AGENT_LIMIT_EXCEEDED, and as quotes and transfers do */
export function submitAction(
  rows: Rows,
  by: AgentCaller,
  wish: Wish,
  { signer, operation, ...means }: Means & { signer: Signer | undefined; operation: string },
): Shown {
  const agent = liveAgent(rows, by)
  // Whoever may not ask at all is not told what there is.
  const permission = { permission: PERMISSION[wish.type] }
  refuseDenied(judge(standingOf(rows, agent), permission), permission)
  const weighed = weigh(rows, agent, wish)
  const { verdict, question, cost } = decide(rows, agent, wish, weighed, means.rates)
  refuseDenied(verdict, question)
  const rule = verdict.decision === 'ALLOW' ? null : verdict.rule
  const kept = { rule, signer: signer ?? null }
  const action =
    rule === null
      ? begun(rows, agent, wish, weighed, kept, performAction(rows, agent, wish, weighed, { ...means, signer, cost }))
      : left(rows, agent, wish, weighed, kept)
  noteDecision(rows, agent, {
    actor: wireId('Agent', agent.id),
    operation,
    decision: verdict.decision,
    ...(rule !== null && { rule }),
    outcome: rule !== null ? 'WAITING' : action.status === 'FAILED' ? 'FAILED' : 'DONE',
    ...(action.failureReason !== null && { errorCode: action.failureReason }),
    actionId: actionId(action),
    ...noteOf(wish),
    ...(action.transactionId !== null && { transactionId: wireId('Transaction', action.transactionId) }),
    amount: presentMoney(weighed.price.amount, weighed.price.currency),
  })
  return shownAction(rows, action)
}

interface Kept {
  readonly rule: AgentAction['approvalRule']
  readonly signer: Signer | null
}

/** Waits for the platform, which is asked about nothing that cannot be paid. The holder of a wallet has agreed before. */
function left(rows: Rows, agent: Agent, wish: Wish, weighed: Weighed, kept: Kept): AgentAction {
  const { quote, price } = weighed
  if (quote) requireSignature(kept.signer ?? undefined, paymentSignature(rows, openQuote(rows, quote.id)))
  if (wish.type !== 'EXECUTE_QUOTE') refuseUnfit(rows, wish, price)
  const machine = actionMachine(quote && { quote })
  return begin(rows, machine, actionRow(rows, agent, wish, weighed, kept, 'PENDING_APPROVAL'), 'PENDING_APPROVAL')
}

/** What a bank refuses at once has failed at once. */
function begun(rows: Rows, agent: Agent, wish: Wish, weighed: Weighed, kept: Kept, payment: Transaction): AgentAction {
  const machine = actionMachine()
  const row = { ...actionRow(rows, agent, wish, weighed, kept, 'APPROVED'), transactionId: payment.id }
  const action = begin(rows, machine, row, 'APPROVED')
  return payment.status === 'FAILED'
    ? move(rows, machine, action, 'fail', { failureReason: payment.failureReason })
    : action
}

const actionRow = (
  rows: Rows,
  agent: Agent,
  wish: Wish,
  { price }: Weighed,
  { rule, signer }: Kept,
  status: AgentAction['status'],
): AgentAction => ({
  id: rows.newId(),
  agentId: agent.id,
  customerId: agent.customerId,
  platformCustomerId: agent.platformCustomerId,
  status,
  type: wish.type,
  quoteId: wish.type === 'EXECUTE_QUOTE' ? wish.quoteId : null,
  sourceId: wish.type === 'EXECUTE_QUOTE' ? null : wish.sourceId,
  destinationId: wish.type === 'EXECUTE_QUOTE' ? null : wish.destinationId,
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
