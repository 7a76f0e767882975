/** Quote: a locked rate with a time limit. Its table, funding, presenter and state machine. */
import type { PaymentInstructions } from '../../../../contract/accounts/instruction-types.ts'
import type { PurposeOfPayment } from '../../../../contract/elements.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import { quoteLifecycle } from '../../../../contract/payments/quote-lifecycle.ts'
import type { Quote as WireQuote } from '../../../../contract/payments/quotes.ts'
import { presentCurrency, wireAmount } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { isoTime } from '../../../core/time.ts'
import { json, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'
import type { RateOrigin } from '../../../providers/rates/port.ts'
import { presentRateDetails } from '../transactions/rate-details.ts'

export const quotes = table(
  'quotes',
  {
    id: uuid,
    status: text<StateOf<typeof quoteLifecycle>>(),
    /** Null: the platform itself sends. */
    customerId: orNull(uuid),
    transactionId: uuid,
    /** ACCOUNT: a balance, or money that is pulled. REALTIME_FUNDING: money that arrives by the quote's payment instructions and executes it. */
    sourceType: text<'ACCOUNT' | 'REALTIME_FUNDING'>(),
    /** The internal account that pays; null for money from outside. */
    sourceAccountId: orNull(uuid),
    /** Network by which a crypto asset arrives. */
    cryptoNetwork: orNull(text()),
    destinationType: text<'ACCOUNT' | 'UMA_ADDRESS'>(),
    /** Wire id of an internal or external account, or a UMA address. */
    destinationId: text(),
    /** The internal account that the money reaches; null when it leaves the installation. */
    destinationAccountId: orNull(uuid),
    paymentRail: orNull(text()),
    sendingCurrency: text(),
    receivingCurrency: text(),
    /** In the sending currency, fees included. */
    totalSendingAmount: money,
    totalReceivingAmount: money,
    /** In the sending currency. */
    fees: money,
    feeRate: text(),
    /** Sending units per receiving unit. */
    exchangeRate: text(),
    description: orNull(text()),
    /** Details of the sender for the receiving side, by field name. */
    senderCustomerInfo: orNull(json<Readonly<Record<string, string>>>()),
    createdAt: time,
    expiresAt: time,
    updatedAt: time,
    /** The external account from which the money is pulled when the quote is executed. */
    sourceExternalAccountId: orNull(uuid),
    /** Payload that the wallet's holder signs to execute the quote; null where the source is not a wallet. */
    payloadToSign: orNull(text()),
    /** For the receiver's statement. */
    remittanceInformation: orNull(text()),
    purposeOfPayment: orNull(text<PurposeOfPayment>()),
    /** The platform's part of the fees. */
    platformFees: money,
    /** The platform's account to which its fee is credited; null: there is no fee. */
    platformFeeAccountId: orNull(uuid),
    /** Address at which the paying wallet can be topped up; null where the source is not a wallet. */
    sourceSparkAddress: orNull(text()),
    /** Payment instructions of the rails for the money that executes the quote; null for other sources. */
    paymentInstructions: orNull(json<readonly PaymentInstructions[]>()),
    /** Where the exchange rate comes from; null where nothing is exchanged. */
    rateOrigin: orNull(json<RateOrigin>()),
  },
  { resource: 'Quote', changing: ['status', 'updatedAt'], cached: true },
)
export type Quote = Row<typeof quotes>

/** How a quote is funded: from the balance of an internal account, by a pull from an external one, or by incoming money. */
export type QuoteFunding =
  | { readonly kind: 'BALANCE'; readonly accountId: string }
  | { readonly kind: 'PULL'; readonly externalAccountId: string }
  | { readonly kind: 'INCOMING' }

export function fundingOf({ sourceAccountId, sourceExternalAccountId }: Quote): QuoteFunding {
  if (sourceAccountId !== null) return { kind: 'BALANCE', accountId: sourceAccountId }
  if (sourceExternalAccountId !== null) return { kind: 'PULL', externalAccountId: sourceExternalAccountId }
  return { kind: 'INCOMING' }
}

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
  if (quote.sourceType === 'REALTIME_FUNDING') return [...(quote.paymentInstructions ?? [])]
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

/** Instructions for a wallet: its holder's signature, and the address to top it up. */
function walletInstructions({ payloadToSign, sourceSparkAddress: address }: Quote): PaymentInstructions[] {
  if (payloadToSign === null) return []
  const signature = { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET' as const, payloadToSign } }
  if (address === null) return [signature]
  return [
    signature,
    {
      accountOrWalletInfo: { accountType: 'SPARK_WALLET', address, assetType: 'USDB' },
      instructionsNotes: "Tops up the wallet. The quote itself is paid by its holder's signature",
    },
  ]
}

/** A quote emits no events; its payment does. */
export const quoteMachine: Machine<Quote, keyof typeof quoteLifecycle.moves> = {
  lifecycle: quoteLifecycle,
  table: quotes,
  eventType: (_quote, event) => `QUOTE.${event}`,
  present: presentQuote,
}
