/** Owns the table of quotes: a rate, locked for a while. */
import type { PurposeOfPayment } from '../../../../contract/elements.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import type { quoteLifecycle } from '../../../../contract/payments/quote-lifecycle.ts'
import { json, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

export const quotes = table(
  'quotes',
  {
    id: uuid,
    status: text<StateOf<typeof quoteLifecycle>>(),
    /** Null: the platform itself sends. */
    customerId: orNull(uuid),
    transactionId: uuid,
    /** ACCOUNT: money that is there, or is fetched. REALTIME_FUNDING: money that arrives by the quote's payment instructions and executes it. */
    sourceType: text<'ACCOUNT' | 'REALTIME_FUNDING'>(),
    /** The internal account that pays; null for money from outside. */
    sourceAccountId: orNull(uuid),
    /** By which a crypto asset will arrive. */
    cryptoNetwork: orNull(text()),
    destinationType: text<'ACCOUNT' | 'UMA_ADDRESS'>(),
    /** Wire id of an internal or external account, or a UMA address. */
    destinationId: text(),
    /** The internal account that the money reaches; null when it leaves the house. */
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
    /** The external account from which the money is fetched when the quote is executed. */
    sourceExternalAccountId: orNull(uuid),
    /** What the holder of the wallet signs to have it executed; null where the source is no wallet. */
    payloadToSign: orNull(text()),
    /** For the receiver's statement. */
    remittanceInformation: orNull(text()),
    purposeOfPayment: orNull(text<PurposeOfPayment>()),
    /** The platform's part of the fees. */
    platformFees: money,
    /** The platform's account that its fee is credited to; null: it takes none. */
    platformFeeAccountId: orNull(uuid),
    /** Where the wallet that pays can be topped up; null where the source is no wallet. */
    sourceSparkAddress: orNull(text()),
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
