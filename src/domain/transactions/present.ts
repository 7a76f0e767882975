/** Owns how a payment looks on the wire. */
import type {
  IncomingTransaction,
  OutgoingTransaction,
  TransactionDestination,
  TransactionSource,
  Transaction as WireTransaction,
} from '../../../contract/transactions.ts'
import { presentMoney, wireAmount } from '../../core/currency.ts'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { presentRateDetails } from './rate-details.ts'
import { referenceOf } from './reference.ts'
import type { Refund, Transaction } from './tables.ts'

export const presentTransaction = (row: Transaction, platformId: string): WireTransaction =>
  row.type === 'OUTGOING' ? presentOutgoing(row, platformId) : presentIncoming(row, platformId)

export function presentOutgoing(row: Transaction, platformId: string): OutgoingTransaction {
  return {
    ...common(row, platformId),
    type: 'OUTGOING',
    source: presentSource(row) as TransactionSource,
    sentAmount: presentMoney(row.sentAmount, row.sourceCurrency),
    receivedAmount: presentMoney(row.receivedAmount, row.destinationCurrency),
    fees: wireAmount(row.fees),
    ...(row.exchangeRate !== null && { exchangeRate: Number(row.exchangeRate) }),
    ...(row.feeRate !== null &&
      row.exchangeRate !== null && {
        rateDetails: presentRateDetails({ ...row, feeRate: row.feeRate, exchangeRate: row.exchangeRate }),
      }),
    ...(row.quoteId !== null && { quoteId: wireId('Quote', row.quoteId) }),
    ...(row.refund !== null && { refund: presentRefund(row.refund) }),
    ...(row.failureReason !== null && { failureReason: row.failureReason as OutgoingTransaction['failureReason'] }),
  } as OutgoingTransaction
}

export function presentIncoming(row: Transaction, platformId: string): IncomingTransaction {
  return {
    ...common(row, platformId),
    type: 'INCOMING',
    ...(row.sourceType !== null && { source: presentSource(row) as TransactionSource }),
    receivedAmount: presentMoney(row.receivedAmount, row.destinationCurrency),
    fees: wireAmount(row.fees),
    ...(row.failureReason !== null && { failureReason: row.failureReason as IncomingTransaction['failureReason'] }),
  } as IncomingTransaction
}

function common(row: Transaction, platformId: string) {
  return {
    id: wireId('Transaction', row.id),
    status: row.status,
    customerId: row.customerId === null ? wireId('PlatformConfig', platformId) : wireId('Customer', row.customerId),
    platformCustomerId: row.platformCustomerId ?? wireId('PlatformConfig', platformId),
    destination: presentDestination(row),
    ...(row.status !== 'CREATED' && {
      reconciliationInstructions: { reference: referenceOf(row.referenceId ?? row.id) },
    }),
    ...(row.description !== null && { description: row.description }),
    ...(row.counterpartyInformation !== null && { counterpartyInformation: { ...row.counterpartyInformation } }),
    ...(row.agentId !== null && { agentId: wireId('Agent', row.agentId) }),
    ...(row.settledAt !== null && { settledAt: isoTime(row.settledAt) }),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  }
}

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
