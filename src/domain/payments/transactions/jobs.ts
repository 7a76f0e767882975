/** Transfer jobs: payouts, pulls, queries of their state, forwarding of deposits, end of approvals. */
import type { Rows } from '../../../engine/rows.ts'
import type { Store } from '../../../infra/db/store.ts'
import { each, type JobHandlers } from '../../../infra/jobs/handlers.ts'
import type { Rails } from '../../../providers/rails/port.ts'
import { advancePayout, type PayoutUpdate } from './advance-payout.ts'
import { failApproval } from './decide-approval.ts'
import { payoutFor, umaDepositAccount } from './payout.ts'
import { getTransactionById } from './queries.ts'
import { advancePull } from './transfers/create-transfer-in.ts'
import { forwardDeposit } from './transfers/forward-deposit.ts'

export function transferJobs({ store, rails }: { store: Store; rails: Rails }): JobHandlers {
  const job = (ask: 'send' | 'pull' | 'ask', advance: (rows: Rows, update: PayoutUpdate) => unknown) =>
    each(async (transactionId, platformId) => {
      const payment = await getTransactionById(store, platformId, transactionId)
      const report = await rails[ask](await payoutFor(store, platformId, payment))
      return (rows) => void advance(rows, { transactionId, report })
    })
  return {
    sendTransfer: job('send', advancePayout),
    askTransfer: job('ask', advancePayout),
    pullTransfer: job('pull', advancePull),
    askPull: job('ask', advancePull),
    /** Each attempt looks the default account up again: it may have changed. */
    forwardDeposit: each(async (transactionId, platformId) => {
      const { customerId, receivedAmount: amount } = await getTransactionById(store, platformId, transactionId)
      const account = await umaDepositAccount(store, platformId, customerId as string)
      if (!account) return undefined
      const { currency, accountType } = account
      // Without a rail the money stays in the internal account.
      if (!rails.carries({ direction: 'OUT', currency, accountType, amount })) return undefined
      const verdict = await rails.vet(account, 'OUT')
      return (rows) => forwardDeposit(rows, { transactionId, externalAccountId: account.id, verdict })
    }),
    /** The time limit of the platform's approval has passed. */
    endApproval: each(
      async (transactionId) => (rows) =>
        failApproval(rows, { transactionId, failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' }),
    ),
  }
}
