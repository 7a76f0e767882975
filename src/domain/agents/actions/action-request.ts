/** Action request: a payment that an agent requests, its price, and the question for its policy. */
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Read, SeenRows } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { balances } from '../../ledger/balance.ts'
import { externalAccounts } from '../../payments/external-accounts/external-account.ts'
import { paymentReads } from '../../payments/quotes/pay-quote.ts'
import { type Quote, quotes } from '../../payments/quotes/quote.ts'
import { transactions } from '../../payments/transactions/transaction.ts'
import { type TransferEnds, transferReads } from '../../payments/transactions/transfers/transfer-ends.ts'
import type { Agent } from '../agent.ts'
import type { Price } from '../policies/cost.ts'
import type { AgentAction } from './action.ts'

export type ActionRequest = { readonly type: 'EXECUTE_QUOTE'; readonly quoteId: string } | TransferRequest

export interface TransferRequest {
  readonly type: 'TRANSFER_OUT' | 'TRANSFER_IN'
  /** Wire ids. */
  readonly sourceId: string
  readonly destinationId: string
  /** Minor units; undefined: the whole spendable balance of the source. */
  readonly amount: bigint | undefined
}

export const endsOf = ({ type, sourceId, destinationId }: TransferRequest): TransferEnds =>
  type === 'TRANSFER_OUT'
    ? { internal: sourceId, external: destinationId }
    : { internal: destinationId, external: sourceId }

export const REQUIRED_PERMISSION = {
  EXECUTE_QUOTE: 'EXECUTE_QUOTES',
  TRANSFER_OUT: 'CREATE_TRANSFERS',
  TRANSFER_IN: 'CREATE_TRANSFERS',
} as const

/** Reads of a command that prices and executes a request. */
export function requestReads(seen: SeenRows, request: ActionRequest): Read[] {
  if (request.type === 'EXECUTE_QUOTE')
    return [[quotes, request.quoteId], ...paymentReads(seen.lastSeen(quotes, request.quoteId))]
  const ends = endsOf(request)
  return [...transferReads(seen, ends), [balances, bareId(ends.internal)]]
}

/** A request with its price and the accounts involved. */
export interface PricedRequest {
  readonly price: Price
  /** Wire ids of the internal accounts involved, the paying one first. */
  readonly accountIds: readonly string[]
  /** External payee, as in `PolicyQuestion`. */
  readonly payee?: string
  readonly quote?: Quote
}

/** Checks that every account and quote is the customer's, and prices the request. @throws Refusal QUOTE_NOT_FOUND, INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_AMOUNT */
export function priceRequest(rows: Rows, agent: Agent, request: ActionRequest): PricedRequest {
  if (request.type === 'EXECUTE_QUOTE') return priceQuote(getOwnQuote(rows, agent, request.quoteId))
  const { internal, external } = endsOf(request)
  requireOwnAccount(rows, agent, internal)
  requireOwnAccount(rows, agent, external)
  const { currency } = rows.get(accounts, bareId(internal))
  const amount = request.amount ?? spendableBalance(rows, bareId(internal))
  if (amount <= 0n) refuse('INVALID_AMOUNT', 'The account is empty: there is nothing to send')
  return {
    price: { amount, currency },
    accountIds: [internal],
    ...(request.type === 'TRANSFER_OUT' && { payee: external }),
  }
}

function spendableBalance(rows: Rows, accountId: string): bigint {
  const { posted, held } = rows.get(balances, accountId)
  return posted - held
}

/** A quote that this agent created. @throws Refusal QUOTE_NOT_FOUND */
function getOwnQuote(rows: Rows, agent: Agent, quoteId: string): Quote {
  const quote = rows.get(quotes, quoteId)
  if (rows.get(transactions, quote.transactionId).agentId !== agent.id) throw notFound('Quote')
  return quote
}

function priceQuote(quote: Quote): PricedRequest {
  const { totalSendingAmount, sendingCurrency, receivingCurrency, exchangeRate } = quote
  const payee = payeeOf(quote)
  const ends = [quote.sourceAccountId, quote.destinationType === 'ACCOUNT' ? quote.destinationAccountId : null]
  return {
    price: { amount: totalSendingAmount, currency: sendingCurrency, locked: { receivingCurrency, exchangeRate } },
    accountIds: ends.flatMap((id) => (id === null ? [] : [wireId('InternalAccount', id)])),
    ...(payee !== undefined && { payee }),
    quote,
  }
}

/** External payee. Internal accounts of other customers cannot be named, so they need no check. */
const payeeOf = ({ destinationType, destinationId, destinationAccountId }: Quote): string | undefined =>
  destinationType === 'UMA_ADDRESS' || destinationAccountId === null ? destinationId : undefined

/** Another customer's account is reported like one that does not exist. @param account wire id. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND */
export function requireOwnAccount(rows: Rows, { customerId }: Agent, account: string): void {
  const isInternal = account.startsWith('InternalAccount:')
  const owner = isInternal
    ? rows.peek(accounts, bareId(account))?.customerId
    : rows.peek(externalAccounts, bareId(account))?.customerId
  if (owner !== customerId) throw notFound(isInternal ? 'InternalAccount' : 'ExternalAccount')
}

/** The request that an action was created from; undefined for ADD_EXTERNAL_ACCOUNT, which moves no money. */
export function actionRequestOf({
  type,
  quoteId,
  sourceId,
  destinationId,
  amount,
}: AgentAction): ActionRequest | undefined {
  if (type === 'ADD_EXTERNAL_ACCOUNT') return undefined
  return type === 'EXECUTE_QUOTE'
    ? { type, quoteId: quoteId as string }
    : { type, sourceId: sourceId as string, destinationId: destinationId as string, amount: amount ?? undefined }
}
