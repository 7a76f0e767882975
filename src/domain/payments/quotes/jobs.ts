/** Quote jobs: pulls of money, payouts and queries of their state, expiry. */
import type { Clock } from '../../../core/clock.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Command } from '../../../engine/rows.ts'
import type { Store } from '../../../infra/db/store.ts'
import { each, type JobHandlers } from '../../../infra/jobs/handlers.ts'
import type { Rail, Rails } from '../../../providers/rails/port.ts'
import type { Rates } from '../../../providers/rates/port.ts'
import type { PayoutGate } from '../../../providers/screening/port.ts'
import type { Uma } from '../../../providers/uma/port.ts'
import { payoutFor, pullFor } from '../transactions/payout.ts'
import { getTransactionById } from '../transactions/queries.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { storeMessages } from '../uma/messages.ts'
import { isOwed } from '../uma/outgoing/begin-settlement.ts'
import { payByUma, type UmaAttempt } from '../uma/outgoing/pay-by-uma.ts'
import { expireQuote } from './expire-quote.ts'
import { followPayout } from './follow-payout.ts'
import { followPull } from './pull-quote.ts'
import { getQuoteById, pendingQuotes, umaPaymentFor } from './queries.ts'

interface Needs {
  readonly store: Store
  readonly engine: Engine
  readonly clock: Clock
  readonly rails: Rails
  readonly gate: PayoutGate
  readonly uma: Uma | undefined
  readonly rates: Rates
  /** The rail that pays invoices of other institutions; undefined: none. */
  readonly settling: Rail | undefined
}

export function quoteJobs(needs: Needs): JobHandlers {
  const { store, rails } = needs
  const byRail = async (platformId: string, payment: Transaction, ask: 'send' | 'ask'): Promise<Command<void>> => {
    const quoteId = payment.quoteId as string
    const [payout, { paymentRail }] = await Promise.all([
      payoutFor(store, platformId, payment),
      getQuoteById(store, platformId, quoteId),
    ])
    const report = await rails[ask]({ ...payout, rail: paymentRail })
    return (rows) => followPayout(rows, { quoteId, transactionId: payment.id, report })
  }
  /** Behind the payout gate, as payouts over rails are. */
  const attemptByUma = async (platformId: string, payment: Transaction, ask: 'send' | 'ask'): Promise<UmaAttempt> => {
    const receives = { currency: payment.destinationCurrency, amount: payment.receivedAmount }
    const counterparty = { identifier: payment.destinationId, names: [], receives }
    const next = ask === 'send' ? 'SEND' : 'ASK'
    const passage = await needs.gate.pass(payment.id, next, counterparty)
    if ('report' in passage) return { report: passage.report, isUnowed: true, messages: [] }
    const how = passage.may === 'ASK' ? 'ask' : 'settle'
    return payByUma(needs, await umaPaymentFor(store, platformId, payment), how)
  }
  const byUma = async (platformId: string, payment: Transaction, ask: 'send' | 'ask'): Promise<Command<void>> => {
    const quoteId = payment.quoteId as string
    const { report, isUnowed, messages } = await attemptByUma(platformId, payment, ask)
    return (rows) => {
      storeMessages(rows, payment.id, messages)
      const isOvertaken = report === undefined || (isUnowed && isOwed(rows, payment.id))
      if (!isOvertaken) followPayout(rows, { quoteId, transactionId: payment.id, report })
    }
  }
  const payout = (ask: 'send' | 'ask') =>
    each(async (transactionId, platformId) => {
      const payment = await getTransactionById(store, platformId, transactionId)
      return payment.destinationType === 'UMA_ADDRESS'
        ? byUma(platformId, payment, ask)
        : byRail(platformId, payment, ask)
    })
  const pull = (ask: 'pull' | 'ask') =>
    each(async (transactionId, platformId) => {
      const payment = await getTransactionById(store, platformId, transactionId)
      const report = await rails[ask](await pullFor(store, platformId, payment))
      return (rows) => followPull(rows, { quoteId: payment.quoteId as string, transactionId, report })
    })
  return {
    pullForQuote: pull('pull'),
    askPullForQuote: pull('ask'),
    sendPayout: payout('send'),
    askPayout: payout('ask'),
    /** Most quotes have been executed by then; only those that are still PENDING become commands. */
    async expireQuotes({ subjects }, platformId) {
      const open = await pendingQuotes(store, platformId, subjects)
      return new Map(open.map((quoteId) => [quoteId, ((rows) => expireQuote(rows, quoteId)) satisfies Command<void>]))
    },
  }
}
