/** UMA jobs: failure of announced payments whose money did not arrive in time. */
import { command } from '../../../../engine/command.ts'
import { each, type JobHandlers } from '../../../../infra/jobs/handlers.ts'
import { move } from '../../../../infra/state-machines/move.ts'
import { transactionMachine, transactions } from '../../transactions/transaction.ts'

/** Fails a payment that was accepted and not paid in time. A later report that it is paid gets QUOTE_EXPIRED. */
const endSettlement = command({
  reads: (_seen, transactionId: string) => [[transactions, transactionId]],
  run(rows, transactionId): void {
    const payment = rows.get(transactions, transactionId)
    if (payment.status !== 'PROCESSING') return
    move(rows, transactionMachine, payment, 'fail', { failureReason: 'QUOTE_EXPIRED', updatedAt: rows.now })
  },
})

export const umaJobs = (): JobHandlers => ({
  endSettlement: each(async (transactionId) => (rows) => endSettlement(rows, transactionId)),
})
