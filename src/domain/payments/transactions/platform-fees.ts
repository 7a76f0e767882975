/**
 * Platform fee of a payment: charged with the principal, held in a house account while the payment is in progress, and
 * credited to the platform's account when it completes.
 */
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { askOperator } from '../../../infra/jobs/enqueue.ts'
import { endTask, type TaskDecision } from '../../../infra/jobs/operator-tasks.ts'
import { jobs } from '../../../infra/jobs/tables.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { creditObstacle, type Movement } from '../../ledger/post.ts'
import { type Transaction, transactions } from './transaction.ts'

type Charged = Pick<Transaction, 'id' | 'platformFees' | 'platformFeeAccountId' | 'sourceCurrency'>

/** Credits the fee of a payment that completes; to suspense when the account cannot receive it: the money remains the platform's. */
export function creditPlatformFee(rows: Rows, payment: Charged): Movement[] {
  const { id, platformFees: amount, platformFeeAccountId: account, sourceCurrency: currency } = payment
  if (account === null) return []
  const obstacle = creditObstacle(rows.get(balances, account), amount)
  if (obstacle) askOperator(rows, 'creditPlatformFee', id, `The platform fee of a payment is in suspense: ${obstacle}`)
  const to = obstacle ? house('suspense', currency) : account
  return [{ from: house('platformFees', currency), to, currency, amount }]
}

/**
 * Debits the fee of a payment that was returned after it had completed from the platform's account, as far as
 * available. The sender is always refunded the whole fee: the missing part is a negative balance of the house account
 * until an operator collects it.
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

export interface OwedFee {
  /** Bare id of the payment. */
  readonly transactionId: string
  /** Minor units of the payment's source currency; what the postings of the payment leave below zero in the house account. */
  readonly owed: bigint
  readonly decision: TaskDecision
}

/**
 * Debits a fee that the platform owes from its account, in full, and ends the operator's task.
 * @throws Refusal TRANSACTION_NOT_FOUND, INVALID_STATE_TRANSITION when the task is not open, ACCOUNT_NOT_ACTIVE, INSUFFICIENT_BALANCE
 */
export const collectPlatformFee = command({
  reads: (seen, { transactionId }: OwedFee) => {
    const account = seen.lastSeen(transactions, transactionId)?.platformFeeAccountId
    return [
      [transactions, transactionId],
      [jobs, `collectPlatformFee/${transactionId}`],
      ...(account ? [[balances, account] as const] : []),
    ]
  },
  run(rows, { transactionId, owed: amount, decision }): void {
    const {
      id,
      version,
      platformFeeAccountId: account,
      sourceCurrency: currency,
    } = rows.get(transactions, transactionId)
    endTask(rows, `collectPlatformFee/${id}`, 'SETTLED', decision)
    if (account === null) throw new Error('A payment without a platform fee owes none')
    moveMoney(rows, { id, version, firstLine: 80 }, [
      { from: account, to: house('platformFees', currency), currency, amount },
    ])
  },
})
