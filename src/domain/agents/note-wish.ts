/** Owns how the audit log tells what an agent asked for: ids, amounts and kinds, and nothing that names a person. */
import type { ExternalAccountCreateRequest } from '../../../contract/payments/external-accounts/external-accounts.ts'
import type { QuoteRequest } from '../../../contract/payments/quotes.ts'
import { presentMoney } from '../../core/currency.ts'
import { bareId, wireId } from '../../core/ids.ts'
import type { Rows } from '../../engine/rows.ts'
import { accounts } from '../accounts/tables.ts'
import { quotes } from '../payments/quotes/tables.ts'
import type { Price } from './cost.ts'
import type { Wanted } from './note-decision.ts'
import { endsOf, type Transfer, type Wish } from './wish.ts'

/** Whatever came of it. */
export const noteOf = (wish: Wish): Wanted =>
  wish.type === 'EXECUTE_QUOTE'
    ? { quoteId: wireId('Quote', wish.quoteId) }
    : { details: { sourceAccountId: wish.sourceId, destinationAccountId: wish.destinationId } }

/** With the amount, unless none was named or there is no such account or quote. */
export function noteOfRefused(rows: Rows, wish: Wish): Wanted {
  const price = wish.type === 'EXECUTE_QUOTE' ? priceOfQuote(rows, wish.quoteId) : priceOfTransfer(rows, wish)
  return { ...noteOf(wish), ...(price && { amount: presentMoney(price.amount, price.currency) }) }
}

function priceOfQuote(rows: Rows, quoteId: string): Price | undefined {
  const quote = rows.peek(quotes, quoteId)
  return quote && { amount: quote.totalSendingAmount, currency: quote.sendingCurrency }
}

function priceOfTransfer(rows: Rows, transfer: Transfer): Price | undefined {
  const account = rows.peek(accounts, bareId(endsOf(transfer).internal))
  return account && transfer.amount !== undefined ? { amount: transfer.amount, currency: account.currency } : undefined
}

/** Of a quote that was not made. A UMA address names a person, and is left out. */
export function noteOfQuote(request: QuoteRequest): Wanted {
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

/** Of an external account that was not registered: nothing that tells whose it is. */
export const noteOfAccount = ({ customerId, currency, accountInfo }: ExternalAccountCreateRequest): Wanted => ({
  details: { ...(customerId !== undefined && { customerId }), currency, accountType: accountInfo.accountType },
})
