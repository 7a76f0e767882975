/** Pull of a quote's money from an external account: its start, and the rail's reports. The payment continues when the money has arrived. */
import { command } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/state-machines/move.ts'
import type { PayoutReport } from '../../../providers/rails/port.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { customers } from '../../customers/customer.ts'
import { refuseUnlessCustomerPays } from '../../customers/readiness.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { canReceive } from '../../ledger/post.ts'
import { isOwnerFrozen } from '../../platform/freeze.ts'
import { activeExternalAccount, externalAccounts } from '../external-accounts/external-account.ts'
import { failStranded } from '../transactions/advance-payout.ts'
import { transactionMachine, transactions } from '../transactions/transaction.ts'
import { externalPayee, refuseUnlessPayable } from './ends/external-payee.ts'
import { paymentReads, payQuote } from './pay-quote.ts'
import { type Quote, quoteMachine, quotes } from './quote.ts'

/** Starts the pull; the payment continues when the money has arrived. @throws Refusal FORBIDDEN, USER_NOT_READY, EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE */
export function beginPull(rows: Rows, quote: Quote, externalAccountId: string): Quote {
  refuseUnlessCustomerPays(rows, quote.customerId)
  activeExternalAccount(rows, externalAccountId, 'pays')
  refuseUnlessPayable(rows, quote)
  enqueue(rows, 'pullForQuote', rows.now, quote.transactionId)
  return move(rows, quoteMachine, quote, 'execute', { updatedAt: rows.now })
}

/** A rail's report on the pull for a quote. */
export interface PullReport {
  readonly quoteId: string
  readonly transactionId: string
  readonly report: PayoutReport
}

/**
 * Applies the report. A failed pull fails quote and payment, and no money moves. The same report twice changes nothing
 * the second time.
 */
export const followPull = command({
  reads: (seen, { quoteId }: PullReport) => [[quotes, quoteId], ...paymentReads(seen.lastSeen(quotes, quoteId))],
  run(rows, { quoteId, transactionId, report }) {
    const quote = rows.get(quotes, quoteId)
    const payment = rows.get(transactions, transactionId)
    if (quote.status !== 'PROCESSING' || payment.status !== 'PENDING') return
    if (report.state === 'IN_TRANSIT') {
      enqueue(rows, 'askPullForQuote', rows.now + report.askAgainInMs, transactionId)
      return
    }
    const { sendingCurrency: currency, totalSendingAmount: amount } = quote
    if (report.state === 'DELIVERED' && mayContinue(rows, quote)) {
      payQuote(rows, quote, house('rails', currency))
      return
    }
    const reason = 'QUOTE_EXECUTION_FAILED'
    if (report.state === 'DELIVERED') {
      moveMoney(rows, payment, [{ from: house('rails', currency), to: house('suspense', currency), currency, amount }])
      failStranded(rows, payment, reason)
    } else move(rows, transactionMachine, payment, 'fail', { failureReason: reason, updatedAt: rows.now })
    move(rows, quoteMachine, quote, 'fail', { updatedAt: rows.now })
  },
})

/** Whether the payment may continue: during the pull, its sender or its receiver may have been stopped. */
function mayContinue(rows: Rows, quote: Quote): boolean {
  const { customerId, destinationAccountId, totalReceivingAmount } = quote
  if (isOwnerFrozen(rows, customerId)) return false
  const sender = customerId === null ? undefined : rows.peek(customers, customerId)
  if (sender && (sender.status !== 'APPROVED' || sender.deletedAt !== null)) return false
  const payee = externalPayee(quote)
  // A payment in progress continues although its external account was deleted.
  if (payee !== undefined) return rows.peek(externalAccounts, payee)?.status === 'ACTIVE'
  if (destinationAccountId === null) return true
  return canReceive(rows.get(balances, destinationAccountId), totalReceivingAmount)
}
