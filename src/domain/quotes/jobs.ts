/** Owns the work that quotes put off: payouts, and the end of their validity. */
import type { Command } from '../../engine/rows.ts'
import { each, type JobHandlers } from '../../infra/jobs/runner.ts'
import type { Store } from '../../infra/db/store.ts'
import type { Rails } from '../../providers/rails/port.ts'
import type { Uma } from '../../providers/uma/port.ts'
import { expireQuote } from './expire-quote.ts'
import { followPayout } from './follow-payout.ts'
import { payoutOf } from '../transactions/payout.ts'
import { getTransaction } from '../transactions/queries.ts'
import type { Transaction } from '../transactions/tables.ts'
import { getQuote, pendingQuotes, umaPaymentOf } from './queries.ts'

export function quoteJobs({ store, rails, uma }: { store: Store; rails: Rails | undefined; uma: Uma | undefined }): JobHandlers {
  const byRail = async (platformId: string, payment: Transaction, ask: 'send' | 'ask') => {
    if (!rails) throw new Error('No rail is connected')
    const [payout, { paymentRail }] = await Promise.all([payoutOf(store, platformId, payment), getQuote(store, platformId, payment.quoteId as string)])
    return rails[ask]({ ...payout, rail: paymentRail })
  }
  const byUma = async (platformId: string, payment: Transaction, ask: 'send' | 'ask') => {
    if (!uma) throw new Error('The network of UMA addresses is not connected')
    return uma[ask](await umaPaymentOf(store, platformId, payment))
  }
  const payout = (ask: 'send' | 'ask') =>
    each(async (transactionId, platformId) => {
      const payment = await getTransaction(store, platformId, transactionId)
      const report = await (payment.destinationType === 'UMA_ADDRESS' ? byUma(platformId, payment, ask) : byRail(platformId, payment, ask))
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
