/** Transaction resource: tables of payments and of settlements agreed with other institutions, state machine, presenter. */
import type { PurposeOfPayment } from '../../../../contract/elements.ts'
import type { StateOf } from '../../../../contract/lifecycle.ts'
import {
  type refundLifecycle,
  type TransactionMove,
  transactionLifecycle,
} from '../../../../contract/payments/transaction-lifecycle.ts'
import type {
  IncomingTransaction,
  OutgoingTransaction,
  TransactionDestination,
  TransactionSource,
  Transaction as WireTransaction,
} from '../../../../contract/payments/transactions.ts'
import { presentMoney, wireAmount } from '../../../core/currency.ts'
import { wireId } from '../../../core/ids.ts'
import { referenceOf } from '../../../core/reference.ts'
import { isoTime } from '../../../core/time.ts'
import { int, json, money, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import type { Machine } from '../../../infra/state-machines/move.ts'
import { giveBackSpending } from '../allowances/count-spending.ts'
import { presentRateDetails } from './rate-details.ts'

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

export const transactionMachine: Machine<Transaction, TransactionMove> = {
  lifecycle: transactionLifecycle,
  table: transactions,
  eventType: (payment, event) => (isSilent(payment, event) ? undefined : `${payment.type}_PAYMENT.${event}`),
  present: presentTransaction,
  keepsState: true,
  follow: (rows, payment) => {
    if (payment.agentId !== null && isUndone(payment))
      giveBackSpending(rows, { agentId: payment.agentId, transactionId: payment.id })
  },
}

const UNDONE: readonly TransactionStatus[] = ['REJECTED', 'FAILED', 'REFUNDED', 'EXPIRED']

/** Whether the payment moved no money in the end; a cancelled one is COMPLETED, with its money returned. */
export const isUndone = ({ status, refund }: Transaction): boolean =>
  UNDONE.includes(status) || (status === 'COMPLETED' && refund !== null)

/**
 * INCOMING_PAYMENT.PENDING requests the platform's approval, so it must not be sent for money from a bank. An approved
 * incoming payment emits no event for PROCESSING.
 */
const isSilent = ({ type, sourceType }: Transaction, event: string): boolean =>
  type === 'INCOMING' && (event === 'PROCESSING' || (event === 'PENDING' && sourceType !== 'UMA_ADDRESS'))

/** All fields of payments of either direction; those that a payment lacks are undefined and omitted from JSON. */
type Shown = {
  [Name in keyof IncomingTransaction | keyof OutgoingTransaction]?:
    | (IncomingTransaction & OutgoingTransaction)[Name]
    | (Name extends keyof IncomingTransaction ? IncomingTransaction[Name] : never)
    | (Name extends keyof OutgoingTransaction ? OutgoingTransaction[Name] : never)
    | undefined
}

/** One literal, so that all payments have one shape in memory: with spread parts, this function dominated the cost of a payment's events. */
export function presentTransaction(row: Transaction, platformId: string): WireTransaction {
  const { feeRate, exchangeRate } = row
  const isOutgoing = row.type === 'OUTGOING'
  const shown: Shown = {
    id: wireId('Transaction', row.id),
    status: row.status,
    type: row.type,
    source: row.sourceType === null ? undefined : presentSource(row),
    destination: presentDestination(row),
    customerId: row.customerId === null ? wireId('PlatformConfig', platformId) : wireId('Customer', row.customerId),
    platformCustomerId: row.platformCustomerId ?? wireId('PlatformConfig', platformId),
    sentAmount: isOutgoing ? presentMoney(row.sentAmount, row.sourceCurrency) : undefined,
    receivedAmount: presentMoney(row.receivedAmount, row.destinationCurrency),
    fees: wireAmount(row.fees),
    platformFees: row.platformFees === 0n ? undefined : wireAmount(row.platformFees),
    exchangeRate: isOutgoing && exchangeRate !== null ? Number(exchangeRate) : undefined,
    rateDetails:
      isOutgoing && feeRate !== null && exchangeRate !== null
        ? presentRateDetails({ exchangeRate, feeRate, fees: row.fees, platformFees: row.platformFees })
        : undefined,
    quoteId: isOutgoing && row.quoteId !== null ? wireId('Quote', row.quoteId) : undefined,
    reconciliationInstructions:
      row.status === 'CREATED' ? undefined : { reference: referenceOf(row.referenceId ?? row.id) },
    description: row.description ?? undefined,
    remittanceInformation: row.remittanceInformation ?? undefined,
    purposeOfPayment: row.purposeOfPayment ?? undefined,
    counterpartyInformation: row.counterpartyInformation ?? undefined,
    agentId: row.agentId === null ? undefined : wireId('Agent', row.agentId),
    refund: isOutgoing && row.refund !== null ? presentRefund(row.refund) : undefined,
    failureReason: (row.failureReason as Shown['failureReason']) ?? undefined,
    settledAt: row.settledAt === null ? undefined : isoTime(row.settledAt),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
  return shown as WireTransaction
}

export const presentOutgoing = (row: Transaction, platformId: string): OutgoingTransaction =>
  presentTransaction(row, platformId) as OutgoingTransaction

export const presentIncoming = (row: Transaction, platformId: string): IncomingTransaction =>
  presentTransaction(row, platformId) as IncomingTransaction

function presentSource({ sourceType, sourceId, sourceCurrency }: Transaction): TransactionSource | undefined {
  if (sourceType === 'ACCOUNT')
    return { sourceType, accountId: sourceId as `InternalAccount:${string}`, currency: sourceCurrency }
  if (sourceType === 'UMA_ADDRESS') return { sourceType, umaAddress: sourceId as string, currency: sourceCurrency }
  if (sourceType === 'REALTIME_FUNDING') return { sourceType, currency: sourceCurrency }
  return undefined
}

const presentDestination = ({
  destinationType,
  destinationId,
  destinationCurrency,
}: Transaction): TransactionDestination =>
  destinationType === 'ACCOUNT'
    ? { destinationType, accountId: destinationId as `InternalAccount:${string}`, currency: destinationCurrency }
    : { destinationType, umaAddress: destinationId, currency: destinationCurrency }

const presentRefund = ({ reference, initiatedAt, settledAt, status, reason }: Refund) => ({
  reference,
  initiatedAt: isoTime(initiatedAt),
  ...(settledAt !== undefined && { settledAt: isoTime(settledAt) }),
  status,
  reason,
})
