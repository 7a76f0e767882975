/** Forwarding of a payment received at a customer's UMA address to their default deposit account. */
import { bareId, wireId } from '../../../../core/ids.ts'
import { command, type Read } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { enqueue } from '../../../../infra/jobs/enqueue.ts'
import type { TransferVerdict } from '../../../../providers/rails/port.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { customers } from '../../../customers/customer.ts'
import { balances } from '../../../ledger/balance.ts'
import { isOwnerFrozen } from '../../../platform/freeze.ts'
import { externalAccounts } from '../../external-accounts/external-account.ts'
import { umaDefault } from '../../external-accounts/uma-default.ts'
import { type Transaction, transactions } from '../transaction.ts'
import { beginTransferOut } from './create-transfer-out.ts'

/** Schedules the forwarding of a payment that has just been credited, if the customer has a default deposit account. */
export function planForwarding(rows: Rows, { id, customerId }: Pick<Transaction, 'id' | 'customerId'>): void {
  if (customerId !== null && umaDefault(rows, customerId) !== undefined) enqueue(rows, 'forwardDeposit', rows.now, id)
}

export interface Forwarding {
  /** The payment that was credited. */
  readonly transactionId: string
  /** The customer's default deposit account when the rail was asked. */
  readonly externalAccountId: string
  readonly verdict: TransferVerdict
}

/**
 * Transfers the amount of a received payment to the external account, with the payment's reference. The money stays in
 * the internal account if the transfer fails, if the default has changed, is deleted, not ACTIVE or in another currency,
 * if the customer may not move money, or if the money has been spent.
 */
export const forwardDeposit = command({
  reads(seen, { transactionId, externalAccountId }: Forwarding) {
    const payment = seen.lastSeen(transactions, transactionId)
    const reads: Read[] = [
      [transactions, transactionId],
      [externalAccounts, externalAccountId, 'peek'],
    ]
    if (payment) reads.push([accounts, bareId(payment.destinationId)], [balances, bareId(payment.destinationId)])
    if (typeof payment?.customerId === 'string') reads.push([customers, payment.customerId, 'peek'])
    return reads
  },
  run(rows, { transactionId, externalAccountId, verdict }): void {
    const payment = rows.get(transactions, transactionId)
    const account = rows.get(accounts, bareId(payment.destinationId))
    const customerId = payment.customerId as string
    const other = rows.peek(externalAccounts, externalAccountId)
    if (umaDefault(rows, customerId) !== externalAccountId || !other || other.deletedAt !== null) return
    if (other.status !== 'ACTIVE' || other.currency !== account.currency) return
    const customer = rows.peek(customers, customerId)
    if (customer?.status !== 'APPROVED' || customer.deletedAt !== null || isOwnerFrozen(rows, customerId)) return
    const amount = payment.receivedAmount
    const { status, posted, held } = rows.get(balances, account.id)
    if (payment.status !== 'COMPLETED' || status !== 'ACTIVE' || posted - held < amount) return
    const transfer = {
      account,
      destinationId: wireId('ExternalAccount', externalAccountId),
      amount,
      referenceId: payment.referenceId ?? transactionId,
    }
    beginTransferOut(rows, transfer, verdict)
  },
})
