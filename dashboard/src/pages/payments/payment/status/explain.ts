/** Explanation of a failed or returned payment: the cause, the place of the money, and who must act. */
import {
  INCOMING_FAILURE_REASONS,
  OUTGOING_FAILURE_REASONS,
} from '../../../../../../contract/payments/failure-reasons.ts'
import type { TransactionHistory } from '../../../../../../contract/payments/transaction-history.ts'
import type { OutgoingTransaction, Refund } from '../../../../../../contract/payments/transactions.ts'
import { formatMinor } from '../../../../format/money.ts'
import { describeEnds } from '../../ends.ts'

export interface Explanation {
  readonly what: string
  readonly money: string
  readonly acts: string
}

type ExplainedPayment = Pick<TransactionHistory, 'transaction' | 'postings' | 'parties'>

/**
 * @returns undefined for a payment that is in progress, or completed and not returned. May contain names of fields in
 * backticks.
 */
export function explain({ transaction, postings, parties }: ExplainedPayment): Explanation | undefined {
  if (transaction.type === 'INCOMING') {
    if (!transaction.failureReason) return undefined
    const { cause, money, acts } = INCOMING_FAILURE_REASONS[transaction.failureReason]
    return { what: cause, money, acts }
  }
  const { failureReason, refund, status } = transaction
  if (status === 'EXPIRED')
    return {
      what: 'The quote expired before it was executed.',
      money: NOTHING_MOVED,
      acts: 'Get a new rate and pay again.',
    }
  if (!failureReason && !refund) return undefined
  const { cause, money, acts } = failureReason ? OUTGOING_FAILURE_REASONS[failureReason] : CANCELLED
  const source = describeEnds(transaction, parties).from.name
  return {
    what: cause,
    money: refund
      ? refunded(refund, transaction, creditedLast(postings) ?? source)
      : postings.length === 0
        ? NOTHING_MOVED
        : money,
    acts: refund?.status === 'FAILED' ? OPERATOR : acts,
  }
}

const NOTHING_MOVED = 'No money has moved.'
const OPERATOR = 'The operator returns the money: `causeway tasks list`.'

/** A refund without a failure. */
const CANCELLED = {
  cause: 'The payment was cancelled before it reached the receiver.',
  money: '',
  acts: 'Pay again if it is still due.',
}

/** Owner of the refunded account; undefined: it is outside. */
const creditedLast = (postings: TransactionHistory['postings']): string | undefined =>
  postings.findLast(({ to }) => to.about === undefined)?.to.name

function refunded({ status }: Refund, { sentAmount }: OutgoingTransaction, source: string): string {
  const { decimals, code } = sentAmount.currency
  const amount = `${formatMinor(sentAmount.amount, decimals)} ${code}`
  if (status === 'COMPLETED') return `${amount}, fees included, was returned to ${source}.`
  if (status === 'PENDING') return `${amount}, fees included, is being returned to ${source}.`
  return `${amount} could not be returned to ${source}. It is in suspense.`
}
