/** Audit details: what an agent requested, as ids, amounts and types. No personal data. */
import type { ExternalAccountCreateRequest } from '../../../../contract/payments/external-accounts/external-accounts.ts'
import type { QuoteRequest } from '../../../../contract/payments/quotes.ts'
import { presentMoney } from '../../../core/currency.ts'
import { bareId, wireId } from '../../../core/ids.ts'
import type { Rows } from '../../../engine/rows.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { quotes } from '../../payments/quotes/quote.ts'
import { type ActionRequest, endsOf, type TransferRequest } from '../actions/action-request.ts'
import type { Price } from '../policies/cost.ts'
import type { RequestDetails } from './audit-log.ts'

export const requestDetailsOf = (request: ActionRequest): RequestDetails =>
  request.type === 'EXECUTE_QUOTE'
    ? { quoteId: wireId('Quote', request.quoteId) }
    : { details: { sourceAccountId: request.sourceId, destinationAccountId: request.destinationId } }

/** With the amount, where the request has one and its account or quote exists. */
export function refusedRequestDetails(rows: Rows, request: ActionRequest): RequestDetails {
  const price =
    request.type === 'EXECUTE_QUOTE' ? findQuotePrice(rows, request.quoteId) : findTransferPrice(rows, request)
  return { ...requestDetailsOf(request), ...(price && { amount: presentMoney(price.amount, price.currency) }) }
}

function findQuotePrice(rows: Rows, quoteId: string): Price | undefined {
  const quote = rows.peek(quotes, quoteId)
  return quote && { amount: quote.totalSendingAmount, currency: quote.sendingCurrency }
}

function findTransferPrice(rows: Rows, transfer: TransferRequest): Price | undefined {
  const account = rows.peek(accounts, bareId(endsOf(transfer).internal))
  return account && transfer.amount !== undefined ? { amount: transfer.amount, currency: account.currency } : undefined
}

/** Of a refused quote. A UMA address is personal data, and is left out. */
export function quoteRequestDetailsOf(request: QuoteRequest): RequestDetails {
  const { source, destination, lockedCurrencySide, lockedCurrencyAmount } = request
  return {
    details: {
      ...(source.sourceType === 'ACCOUNT' && { sourceAccountId: source.accountId }),
      ...(destination.destinationType === 'ACCOUNT' && { destinationAccountId: destination.accountId }),
      lockedCurrencySide,
      lockedCurrencyAmount,
    },
  }
}

/** Of a refused external account: nothing that identifies its owner. */
export const externalAccountDetailsOf = ({
  customerId,
  currency,
  accountInfo,
}: ExternalAccountCreateRequest): RequestDetails => ({
  details: { ...(customerId !== undefined && { customerId }), currency, accountType: accountInfo.accountType },
})
