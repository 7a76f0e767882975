/** Transaction tables: payments, and the settlements agreed with other institutions. */
import type { PurposeOfPayment } from '../../../../contract/elements.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import type { refundLifecycle, transactionLifecycle } from '../../../../contract/payments/transaction-lifecycle.ts'
import { int, json, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'

export type TransactionStatus = StateOf<typeof transactionLifecycle>

/** Return of a payment's money. */
export interface Refund {
  readonly reference: string
  readonly initiatedAt: number
  readonly settledAt?: number
  readonly status: StateOf<typeof refundLifecycle>
  readonly reason: 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT'
}

export const transactions = table(
  'transactions',
  {
    id: uuid,
    type: text<'INCOMING' | 'OUTGOING'>(),
    status: text<TransactionStatus>(),
    /** Sender of an outgoing payment, recipient of an incoming one; null: the platform itself. */
    customerId: orNull(uuid),
    platformCustomerId: orNull(text()),
    quoteId: orNull(uuid),
    sourceType: orNull(text<'ACCOUNT' | 'UMA_ADDRESS' | 'REALTIME_FUNDING'>()),
    /** Wire id of the account, or UMA address. */
    sourceId: orNull(text()),
    sourceCurrency: text(),
    destinationType: text<'ACCOUNT' | 'UMA_ADDRESS'>(),
    destinationId: text(),
    destinationCurrency: text(),
    /** In the source's currency, fees included. */
    sentAmount: money,
    /** In the destination's currency. */
    receivedAmount: money,
    /** Outgoing: in the source's currency; incoming: in the destination's. */
    fees: money,
    feeRate: orNull(text()),
    exchangeRate: orNull(text()),
    /** The payment whose reference this one shares: the other side of a payment between two customers. */
    referenceId: orNull(uuid),
    description: orNull(text()),
    failureReason: orNull(text()),
    refund: orNull(json<Refund>()),
    counterpartyInformation: orNull(json<Readonly<Record<string, string>>>()),
    agentId: orNull(uuid),
    settledAt: orNull(time),
    createdAt: time,
    updatedAt: time,
    version: int,
    /** For the receiver's statement. */
    remittanceInformation: orNull(text()),
    purposeOfPayment: orNull(text<PurposeOfPayment>()),
    /** The platform's part of the fees. */
    platformFees: money,
    /** The platform's account to which its fee is credited; null: there is no fee. */
    platformFeeAccountId: orNull(uuid),
  },
  {
    resource: 'Transaction',
    changing: ['status', 'failureReason', 'refund', 'settledAt', 'updatedAt', 'version'],
    cached: true,
  },
)
export type Transaction = Row<typeof transactions>

/**
 * Settlements agreed with other institutions. An incoming payment with one is credited when that institution reports that
 * it has paid; an outgoing payment with one ends only by that institution's answer.
 */
export const settlements = table(
  'settlements',
  {
    /** The payment's. */
    id: uuid,
    /** Domain of the other institution. */
    institution: text(),
    invoice: text(),
    /** URL at which the payment is reported to the receiver's institution. */
    callback: text(),
    createdAt: time,
  },
  { resource: 'Transaction' },
)
