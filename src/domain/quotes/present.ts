/** Owns how a quote looks on the wire. */
import type { Quote as WireQuote } from '../../../contract/quotes.ts'
import { presentCurrency, wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { presentRateDetails } from '../transactions/rate-details.ts'
import { quoteInstructions } from './funding.ts'
import type { Quote } from './tables.ts'

export function presentQuote(quote: Quote): WireQuote {
  return {
    id: wireId('Quote', quote.id),
    status: quote.status,
    createdAt: isoTime(quote.createdAt),
    expiresAt: isoTime(quote.expiresAt),
    source: presentSource(quote),
    destination: presentDestination(quote),
    sendingCurrency: presentCurrency(quote.sendingCurrency),
    receivingCurrency: presentCurrency(quote.receivingCurrency),
    totalSendingAmount: wireAmount(quote.totalSendingAmount),
    totalReceivingAmount: wireAmount(quote.totalReceivingAmount),
    exchangeRate: Number(quote.exchangeRate),
    feesIncluded: wireAmount(quote.fees),
    transactionId: wireId('Transaction', quote.transactionId),
    ...(quote.description !== null && { description: quote.description }),
    ...(quote.sourceType === 'REALTIME_FUNDING' && { paymentInstructions: quoteInstructions(quote) }),
    rateDetails: presentRateDetails(quote),
  }
}

function presentSource({ sourceAccountId, sendingCurrency, cryptoNetwork, customerId }: Quote): WireQuote['source'] {
  const customer = customerId === null ? {} : { customerId: wireId('Customer', customerId) }
  if (sourceAccountId !== null)
    return { sourceType: 'ACCOUNT', accountId: wireId('InternalAccount', sourceAccountId), ...customer }
  return {
    sourceType: 'REALTIME_FUNDING',
    currency: sendingCurrency,
    ...customer,
    ...(cryptoNetwork !== null && { cryptoNetwork: cryptoNetwork as never }),
  }
}

function presentDestination({
  destinationType,
  destinationId,
  paymentRail,
  receivingCurrency,
}: Quote): WireQuote['destination'] {
  if (destinationType === 'UMA_ADDRESS')
    return { destinationType, umaAddress: destinationId, currency: receivingCurrency }
  return {
    destinationType,
    accountId: destinationId as `ExternalAccount:${string}`,
    ...(paymentRail !== null && { paymentRail: paymentRail as never }),
  }
}
