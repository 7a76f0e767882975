/** Payout reports: every report of a rail moves the money to exactly one place. */
import { refundLifecycle, type TransactionMove } from '../../../../contract/payments/transaction-lifecycle.ts'
import { bareId } from '../../../core/ids.ts'
import { nextState } from '../../../core/next-state.ts'
import { referenceOf } from '../../../core/reference.ts'
import { command, type Read } from '../../../engine/command.ts'
import type { Rows } from '../../../engine/rows.ts'
import { askOperator, enqueue } from '../../../infra/jobs/enqueue.ts'
import { move, recordEvent } from '../../../infra/state-machines/move.ts'
import type { PayoutReport } from '../../../providers/rails/port.ts'
import { moveMoney } from '../../accounts/move-money.ts'
import { balances } from '../../ledger/balance.ts'
import { house } from '../../ledger/house.ts'
import { creditObstacle } from '../../ledger/post.ts'
import { exchangeAtRails } from './paid-in.ts'
import { creditPlatformFee, reclaimPlatformFee } from './platform-fees.ts'
import { isPaidOutside, paidOutsideRead } from './refunds/paid-outside.ts'
import { type Route, reversalOf } from './route.ts'
import { type Refund, type Transaction, transactionMachine, transactions } from './transaction.ts'

/** A rail's report on a payout. */
export interface PayoutUpdate {
  readonly transactionId: string
  readonly report: PayoutReport
}

/**
 * Balances that a report may change. The payer's is omitted where the money has arrived: commands that change it need
 * not wait.
 */
export function payoutReads(payment: Transaction | undefined, { state }: PayoutReport): Read[] {
  if (payment === undefined) return []
  const hasArrived = state === 'DELIVERED' || state === 'IN_TRANSIT'
  const source = sourceAccountOf(payment)
  const accountIds = [hasArrived ? undefined : source, payment.platformFeeAccountId]
  return [
    ...accountIds.flatMap((id): Read[] => (typeof id === 'string' ? [[balances, id]] : [])),
    ...(hasArrived || source !== undefined ? [] : [paidOutsideRead(payment.id)]),
  ]
}

/** Applies a rail's report. The same report twice changes nothing the second time. @returns the payment afterwards */
export const advancePayout = command({
  reads: (seen, { transactionId, report }: PayoutUpdate) => [
    [transactions, transactionId],
    ...payoutReads(seen.lastSeen(transactions, transactionId), report),
  ],
  run(rows, { transactionId, report }): Transaction {
    const payment = rows.get(transactions, transactionId)
    switch (report.state) {
      case 'IN_TRANSIT':
        enqueue(rows, askJob(payment), rows.now + report.askAgainInMs, payment.id)
        return payment
      case 'DELIVERED':
        return deliver(rows, payment, report)
      case 'FAILED':
        return giveBack(rows, payment, 'transit', 'fail', report)
      case 'RETURNED': {
        const back = { reason: report.reason, money: 'BACK' } as const
        // The report of its arrival may have been lost: then the money has never left transit.
        return payment.status === 'COMPLETED'
          ? giveBack(rows, payment, 'rails', 'return', back)
          : giveBack(rows, payment, 'transit', 'fail', back)
      }
      case 'CANCELLED':
        return cancel(rows, payment)
    }
  },
})

/** Bare id of the internal account that paid; undefined when the money came from outside for this payment. */
export const sourceAccountOf = ({ sourceType, sourceId }: Transaction): string | undefined =>
  sourceType === 'ACCOUNT' && sourceId?.startsWith('InternalAccount:') ? bareId(sourceId) : undefined

/** Job that queries the state: of the quote's payout, or of the transfer. */
const askJob = ({ quoteId }: Transaction) => (quoteId === null ? 'askTransfer' : 'askPayout')

function deliver(
  rows: Rows,
  payment: Transaction,
  { askAgainInMs, paidIn }: Extract<PayoutReport, { state: 'DELIVERED' }>,
): Transaction {
  const askAgain = () => {
    if (askAgainInMs !== undefined) enqueue(rows, askJob(payment), rows.now + askAgainInMs, payment.id)
  }
  if (payment.status === 'COMPLETED') {
    askAgain()
    return payment
  }
  // A transfer waits for its rail in PENDING, so both transitions happen here.
  const taken =
    payment.status === 'PENDING' ? move(rows, transactionMachine, payment, 'process', { updatedAt: rows.now }) : payment
  const arrived = move(rows, transactionMachine, taken, 'complete', { settledAt: rows.now, updatedAt: rows.now })
  const { destinationCurrency: currency, receivedAmount: amount } = arrived
  moveMoney(rows, arrived, [
    { from: house('transit', currency), to: house('rails', currency), currency, amount },
    ...exchangeAtRails({ currency, amount, paidIn }, 'OUT'),
    ...creditPlatformFee(rows, arrived),
  ])
  askAgain()
  return arrived
}

