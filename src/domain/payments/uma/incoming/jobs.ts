/** UMA jobs: end of announced payments: credited where their invoice was paid, failed where no money arrived in time. */
import { command } from '../../../../engine/command.ts'
import { each, type JobHandlers } from '../../../../infra/jobs/handlers.ts'
import { move } from '../../../../infra/state-machines/move.ts'
import type { PaidIn } from '../../../../providers/settlement/port.ts'
import { creditRecipient } from '../../transactions/decide-approval.ts'
import { transactionMachine, transactions } from '../../transactions/transaction.ts'
import type { UmaContext } from './context.ts'

/** Fails a payment that was accepted and not paid in time. A later report that it is paid gets QUOTE_EXPIRED. */
const endSettlement = command({
  reads: (_seen, transactionId: string) => [[transactions, transactionId]],
  run(rows, transactionId): void {
    const payment = rows.get(transactions, transactionId)
    if (payment.status !== 'PROCESSING') return
    move(rows, transactionMachine, payment, 'fail', { failureReason: 'QUOTE_EXPIRED', updatedAt: rows.now })
  },
})

/** Credits a payment whose invoice is paid, although the other institution has not reported it. */
const creditPaid = command({
  reads: (_seen, { transactionId }: { transactionId: string; paidIn: PaidIn }) => [[transactions, transactionId]],
  run(rows, { transactionId, paidIn }): void {
    const payment = rows.get(transactions, transactionId)
    if (payment.status === 'PROCESSING') creditRecipient(rows, payment, paidIn)
  },
})

export const umaJobs = ({ settling }: Pick<UmaContext, 'settling'>): JobHandlers => ({
  // The invoice has expired by now, so an unpaid one never will be paid.
  endSettlement: each(async (transactionId) => {
    const amount = await settling?.settlement?.received(transactionId)
    return amount
      ? (rows) => creditPaid(rows, { transactionId, paidIn: { currency: 'BTC', amount } })
      : (rows) => endSettlement(rows, transactionId)
  }),
})
