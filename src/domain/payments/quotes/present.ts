/** Owns how a quote looks on the wire. */
import type { Quote as WireQuote } from '../../../../contract/payments/quotes.ts'
import { presentCurrency, wireAmount } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { presentRateDetails } from '../transactions/rate-details.ts'
import { quoteInstructions } from './funding.ts'
import type { Quote } from './tables.ts'
import { walletInstructions } from './wallet-payment.ts'

export function presentQuote(quote: Quote): WireQuote {
  const shown: { [Name in keyof WireQuote]: WireQuote[Name] | undefined } = {
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
    platformFeesIncluded: quote.platformFees === 0n ? undefined : wireAmount(quote.platformFees),
    transactionId: wireId('Transaction', quote.transactionId),
    description: quote.description ?? undefined,
    remittanceInformation: quote.remittanceInformation ?? undefined,
    purposeOfPayment: quote.purposeOfPayment ?? undefined,
    paymentInstructions: instructionsOf(quote),
    payloadToSign: quote.payloadToSign ?? undefined,
    rateDetails: presentRateDetails(quote),
  }
  return shown as WireQuote
}

function instructionsOf(quote: Quote): WireQuote['paymentInstructions'] {
  if (quote.sourceType === 'REALTIME_FUNDING') return quoteInstructions(quote)
  return quote.payloadToSign === null ? undefined : walletInstructions(quote)
}

function presentSource(quote: Quote): WireQuote['source'] {
  const { sendingCurrency, cryptoNetwork, customerId } = quote
  const customer = customerId === null ? undefined : wireId('Customer', customerId)
  const accountId = sourceAccountOf(quote)
  const source =
    accountId === undefined
      ? {
          sourceType: 'REALTIME_FUNDING',
          currency: sendingCurrency,
          customerId: customer,
          cryptoNetwork: cryptoNetwork ?? undefined,
        }
      : { sourceType: 'ACCOUNT', accountId, customerId: customer }
  return source as WireQuote['source']
}

function sourceAccountOf({ sourceAccountId, sourceExternalAccountId }: Quote): string | undefined {
  if (sourceAccountId !== null) return wireId('InternalAccount', sourceAccountId)
  return sourceExternalAccountId === null ? undefined : wireId('ExternalAccount', sourceExternalAccountId)
}

function presentDestination({
  destinationType,
  destinationId,
  paymentRail,
  receivingCurrency,
}: Quote): WireQuote['destination'] {
  if (destinationType === 'UMA_ADDRESS')
    return { destinationType, umaAddress: destinationId, currency: receivingCurrency }
  const destination = { destinationType, accountId: destinationId, paymentRail: paymentRail ?? undefined }
  return destination as WireQuote['destination']
}
