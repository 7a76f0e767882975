/** Payments as CSV (RFC 4180): one row each, amounts in major units. */
import type { CurrencyAmount } from '../../../../contract/elements.ts'
import type {
  Transaction,
  TransactionDestination,
  TransactionSource,
} from '../../../../contract/payments/transactions.ts'
import { formatMinor } from '../../format/money.ts'

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
  ['sentAmount', (payment) => amountText(sentBy(payment))],
  ['sentCurrency', (payment) => sentBy(payment)?.currency.code],
  ['receivedAmount', ({ receivedAmount }) => amountText(receivedAmount)],
  ['receivedCurrency', ({ receivedAmount }) => receivedAmount?.currency.code],
  ['failureReason', ({ failureReason }) => failureReason],
  ['reference', ({ reconciliationInstructions }) => reconciliationInstructions?.reference],
  ['description', ({ description }) => description],
]

const sentBy = (payment: Transaction): CurrencyAmount | undefined =>
  payment.type === 'OUTGOING' ? payment.sentAmount : undefined
const amountText = (money: CurrencyAmount | undefined): string | undefined =>
  money && formatMinor(money.amount, money.currency.decimals).replaceAll(',', '')
const endText = (end: TransactionSource | TransactionDestination | undefined): string | undefined => {
  if (!end) return undefined
  if ('accountId' in end) return end.accountId
  return 'umaAddress' in end ? end.umaAddress : end.currency
}

/** A text that a spreadsheet would run as a formula begins with an apostrophe. */
function quoted(value = ''): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvHeader = `${COLUMNS.map(([name]) => name).join(',')}\r\n`
export const csvRow = (payment: Transaction): string =>
  `${COLUMNS.map(([, value]) => quoted(value(payment))).join(',')}\r\n`
