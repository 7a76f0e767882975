/**
 * Platform fee of a payment: charged with the principal, held in a house account while the payment is in progress, and
 * credited to the platform's account when it completes.
 */
import type { Rows } from '../../../engine/rows.ts'
import { askOperator } from '../../../infra/jobs/enqueue.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { canReceive, type Movement } from '../../ledger/post.ts'
import type { Transaction } from './transaction.ts'

type Charged = Pick<Transaction, 'id' | 'platformFees' | 'platformFeeAccountId' | 'sourceCurrency'>

/** Credits the fee of a payment that completes; to suspense when the account cannot receive it: the money remains the platform's. */
export function creditPlatformFee(rows: Rows, payment: Charged): Movement[] {
  const { id, platformFees: amount, platformFeeAccountId: account, sourceCurrency: currency } = payment
  if (account === null) return []
  const isCreditable = canReceive(rows.get(balances, account), amount)
  if (!isCreditable) askOperator(rows, 'creditPlatformFee', id, 'The platform fee of a payment is in suspense')
  const to = isCreditable ? account : house('suspense', currency)
  return [{ from: house('platformFees', currency), to, currency, amount }]
}

/**
 * Debits the fee of a payment that was returned after it had completed from the platform's account, as far as available.
 * The sender gets the whole fee back in any case: the missing part is a negative balance of the house account until an
 * operator collects it.
 */
export function reclaimPlatformFee(rows: Rows, payment: Charged): Movement[] {
  const { id, platformFees: fee, platformFeeAccountId: account, sourceCurrency: currency } = payment
  if (account === null) return []
  const { status, posted, held } = rows.get(balances, account)
  const available = status === 'ACTIVE' ? posted - held : 0n
  const amount = available < fee ? available : fee
  if (amount < fee)
    askOperator(rows, 'collectPlatformFee', id, 'The platform owes the fee of a payment that was returned')
  return [{ from: account, to: house('platformFees', currency), currency, amount }]
}
