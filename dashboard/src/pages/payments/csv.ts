/** Payments as CSV: one row each, amounts in major units. */
import type { CurrencyAmount } from '../../../../contract/elements.ts'
import type {
  Transaction,
  TransactionDestination,
  TransactionSource,
} from '../../../../contract/payments/transactions.ts'
import { csvAmount, csvLine } from '../../format/csv.ts'

const COLUMNS: readonly (readonly [name: string, value: (payment: Transaction) => string | undefined])[] = [
  ['id', ({ id }) => id],
  ['createdAt', ({ createdAt }) => createdAt],
  ['settledAt', ({ settledAt }) => settledAt],
  ['type', ({ type }) => type],
  ['status', ({ status }) => status],
  ['customerId', ({ customerId }) => customerId],
  ['platformCustomerId', ({ platformCustomerId }) => platformCustomerId],
  ['source', ({ source }) => endText(source)],
  ['destination', ({ destination }) => endText(destination)],
  ['sentAmount', (payment) => csvAmount(sentBy(payment))],
  ['sentCurrency', (payment) => sentBy(payment)?.currency.code],
  ['receivedAmount', ({ receivedAmount }) => csvAmount(receivedAmount)],
  ['receivedCurrency', ({ receivedAmount }) => receivedAmount?.currency.code],
  ['failureReason', ({ failureReason }) => failureReason],
  ['reference', ({ reconciliationInstructions }) => reconciliationInstructions?.reference],
  ['description', ({ description }) => description],
]

const sentBy = (payment: Transaction): CurrencyAmount | undefined =>
  payment.type === 'OUTGOING' ? payment.sentAmount : undefined
const endText = (end: TransactionSource | TransactionDestination | undefined): string | undefined => {
  if (!end) return undefined
  if ('accountId' in end) return end.accountId
  return 'umaAddress' in end ? end.umaAddress : end.currency
}

export const csvHeader = csvLine(COLUMNS.map(([name]) => name))
export const csvRow = (payment: Transaction): string => csvLine(COLUMNS.map(([, value]) => value(payment)))
