/** Owns how a quote looks on the wire. */
import type { Quote as WireQuote } from '../../../contract/quotes.ts'
import { presentCurrency, wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { presentRateDetails } from '../transactions/rate-details.ts'
import type { Quote } from './tables.ts'

export function presentQuote(quote: Quote): WireQuote {
  return {
    id: wireId('Quote', quote.id),
    status: quote.status,
    createdAt: isoTime(quote.createdAt),
    expiresAt: isoTime(quote.expiresAt),
    source: {
      sourceType: 'ACCOUNT',
      accountId: wireId('InternalAccount', quote.sourceAccountId),
      ...(quote.customerId !== null && { customerId: wireId('Customer', quote.customerId) }),
    },
    destination: {
      destinationType: 'ACCOUNT',
      accountId: quote.destinationId as `ExternalAccount:${string}`,
      ...(quote.paymentRail !== null && { paymentRail: quote.paymentRail as never }),
    },
    sendingCurrency: presentCurrency(quote.sendingCurrency),
    receivingCurrency: presentCurrency(quote.receivingCurrency),
    totalSendingAmount: wireAmount(quote.totalSendingAmount),
    totalReceivingAmount: wireAmount(quote.totalReceivingAmount),
    exchangeRate: Number(quote.exchangeRate),
    feesIncluded: wireAmount(quote.fees),
    transactionId: wireId('Transaction', quote.transactionId),
    ...(quote.description !== null && { description: quote.description }),
    rateDetails: presentRateDetails(quote),
  }
}
