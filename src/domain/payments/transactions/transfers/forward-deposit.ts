/** Forwarding of a payment received at a customer's UMA address to their default deposit account (interface facts §4.1, §13.7). */
import { bareId, wireId } from '../../../../core/ids.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { enqueue } from '../../../../infra/jobs/enqueue.ts'
import type { TransferVerdict } from '../../../../providers/rails/port.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { customers } from '../../../customers/customer.ts'
import { balances } from '../../../ledger/balance.ts'
import { externalAccounts } from '../../external-accounts/external-account.ts'
import { umaDefault } from '../../external-accounts/uma-default.ts'
import { type Transaction, transactions } from '../transaction.ts'
import { beginTransferOut } from './create-transfer-out.ts'

/** Plans the way on of a payment that has just been credited, if the customer has named an account for it. */
export function planForwarding(rows: Rows, { id, customerId }: Pick<Transaction, 'id' | 'customerId'>): void {
  if (customerId !== null && umaDefault(rows, customerId) !== undefined) enqueue(rows, 'forwardDeposit', rows.now, id)
}

/**
 * Sends what the payment brought on to the external account: a transfer with the same reference, whose failure leaves
 * the money in the internal account. It stays there also when the default is gone by now, holds another currency or is
 * not ACTIVE, when the customer may not move money, and when the money has been spent.
 */
export function forwardDeposit(rows: Rows, paymentId: string, externalId: string, verdict: TransferVerdict): void {
  const payment = rows.get(transactions, paymentId)
  const account = rows.get(accounts, bareId(payment.destinationId))
  const customerId = payment.customerId as string
  const other = rows.peek(externalAccounts, externalId)
  if (umaDefault(rows, customerId) !== externalId || !other || other.deletedAt !== null) return
  if (other.status !== 'ACTIVE' || other.currency !== account.currency) return
  const customer = rows.peek(customers, customerId)
  if (customer?.status !== 'APPROVED' || customer.deletedAt !== null) return
  const amount = payment.receivedAmount
  const { status, posted, held } = rows.get(balances, account.id)
  if (payment.status !== 'COMPLETED' || status !== 'ACTIVE' || posted - held < amount) return
  const destinationId = wireId('ExternalAccount', externalId)
  beginTransferOut(rows, { account, destinationId, amount, referenceId: payment.referenceId ?? paymentId }, verdict)
}
