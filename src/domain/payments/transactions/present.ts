/** Transaction presenter. */
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
import { presentRateDetails } from './rate-details.ts'
import type { Refund, Transaction } from './transaction.ts'

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
