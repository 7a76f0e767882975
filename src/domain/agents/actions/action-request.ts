/** Owns what an agent wants done with money, and what its policy is to be asked about it. */
import { bareId, wireId } from '../../../core/ids.ts'
import { notFound, refuse } from '../../../core/refusal.ts'
import type { Rows } from '../../../engine/rows.ts'
import { accounts } from '../../accounts/tables.ts'
import { balances } from '../../ledger/tables.ts'
import { externalAccounts } from '../../payments/external-accounts/tables.ts'
import { type Quote, quotes } from '../../payments/quotes/tables.ts'
import { transactions } from '../../payments/transactions/tables.ts'
import type { TransferEnds } from '../../payments/transactions/transfer.ts'
import type { Agent } from '../agent.ts'
import type { Price } from '../policies/cost.ts'
import type { AgentAction } from './action.ts'

export type ActionRequest = { readonly type: 'EXECUTE_QUOTE'; readonly quoteId: string } | TransferRequest

export interface TransferRequest {
  readonly type: 'TRANSFER_OUT' | 'TRANSFER_IN'
  /** Wire ids. */
  readonly sourceId: string
  readonly destinationId: string
  /** Minor units; absent: all that the source can spend. */
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

/** What a wish comes to. */
export interface PricedRequest {
  readonly price: Price
  /** Wire ids of the internal accounts that take part, the one that pays first. */
  readonly accountIds: readonly string[]
  /** Who is paid outside, as a question to the policy names it. */
  readonly payee?: string
  readonly quote?: Quote
}

/** Looks at what the wish names: all of it is the customer's. @throws Refusal QUOTE_NOT_FOUND, INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND, INVALID_AMOUNT */
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

/** A quote that this agent has made. @throws Refusal QUOTE_NOT_FOUND */
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

/** Who is paid outside. Other people's internal accounts are not paid by their ids. */
const payeeOf = ({ destinationType, destinationId, destinationAccountId }: Quote): string | undefined =>
  destinationType === 'UMA_ADDRESS' || destinationAccountId === null ? destinationId : undefined

/** Another's account looks as one that nobody has. @param account wire id. @throws Refusal INTERNAL_ACCOUNT_NOT_FOUND, EXTERNAL_ACCOUNT_NOT_FOUND */
export function requireOwnAccount(rows: Rows, { customerId }: Agent, account: string): void {
  const isInternal = account.startsWith('InternalAccount:')
  const owner = isInternal
    ? rows.peek(accounts, bareId(account))?.customerId
    : rows.peek(externalAccounts, bareId(account))?.customerId
  if (owner !== customerId) throw notFound(isInternal ? 'InternalAccount' : 'ExternalAccount')
}

/** What was asked for, from what was kept of it; undefined where no money is to move. */
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
