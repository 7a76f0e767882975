/** Payment reads of agents. */
import type { Contract } from '../../../../../contract/contract.ts'
import { bareId, wireId } from '../../../../core/ids.ts'
import { notFound } from '../../../../core/refusal.ts'
import type { Request } from '../../../../infra/operations/handlers.ts'
import { getQuoteById } from '../../../payments/quotes/queries.ts'
import type { Quote } from '../../../payments/quotes/quote.ts'
import { getTransactionById, listTransactions } from '../../../payments/transactions/queries.ts'
import type { Transaction } from '../../../payments/transactions/transaction.ts'
import { allowedAccounts, maySeeTransaction } from '../../policies/policy.ts'
import type { ReadNeeds } from '../accounts/queries.ts'
import { callingAgent, requireReadPermission } from '../agent-caller.ts'

/** Payments of its customer from and to accounts that the policy allows. @throws Refusal UNAUTHORIZED, FORBIDDEN */
export async function agentListTransactions(
  { store, engine, pages }: ReadNeeds,
  request: Request<Contract['agentListTransactions']>,
) {
  const reading = { operation: 'agentListTransactions', permission: 'VIEW_TRANSACTIONS' } as const
  const { customerId, policy } = await requireReadPermission({ store, engine }, request, reading)
  const among = allowedAccounts(policy)
  const query = { ...request.query, customerId: wireId('Customer', customerId), ...(among && { among }) }
  return listTransactions(store, pages, request.platformId, query)
}

/** @throws Refusal UNAUTHORIZED, FORBIDDEN, TRANSACTION_NOT_FOUND */
export async function agentGetTransaction(
  { store, engine }: ReadNeeds,
  request: Request<Contract['agentGetTransaction']>,
): Promise<Transaction> {
  const { transactionId } = request.params
  const reading = { operation: 'agentGetTransaction', permission: 'VIEW_TRANSACTIONS', transactionId } as const
  const agent = await requireReadPermission({ store, engine }, request, reading)
  const payment = await getTransactionById(store, request.platformId, bareId(transactionId))
  if (payment.customerId !== agent.customerId || !maySeeTransaction(agent.policy, payment))
    throw notFound('Transaction')
  return payment
}

/** A quote that this agent created. @throws Refusal UNAUTHORIZED, QUOTE_NOT_FOUND */
export async function agentGetQuote({ store }: ReadNeeds, request: Request<Contract['agentGetQuote']>): Promise<Quote> {
  const agent = await callingAgent(store, request)
  const quote = await getQuoteById(store, request.platformId, bareId(request.params.quoteId))
  const payment = await getTransactionById(store, request.platformId, quote.transactionId)
  if (payment.agentId !== agent.id || !maySeeTransaction(agent.policy, payment)) throw notFound('Quote')
  return quote
}
