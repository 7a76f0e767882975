/** Release of a payment's money from suspense: the operator credits the account that could not receive it. */
import { refundLifecycle } from '../../../../../contract/payments/transaction-lifecycle.ts'
import { bareId } from '../../../../core/ids.ts'
import { nextState } from '../../../../core/next-state.ts'
import { refuse } from '../../../../core/refusal.ts'
import { command, type Read } from '../../../../engine/command.ts'
import type { Rows } from '../../../../engine/rows.ts'
import { askOperator } from '../../../../infra/jobs/enqueue.ts'
import { endTask, type TaskDecision } from '../../../../infra/jobs/operator-tasks.ts'
import { jobs } from '../../../../infra/jobs/tables.ts'
import { recordEvent } from '../../../../infra/state-machines/move.ts'
import { accounts } from '../../../accounts/internal-account.ts'
import { moveMoney } from '../../../accounts/move-money.ts'
import { balances } from '../../../ledger/balance.ts'
import { house } from '../../../ledger/house.ts'
import { sourceAccountOf } from '../advance-payout.ts'
import { type Refund, type Transaction, transactionMachine, transactions } from '../transaction.ts'

interface Suspended {
  /** Minor units of the currency. */
  readonly amount: bigint
  readonly currency: string
  /** Bare id of the account that it is for; undefined: the payer is outside. */
  readonly account: string | undefined
  /** Distinguishes the postings of releases of one payment. */
  readonly firstLine: number
}

/** The meaning of an operator's task: which money of the payment is in suspense, and for whom. */
export const SUSPENSE_TASKS = {
  giveMoneyBack: (payment) => ({
    amount: payment.sentAmount,
    currency: payment.sourceCurrency,
    account: sourceAccountOf(payment),
    firstLine: 50,
  }),
  creditRecipient: (payment) => ({
    amount: payment.receivedAmount,
    currency: payment.destinationCurrency,
    account: bareId(payment.destinationId),
    firstLine: 60,
  }),
  creditPlatformFee: (payment) => ({
    amount: payment.platformFees,
    currency: payment.sourceCurrency,
    account: payment.platformFeeAccountId ?? undefined,
    firstLine: 70,
  }),
} as const satisfies Readonly<Record<string, (payment: Transaction) => Suspended>>
export type SuspenseTask = keyof typeof SUSPENSE_TASKS

/** Adds the task to credit the recipient of a completed payment, whose account could not receive it. */
export const askToCredit = (rows: Rows, { id }: Transaction, obstacle: string): void =>
  askOperator(rows, 'creditRecipient', id, `The money of a completed payment is in suspense: ${obstacle}`)

export interface SuspenseRelease {
  readonly task: SuspenseTask
  /** Bare id. */
  readonly transactionId: string
  /** Bare id of the account to credit. */
  readonly accountId: string
  readonly decision: TaskDecision
}

/**
 * Credits the account and ends the task, once. A refund that had failed is COMPLETED, with its event.
 * @throws Refusal TRANSACTION_NOT_FOUND, INTERNAL_ACCOUNT_NOT_FOUND, INVALID_STATE_TRANSITION when the task is not open,
 * INVALID_CURRENCY, INVALID_INPUT for an account of another owner, ACCOUNT_NOT_ACTIVE, AMOUNT_OUT_OF_RANGE
 */
export const releaseSuspense = command({
  reads: (_seen, { task, transactionId, accountId }: SuspenseRelease): Read[] => [
    [transactions, transactionId],
    [accounts, accountId],
    [balances, accountId],
    [jobs, `${task}/${transactionId}`],
  ],
  run(rows, { task, transactionId, accountId, decision }): void {
    const payment = rows.get(transactions, transactionId)
    const account = rows.get(accounts, accountId)
    endTask(rows, `${task}/${transactionId}`, 'SETTLED', decision)
    const { amount, currency, firstLine } = SUSPENSE_TASKS[task](payment)
    if (account.currency !== currency)
      refuse('INVALID_CURRENCY', `The account holds ${account.currency}, and ${currency} is in suspense`)
    const owner = task === 'creditPlatformFee' ? null : payment.customerId
    if (account.customerId !== owner)
      refuse('INVALID_INPUT', 'The account belongs to another customer than the one that the money is for')
    const cause = task === 'giveMoneyBack' ? completeRefund(rows, payment) : payment
    moveMoney(rows, { id: cause.id, version: cause.version, firstLine }, [
      { from: house('suspense', currency), to: accountId, currency, amount },
    ])
  },
})

function completeRefund(rows: Rows, payment: Transaction): Transaction {
  const failed = payment.refund as Refund
  const refund: Refund = {
    ...failed,
    status: nextState(refundLifecycle, failed.status, 'release'),
    settledAt: rows.now,
  }
  return recordEvent(rows, transactionMachine, payment, 'REFUND_COMPLETED', { refund, updatedAt: rows.now })
}
