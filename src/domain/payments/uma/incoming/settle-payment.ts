/** Settlement of an announced payment: the sender's institution reports that it has paid. */
import { notFound, refuse } from '../../../../core/refusal.ts'
import { command } from '../../../../engine/command.ts'
import type { PaidIn } from '../../../../providers/settlement/port.ts'
import type { ReportedSettlement } from '../../../../providers/uma/port.ts'
import { creditRecipient } from '../../transactions/decide-approval.ts'
import { settlements, type Transaction, transactions } from '../../transactions/transaction.ts'
import { storeMessages, type TimedMessage } from '../messages.ts'

export interface SettlementReport extends Pick<ReportedSettlement, 'institution' | 'amount'> {
  readonly transactionId: string
  readonly messages: readonly TimedMessage[]
  /** What has arrived for it over a rail; undefined: the report itself is the payment. */
  readonly paidIn: PaidIn | undefined
}

/**
 * Credits the recipient, once: a repeated report changes nothing.
 * @throws Refusal TRANSACTION_NOT_FOUND, INVALID_AMOUNT, INVALID_STATE_TRANSITION (not approved yet), QUOTE_EXPIRED (it was
 * not credited and never will be)
 */
export const settlePayment = command({
  reads: (_seen, { transactionId }: SettlementReport) => [
    [transactions, transactionId],
    [settlements, transactionId],
  ],
  run(rows, { transactionId, institution, amount, paidIn, messages }): Transaction {
    const payment = rows.get(transactions, transactionId)
    const settlement = rows.find(settlements, transactionId)
    if (payment.type !== 'INCOMING' || settlement?.institution !== institution) throw notFound('Transaction')
    if (amount !== payment.receivedAmount)
      refuse('INVALID_AMOUNT', 'The amount differs from the one in the pay request')
    if (payment.status === 'PENDING') refuse('INVALID_STATE_TRANSITION', 'The payment has not been accepted yet')
    if (payment.status !== 'COMPLETED' && payment.status !== 'PROCESSING')
      refuse('QUOTE_EXPIRED', 'The payment was not accepted or not paid in time; it will not be credited')
    storeMessages(rows, transactionId, messages)
    return payment.status === 'COMPLETED' ? payment : creditRecipient(rows, payment, paidIn)
  },
})
