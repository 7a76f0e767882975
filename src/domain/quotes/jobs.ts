/** Owns the work that quotes put off: payouts, and the end of their validity. */
import type { Command } from '../../engine/rows.ts'
import { each, type JobHandlers } from '../../infra/jobs/runner.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Rails } from '../../providers/rails/port.ts'
import { expireQuote } from './expire-quote.ts'
import { followPayout } from './follow-payout.ts'
import { payoutOf } from '../transactions/payout.ts'
import { pendingQuotes } from './queries.ts'

export function quoteJobs({ store, rails }: { store: Store; rails: Rails | undefined }): JobHandlers {
  const payout = (ask: 'send' | 'ask') =>
    each(async (transactionId, platformId) => {
      if (!rails) throw new Error('No rail is connected')
      const { payment, payout } = await payoutOf(store, platformId, transactionId)
      const report = await rails[ask](payout)
      return (rows) => followPayout(rows, payment.quoteId as string, transactionId, report)
    })
  return {
    sendPayout: payout('send'),
    askPayout: payout('ask'),
    /** Most quotes have been executed by then, so only those still open are looked at under a lock. */
    async expireQuotes({ subjects }, platformId) {
      const open = await pendingQuotes(store, platformId, subjects)
      return new Map(open.map((quoteId) => [quoteId, ((rows) => expireQuote(rows, quoteId)) satisfies Command<void>]))
    },
  }
}
