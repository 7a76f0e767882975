/** Release of a refund from suspense: the operator credits the funding source that could not receive it. */
import { command } from '../../../engine/command.ts'
import { endTask, type TaskDecision } from '../../../infra/jobs/operator-tasks.ts'
import { jobs } from '../../../infra/jobs/tables.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { advance, type CardTransaction, cardTransactions } from './purchase.ts'
import { SUSPENDED_CREDIT } from './purchase-money.ts'

interface CreditRelease {
  /** Bare id. */
  readonly purchaseId: string
  readonly decision: TaskDecision
}

/**
 * Credits all that is in suspense, and ends the task.
 * @throws Refusal CARD_TRANSACTION_NOT_FOUND, INVALID_STATE_TRANSITION when the task is not open, ACCOUNT_NOT_ACTIVE, AMOUNT_OUT_OF_RANGE
 */
export const releaseCredit = command({
  reads: (seen, { purchaseId }: CreditRelease) => {
    const source = seen.lastSeen(cardTransactions, purchaseId)?.accountId
    return [
      [cardTransactions, purchaseId],
      [jobs, `${SUSPENDED_CREDIT}/${purchaseId}`],
      ...(source ? [[balances, source] as const] : []),
    ]
  },
  run(rows, { purchaseId, decision }): CardTransaction {
    const purchase = rows.get(cardTransactions, purchaseId)
    const { accountId, currency, suspendedAmount: amount, creditedAmount } = purchase
    endTask(rows, `${SUSPENDED_CREDIT}/${purchaseId}`, 'SETTLED', decision)
    moveMoney(rows, purchase, [{ from: house('suspense', currency), to: accountId, currency, amount }])
    return advance(rows, purchase, undefined, { suspendedAmount: 0n, creditedAmount: creditedAmount + amount })
  },
})
