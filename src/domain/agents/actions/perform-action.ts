/** Action execution: runs the same commands that the platform uses, and counts the amount as usage. */
import type { Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { TransferVerdict } from '../../../providers/rails/port.ts'
import { countSpending } from '../../payments/allowances/count-spending.ts'
import { executeQuote } from '../../payments/quotes/execute-quote.ts'
import { isUndone, type Transaction, transactions } from '../../payments/transactions/transaction.ts'
import { createTransferIn } from '../../payments/transactions/transfers/create-transfer-in.ts'
import { createTransferOut, payingAccount } from '../../payments/transactions/transfers/create-transfer-out.ts'
import { transferEnds } from '../../payments/transactions/transfers/transfer-ends.ts'
import { refuseOutOfLimits, TRANSFER_FIELDS } from '../../platform/limits.ts'
import { type Agent, policyState } from '../agent.ts'
import { type CurrentRates, policyCost } from '../policies/cost.ts'
import { evaluatePolicy, type PolicyDecision, type PolicyQuestion, periodLimitsOf } from '../policies/policy.ts'
import {
  type ActionRequest,
  endsOf,
  type PricedRequest,
  REQUIRED_PERMISSION,
  type TransferRequest,
} from './action-request.ts'

/** Evaluates the policy against current usage. `cost` is in minor units of the currency of the spending limits. */
export function evaluateRequest(
  rows: Rows,
  agent: Agent,
  request: ActionRequest,
  { price, accountIds, payee }: PricedRequest,
  rates: CurrentRates,
): { verdict: PolicyDecision; question: PolicyQuestion; cost: bigint } {
  const cost = policyCost(agent, price, rates)
  const question: PolicyQuestion = {
    permission: REQUIRED_PERMISSION[request.type],
    accountIds,
    ...(payee && { payee }),
    cost,
  }
  return { verdict: evaluatePolicy(policyState(rows, agent), question), question, cost: cost.inLimits }
}

/**
 * Moves the money. A payment that the rail refuses immediately is not counted. @throws SignatureNeeded; Refusal as
 * quotes and transfers do
 */
export function performAction(
  rows: Rows,
  agent: Agent,
  request: ActionRequest,
  { price, quote }: PricedRequest,
  { signer, verdict, cost }: { signer: Signer | undefined; verdict: TransferVerdict; cost: bigint },
): Transaction {
  const payment = pay(rows, agent, request, {
    signer,
    verdict,
    amount: price.amount,
    transactionId: quote?.transactionId,
  })
  const limits = periodLimitsOf(agent.policy)
  if (!isUndone(payment)) countSpending(rows, { agentId: agent.id, transactionId: payment.id, amount: cost, limits })
  return payment
}

interface PaymentTerms {
  readonly signer: Signer | undefined
  readonly verdict: TransferVerdict
  readonly amount: bigint
  readonly transactionId: string | undefined
}

function pay(
  rows: Rows,
  agent: Agent,
  request: ActionRequest,
  { signer, verdict, amount, transactionId }: PaymentTerms,
): Transaction {
  if (request.type === 'EXECUTE_QUOTE') {
    executeQuote(rows, request.quoteId, signer)
    return rows.get(transactions, transactionId as string)
  }
  const transfer = {
    sourceId: request.sourceId,
    destinationId: request.destinationId,
    amount,
    agentId: agent.id,
    verdict,
  }
  return request.type === 'TRANSFER_OUT' ? createTransferOut(rows, transfer) : createTransferIn(rows, transfer)
}

/**
 * Refuses a transfer that could not be executed even after approval, by the checks of the transfer commands. The balance
 * is not checked: money may arrive before the approval.
 * @throws Refusal as transfers do
 */
export function refuseUnexecutable(
  rows: Rows,
  request: TransferRequest,
  { amount, currency }: PricedRequest['price'],
): void {
  const isOut = request.type === 'TRANSFER_OUT'
  if (isOut) payingAccount(rows, request)
  else transferEnds(rows, endsOf(request))
  refuseOutOfLimits(rows, currency, isOut ? 'OUTGOING' : 'INCOMING', amount, TRANSFER_FIELDS)
}
