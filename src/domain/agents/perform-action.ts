/** Owns the doing of what an agent wants, by the very commands of the platform, and its counting. */

import type { Signer } from '../../core/signature.ts'
import type { Rows } from '../../engine/rows.ts'
import type { TransferVerdict } from '../../providers/rails/port.ts'
import { countSpending } from '../payments/allowances/count-spending.ts'
import { executeQuote } from '../payments/quotes/execute-quote.ts'
import { isUndone } from '../payments/transactions/payments.ts'
import { type Transaction, transactions } from '../payments/transactions/tables.ts'
import { transferEnds } from '../payments/transactions/transfer.ts'
import { transferIn } from '../payments/transactions/transfer-in.ts'
import { payingAccount, transferOut } from '../payments/transactions/transfer-out.ts'
import { refuseOutOfLimits, TRANSFER_FIELDS } from '../platform/limits.ts'
import { costOf, type RatesOfNow } from './cost.ts'
import { standingOf } from './live-agent.ts'
import { judge, limitsOf, type Question, type Verdict } from './policy.ts'
import type { Agent } from './tables.ts'
import { endsOf, PERMISSION, type Transfer, type Weighed, type Wish } from './wish.ts'

/** What is known from outside before the command. */
export interface Means {
  readonly rates: RatesOfNow
  /** What the rail says beforehand of the account at the other end of a transfer. */
  readonly verdict: TransferVerdict
}

/** What the policy says about it now. */
export function decide(
  rows: Rows,
  agent: Agent,
  wish: Wish,
  { price, accountIds, payee }: Weighed,
  rates: RatesOfNow,
): { verdict: Verdict; question: Question; cost: bigint } {
  const cost = costOf(agent, price, rates)
  const question: Question = { permission: PERMISSION[wish.type], accountIds, ...(payee && { payee }), cost }
  return { verdict: judge(standingOf(rows, agent), question), question, cost: cost.inLimits }
}

/** Moves the money. Counted is what was not refused at once. @throws SignatureNeeded; Refusal as quotes and transfers do */
export function performAction(
  rows: Rows,
  agent: Agent,
  wish: Wish,
  { price, quote }: Weighed,
  { signer, verdict, cost }: { signer: Signer | undefined; verdict: TransferVerdict; cost: bigint },
): Transaction {
  const payment = pay(rows, agent, wish, { signer, verdict, amount: price.amount, transactionId: quote?.transactionId })
  if (!isUndone(payment)) countSpending(rows, agent.id, payment.id, cost, limitsOf(agent.policy))
  return payment
}

interface Payment {
  readonly signer: Signer | undefined
  readonly verdict: TransferVerdict
  readonly amount: bigint
  readonly transactionId: string | undefined
}

function pay(rows: Rows, agent: Agent, wish: Wish, { signer, verdict, amount, transactionId }: Payment): Transaction {
  if (wish.type === 'EXECUTE_QUOTE') {
    executeQuote(rows, wish.quoteId, signer)
    return rows.get(transactions, transactionId as string)
  }
  const transfer = { sourceId: wish.sourceId, destinationId: wish.destinationId, amount, agentId: agent.id, verdict }
  return wish.type === 'TRANSFER_OUT' ? transferOut(rows, transfer) : transferIn(rows, transfer)
}

/**
 * Refuses a transfer that no approval could execute, by the commands' own checks. A source that holds too little is
 * none of them: the money may come before the approval.
 * @throws Refusal as transfers do
 */
export function refuseUnfit(rows: Rows, wish: Transfer, { amount, currency }: Weighed['price']): void {
  const isOut = wish.type === 'TRANSFER_OUT'
  if (isOut) payingAccount(rows, wish)
  else transferEnds(rows, endsOf(wish))
  refuseOutOfLimits(rows, currency, isOut ? 'OUTGOING' : 'INCOMING', amount, TRANSFER_FIELDS)
}