function giveBack(
  rows: Rows,
  payment: Transaction,
  from: 'transit' | 'rails',
  name: TransactionMove,
  { reason, money }: { reason: string; money: 'BACK' | 'STUCK' },
): Transaction {
  // A cancelled payment is COMPLETED and has been refunded: its money must not be returned twice.
  if (payment.status === 'FAILED' || payment.status === 'REFUNDED' || payment.refund !== null) return payment
  // Money that came from outside for this payment is returned there (decision 22), where it can be.
  const outside =
    sourceAccountOf(payment) === undefined &&
    money === 'BACK' &&
    payment.status === 'PROCESSING' &&
    !isPaidOutside(rows, payment.id)
  const ended = outside
    ? refundOutside(rows, payment, reason)
    : move(rows, transactionMachine, payment, name, { failureReason: reason, updatedAt: rows.now })
  const obstacle = moveBack(rows, ended, from, money)
  return outside ? ended : refunded(rows, ended, 'TRANSACTION_FAILED', obstacle)
}

/** Fails a payment whose money came from outside and has been returned there. */
export function sendBack(rows: Rows, payment: Transaction, reason: string): Transaction {
  const failed = move(rows, transactionMachine, payment, 'fail', { failureReason: reason, updatedAt: rows.now })
  return refunded(rows, failed, 'TRANSACTION_FAILED')
}

/** Fails a payment whose money has arrived and can neither continue nor be returned: it is in suspense, and an operator must act. */
export function failStranded(rows: Rows, payment: Transaction, reason: string): Transaction {
  const failed = move(rows, transactionMachine, payment, 'fail', { failureReason: reason, updatedAt: rows.now })
  return refunded(
    rows,
    failed,
    'TRANSACTION_FAILED',
    'it was pulled, and its sender or receiver can no longer take part',
  )
}

function refundOutside(rows: Rows, payment: Transaction, reason: string): Transaction {
  const begun = pendingRefund(payment, rows.now, 'TRANSACTION_FAILED')
  const pending = recordEvent(rows, transactionMachine, payment, 'REFUND_PENDING', {
    refund: begun,
    failureReason: reason,
    updatedAt: rows.now,
  })
  return move(rows, transactionMachine, pending, 'refund', {
    refund: { ...begun, status: 'COMPLETED', settledAt: rows.now },
    updatedAt: rows.now,
  })
}

function cancel(rows: Rows, payment: Transaction): Transaction {
  if (payment.status !== 'PROCESSING') return payment
  const settled = refunded(rows, payment, 'USER_CANCELLATION', moveBack(rows, payment, 'transit', 'BACK'))
  return move(rows, transactionMachine, settled, 'complete', { settledAt: rows.now, updatedAt: rows.now })
}

/** Returns principal and fees to the source, or to suspense when the source cannot receive them. @returns why they are in suspense */
function moveBack(
  rows: Rows,
  payment: Transaction,
  from: 'transit' | 'rails',
  money: 'BACK' | 'STUCK',
): string | undefined {
  const payer = payerOf(payment)
  const obstacle = money === 'STUCK' ? 'the rail cannot return it' : payerObstacle(rows, payment)
  const source = obstacle === undefined ? payer : house('suspense', payment.sourceCurrency)
  const route: Route = {
    source,
    destination: house(from, payment.destinationCurrency),
    sendingCurrency: payment.sourceCurrency,
    receivingCurrency: payment.destinationCurrency,
    total: payment.sentAmount,
    fees: payment.fees,
    platformFees: payment.platformFees,
    received: payment.receivedAmount,
  }
  // A payment whose money comes back from the rails had completed, so the platform has received its fee.
  const reclaimed = from === 'rails' ? reclaimPlatformFee(rows, payment) : []
  moveMoney(rows, payment, [...reclaimed, ...reversalOf(route)])
  return obstacle
}

/** The account that paid, or the rails. */
const payerOf = (payment: Transaction): string => sourceAccountOf(payment) ?? house('rails', payment.sourceCurrency)

function payerObstacle(rows: Rows, payment: Transaction): string | undefined {
  const account = sourceAccountOf(payment)
  if (account !== undefined) return creditObstacle(rows.get(balances, account), payment.sentAmount)
  return isPaidOutside(rows, payment.id) ? NO_RETURN : undefined
}
const NO_RETURN =
  'it came over a rail, which does not return it. Credit an account of the sender with it, and pay it back from there'

const pendingRefund = (payment: Transaction, now: number, reason: Refund['reason']): Refund => ({
  reference: `${referenceOf(payment.referenceId ?? payment.id)}-REFUND`,
  initiatedAt: now,
  status: 'PENDING',
  reason,
})

/**
 * Starts and ends a refund. Between internal accounts both happen in one batch, but each has its event.
 * @param obstacle why the money is in suspense; absent: it was returned
 */
function refunded(rows: Rows, payment: Transaction, reason: Refund['reason'], obstacle?: string): Transaction {
  const end = obstacle === undefined ? 'complete' : 'fail'
  const begun = pendingRefund(payment, rows.now, reason)
  const pending = recordEvent(rows, transactionMachine, payment, 'REFUND_PENDING', {
    refund: begun,
    updatedAt: rows.now,
  })
  if (obstacle !== undefined)
    askOperator(rows, 'giveMoneyBack', payment.id, `The money of a failed payment is in suspense: ${obstacle}`)
  const refund: Refund = {
    ...begun,
    status: nextState(refundLifecycle, begun.status, end),
    ...(end === 'complete' && { settledAt: rows.now }),
  }
  return recordEvent(rows, transactionMachine, pending, refundLifecycle.moves[end].event as string, {
    refund,
    updatedAt: rows.now,
  })
}
