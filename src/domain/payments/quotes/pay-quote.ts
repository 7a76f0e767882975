/** Quote payment: the movement of an open quote's money, whatever its funding. */
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/state-machines/move.ts'
import { accounts } from '../../accounts/internal-account.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { customers } from '../../customers/customer.ts'
import { refuseUnlessPayer } from '../../customers/readiness.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { externalAccounts } from '../external-accounts/external-account.ts'
import { beginPayment } from '../transactions/begin-payment.ts'
import { creditPlatformFee } from '../transactions/platform-fees.ts'
import { postingsFor } from '../transactions/route.ts'
import { type Transaction, transactionMachine, transactions } from '../transactions/transaction.ts'
import { planForwarding } from '../transactions/transfers/forward-deposit.ts'
import { externalPayee, refuseUnlessPayable } from './ends/external-payee.ts'
import { type Quote, quoteMachine, quotes } from './quote.ts'

/** Rows that the payment of a quote reads in addition; they follow from columns of the quote that never change. */
export function paymentReads(quote: Quote | undefined): Read[] {
  if (quote === undefined) return []
  const { sourceAccountId, destinationAccountId, platformFeeAccountId, customerId } = quote
  const reads: Read[] = [[transactions, quote.transactionId]]
  if (sourceAccountId !== null) reads.push([balances, sourceAccountId])
  if (destinationAccountId !== null) reads.push([balances, destinationAccountId])
  if (destinationAccountId !== null && platformFeeAccountId !== null) reads.push([balances, platformFeeAccountId])
  if (customerId !== null) reads.push([customers, customerId, 'peek'])
  const payee = externalPayee(quote)
  if (payee !== undefined) reads.push([externalAccounts, payee, 'peek'])
  return reads
}

/** A quote that can still be executed. @throws Refusal QUOTE_NOT_FOUND, QUOTE_EXPIRED, QUOTE_ALREADY_EXECUTED */
export function openQuote(rows: Rows, quoteId: string): Quote {
  const quote = rows.get(quotes, quoteId)
  if (quote.status === 'EXPIRED' || (quote.status === 'PENDING' && quote.expiresAt <= rows.now))
    refuse('QUOTE_EXPIRED', 'The locked rate has expired; create a new quote')
  if (quote.status !== 'PENDING') refuse('QUOTE_ALREADY_EXECUTED', 'The quote has already been executed')
  return quote
}

/** Whether sender and receiver may move money now. @throws Refusal FORBIDDEN, USER_NOT_READY, ACCOUNT_NOT_ACTIVE, EXTERNAL_ACCOUNT_NOT_FOUND */
export function refuseUnlessReadyToPay(rows: Rows, quote: Quote): void {
  refuseUnlessPayer(rows, quote.customerId)
  refuseUnlessPayable(rows, quote)
}

/**
 * Moves the money of a quote in PROCESSING. A payment between internal accounts is then complete; any other is
 * submitted to a rail.
 * @param source the account that is debited, or the house account *rails* when the money came from outside
 * @throws Refusal ACCOUNT_NOT_ACTIVE, INSUFFICIENT_BALANCE
 */
export function payQuote(rows: Rows, quote: Quote, source: string): Quote {
  const inside = quote.destinationAccountId
  const payment = rows.get(transactions, quote.transactionId)
  const movements = postingsFor({
    source,
    destination: inside ?? house('transit', quote.receivingCurrency),
    sendingCurrency: quote.sendingCurrency,
    receivingCurrency: quote.receivingCurrency,
    total: quote.totalSendingAmount,
    fees: quote.fees,
    platformFees: quote.platformFees,
    received: quote.totalReceivingAmount,
  })
  if (inside === null) {
    moveMoney(rows, payment, movements)
    move(rows, transactionMachine, payment, 'process', { updatedAt: rows.now })
    enqueue(rows, 'sendPayout', rows.now, payment.id)
    return quote
  }
  moveMoney(rows, payment, [...movements, ...creditPlatformFee(rows, payment)])
  const completed = move(rows, transactionMachine, payment, 'complete', { settledAt: rows.now, updatedAt: rows.now })
  recordReceipt(rows, completed, inside)
  return move(rows, quoteMachine, quote, 'complete')
}

/** Adds an incoming payment with the same reference for the owner of the receiving account, unless they sent it (decision 67). */
function recordReceipt(rows: Rows, sent: Transaction, accountId: string): void {
  const { customerId, platformCustomerId } = rows.get(accounts, accountId)
  if (customerId === sent.customerId) return
  const received = beginPayment(rows, 'COMPLETED', {
    type: 'INCOMING',
    customerId,
    platformCustomerId,
    sourceType: sent.sourceType,
    sourceId: sent.sourceId,
    sourceCurrency: sent.sourceCurrency,
    destinationType: 'ACCOUNT',
    destinationId: wireId('InternalAccount', accountId),
    destinationCurrency: sent.destinationCurrency,
    sentAmount: sent.sentAmount,
    receivedAmount: sent.receivedAmount,
    referenceId: sent.id,
    description: sent.description,
    remittanceInformation: sent.remittanceInformation,
  })
  if (sent.destinationType === 'UMA_ADDRESS') planForwarding(rows, received)
}
