/** Quote execution: debits the source at the locked rate, or starts to pull the money from outside. */
import { refuse } from '../../../core/refusal.ts'
import { command } from '../../../engine/command.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { openQuote, paymentReads, payQuote, refuseUnlessReadyToPay } from './pay-quote.ts'
import { beginPull } from './pull-quote.ts'
import { fundingOf, quoteMachine, quotes } from './quote.ts'
import { paymentSignature } from './wallet-payment.ts'

/**
 * Executes a quote by its id, once.
 * @throws SignatureNeeded; Refusal QUOTE_NOT_FOUND, QUOTE_EXPIRED, QUOTE_ALREADY_EXECUTED, INVALID_STATE_TRANSITION,
 * UNAUTHORIZED, FORBIDDEN, USER_NOT_READY, EXTERNAL_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, INSUFFICIENT_BALANCE
 */
export const executeQuote = command({
  reads: (seen, quoteId: string) => [[quotes, quoteId], ...paymentReads(seen.lastSeen(quotes, quoteId))],
  signature: (rows, quoteId) => paymentSignature(rows, openQuote(rows, quoteId)),
  run(rows, quoteId) {
    const quote = openQuote(rows, quoteId)
    const funding = fundingOf(quote)
    if (funding.kind === 'INCOMING')
      refuse('INVALID_STATE_TRANSITION', 'The quote is executed when the money arrives by its payment instructions')
    if (funding.kind === 'PULL') return beginPull(rows, quote, funding.externalAccountId)
    refuseUnlessReadyToPay(rows, quote)
    return payQuote(rows, move(rows, quoteMachine, quote, 'execute', { updatedAt: rows.now }), funding.accountId)
  },
})
