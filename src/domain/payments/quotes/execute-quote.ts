/** Owns the spending of a locked rate. */
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { requireSignature, type Signer } from '../../../core/signature.ts'
import type { Rows } from '../../../engine/rows.ts'
import type { Table } from '../../../engine/table.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { move } from '../../../infra/states/move.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { accounts } from '../../accounts/tables.ts'
import { refuseUnlessOwnerReady } from '../../customers/readiness.ts'
import { customers } from '../../customers/tables.ts'
import { house, isHouse } from '../../ledger/house.ts'
import { balances } from '../../ledger/tables.ts'
import { externalAccounts } from '../external-accounts/tables.ts'
import { beginPayment } from '../transactions/begin-payment.ts'
import { planForwarding } from '../transactions/forward-deposit.ts'
import { payments } from '../transactions/payments.ts'
import { creditPlatformFee } from '../transactions/platform-fees.ts'
import { forth } from '../transactions/route.ts'
import { type Transaction, transactions } from '../transactions/tables.ts'
import { payeeElsewhere, refuseUnlessPayable } from './payable.ts'
import { beginPull } from './pulled-source.ts'
import { quoteMachine } from './quote-machine.ts'
import { type Quote, quotes } from './tables.ts'
import { walletDemand } from './wallet-payment.ts'

/**
 * Debits the source at the quote's own figures. Between internal accounts the payment is complete with that; towards
 * the outside it is handed to a rail.
 * @param signer who has signed for a wallet that pays
 * @throws SignatureNeeded; Refusal QUOTE_EXPIRED, QUOTE_ALREADY_EXECUTED, INSUFFICIENT_BALANCE, ACCOUNT_NOT_ACTIVE, EXTERNAL_ACCOUNT_NOT_FOUND, USER_NOT_READY
 */
export function executeQuote(rows: Rows, quoteId: string, signer?: Signer): Quote {
  const lastSeen = rows.recall(quotes, quoteId)
  if (lastSeen?.sourceAccountId) rows.together([quotes, quoteId], ...touchedBy(lastSeen, lastSeen.sourceAccountId))
  const quote = refuseUnlessOpen(rows, rows.get(quotes, quoteId))
  if (quote.sourceExternalAccountId !== null) return beginPull(rows, quote, quote.sourceExternalAccountId)
  if (quote.sourceAccountId === null)
    refuse('INVALID_STATE_TRANSITION', 'The quote executes by itself when its payment instructions are paid')
  requireHolder(rows, quote, signer)
  return payFrom(rows, quote, quote.sourceAccountId)
}

/** Lets a quote that a wallet pays for go on only with the signature of its holder. @throws SignatureNeeded; Refusal FORBIDDEN, UNAUTHORIZED */
export function requireHolder(rows: Rows, quote: Quote, signer: Signer | undefined): void {
  if (quote.payloadToSign !== null) requireSignature(signer, walletDemand(rows, quote))
}

/** @throws Refusal QUOTE_EXPIRED, QUOTE_ALREADY_EXECUTED */
export function refuseUnlessOpen(rows: Rows, quote: Quote): Quote {
  if (quote.status === 'EXPIRED' || (quote.status === 'PENDING' && quote.expiresAt <= rows.now))
    refuse('QUOTE_EXPIRED', 'The locked rate has expired; create a new quote')
  if (quote.status !== 'PENDING') refuse('QUOTE_ALREADY_EXECUTED', 'The quote has been executed before')
  return quote
}

/** Moves the money of an open quote. @param source the account it leaves, or the house's rails when it comes from outside */
export function payFrom(rows: Rows, quote: Quote, source: string): Quote {
  const inside = quote.destinationAccountId
  // One whose money had to be fetched was executed before, and its receiver looked at.
  const isFetched = quote.status !== 'PENDING'
  rows.together(...touchedBy(quote, source))
  if (quote.customerId !== null) refuseUnlessOwnerReady(rows, quote.customerId)
  if (!isFetched) refuseUnlessPayable(rows, quote)

  const payment = rows.get(transactions, quote.transactionId)
  const way = forth({
    source,
    destination: inside ?? house('transit', quote.receivingCurrency),
    sendingCurrency: quote.sendingCurrency,
    receivingCurrency: quote.receivingCurrency,
    total: quote.totalSendingAmount,
    fees: quote.fees,
    platformFees: quote.platformFees,
    received: quote.totalReceivingAmount,
  })
  moveMoney(rows, payment, inside ? [...way, ...creditPlatformFee(rows, payment)] : way)
  const executed = isFetched ? quote : move(rows, quoteMachine, quote, 'execute', { updatedAt: rows.now })
  if (!inside) {
    move(rows, payments, payment, 'process', { updatedAt: rows.now })
    enqueue(rows, 'sendPayout', rows.now, payment.id)
    return executed
  }
  const completed = move(rows, payments, payment, 'complete', { settledAt: rows.now, updatedAt: rows.now })
  tellReceiver(rows, completed, inside)
  return move(rows, quoteMachine, executed, 'complete')
}

/** The rows that the payment reads beside the quote: they follow from what of a quote never changes. */
function touchedBy(quote: Quote, source: string): (readonly [Table, string, 'seen'?])[] {
  const touched: (readonly [Table, string, 'seen'?])[] = [[transactions, quote.transactionId]]
  if (!isHouse(source)) touched.push([balances, source])
  if (quote.destinationAccountId !== null) touched.push([balances, quote.destinationAccountId])
  if (quote.destinationAccountId !== null && quote.platformFeeAccountId !== null)
    touched.push([balances, quote.platformFeeAccountId])
  if (quote.customerId !== null) touched.push([customers, quote.customerId, 'seen'])
  const elsewhere = payeeElsewhere(quote)
  if (elsewhere !== undefined) touched.push([externalAccounts, elsewhere, 'seen'])
  return touched
}

/** Another owner's account has a payment of its own to show, with the same reference (decision 67). */
function tellReceiver(rows: Rows, sent: Transaction, accountId: string): void {
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
