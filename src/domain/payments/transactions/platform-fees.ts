/**
 * The platform's part of a payment's fees: taken with the principal, kept by the house while the payment is under way,
 * credited to the platform's account when it completes.
 */
import { LIMITS } from '../../../../contract/limits.ts'
import type { Rows } from '../../../engine/rows.ts'
import { askOperator } from '../../../infra/jobs/enqueue.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import type { Movement } from '../../ledger/post.ts'
import type { Transaction } from './transaction.ts'

type Charged = Pick<Transaction, 'id' | 'platformFees' | 'platformFeeAccountId' | 'sourceCurrency'>

/** Credits the fee of a payment that completes. Into suspense when the account cannot take it: the money remains the platform's. */
export function creditPlatformFee(rows: Rows, payment: Charged): Movement[] {
  const { id, platformFees: amount, platformFeeAccountId: account, sourceCurrency: currency } = payment
  if (account === null) return []
  const { status, posted } = rows.get(balances, account)
  const takes = status === 'ACTIVE' && posted + amount <= BigInt(LIMITS.amount)
  if (!takes) askOperator(rows, 'creditPlatformFee', id, 'The platform fee of a payment is in suspense')
  const to = takes ? account : house('suspense', currency)
  return [{ from: house('platformFees', currency), to, currency, amount }]
}

/**
 * Takes the fee of a payment that came back after it had completed from the platform's account, as far as that holds it.
 * The sender gets all of it back either way: what is missing stands in the house's account, below zero, until an
 * operator collects it.
 */
export function reclaimPlatformFee(rows: Rows, payment: Charged): Movement[] {
  const { id, platformFees: fee, platformFeeAccountId: account, sourceCurrency: currency } = payment
  if (account === null) return []
  const { status, posted, held } = rows.get(balances, account)
  const available = status === 'ACTIVE' ? posted - held : 0n
  const amount = available < fee ? available : fee
  if (amount < fee) askOperator(rows, 'collectPlatformFee', id, 'The platform owes a fee of a payment that came back')
  return [{ from: account, to: house('platformFees', currency), currency, amount }]
}
