/** Owns the states of a payment and of the refund that may follow it. */
import { lifecycle } from '../../../core/lifecycle.ts'

export const transactionLifecycle = lifecycle({
  resource: 'Transaction',
  initial: ['CREATED', 'PENDING', 'COMPLETED'],
  states: {
    CREATED: 'A receiver was looked up; nothing is agreed.',
    PENDING:
      'Agreed and not yet under way: a quote waits to be executed, a transfer for its rail, an incoming payment for approval.',
    PROCESSING: 'The source is debited and the payment is on its way.',
    COMPLETED: 'The payment has arrived.',
    REJECTED: 'The receiving side refused it; the money went back.',
    FAILED: 'It could not be made; the money is back, or in suspense when even that failed.',
    REFUNDED: 'It could not complete, and the money went back over a rail to someone outside.',
    EXPIRED: 'The quote ran out before it was executed. No money has moved.',
  },
  moves: {
    offer: {
      from: ['CREATED'],
      to: 'PENDING',
      when: 'a quote is created for the lookup',
      event: 'PENDING',
      basis: 'decision',
    },
    process: {
      from: ['PENDING'],
      to: 'PROCESSING',
      when: 'the quote is executed towards the outside, or a rail has taken the transfer',
      event: 'PROCESSING',
      basis: 'decision',
    },
    complete: {
      from: ['PENDING', 'PROCESSING'],
      to: 'COMPLETED',
      when: 'the money has arrived; at once between internal accounts',
      event: 'COMPLETED',
      basis: 'decision',
    },
    expire: {
      from: ['CREATED', 'PENDING'],
      to: 'EXPIRED',
      when: '`expiresAt` of the quote passes',
      event: 'EXPIRED',
      basis: 'decision',
    },
    reject: {
      from: ['PENDING', 'PROCESSING'],
      to: 'REJECTED',
      when: 'the receiving side refuses',
      event: 'FAILED',
      basis: 'decision',
    },
    fail: {
      from: ['PENDING', 'PROCESSING'],
      to: 'FAILED',
      when: 'the payment cannot be made; the money goes back in the same moment',
      event: 'FAILED',
      basis: 'decision',
    },
    refund: {
      from: ['PROCESSING'],
      to: 'REFUNDED',
      when: 'the money went back over a rail',
      event: 'REFUND_COMPLETED',
      basis: 'decision',
    },
    return: {
      from: ['COMPLETED'],
      to: 'FAILED',
      when: 'the receiving bank sends a completed payment back',
      event: 'FAILED',
      basis: 'decision',
    },
  },
})
export type TransactionMove = keyof typeof transactionLifecycle.moves

export const refundLifecycle = lifecycle({
  resource: 'Refund',
  initial: ['PENDING'],
  states: {
    PENDING: 'The money is on its way back.',
    COMPLETED: 'The money is back.',
    FAILED: 'The money could not be given back; it is in suspense and an operator must act.',
  },
  moves: {
    complete: {
      from: ['PENDING'],
      to: 'COMPLETED',
      when: 'the money has arrived back',
      event: 'REFUND_COMPLETED',
      basis: 'decision',
    },
    fail: {
      from: ['PENDING'],
      to: 'FAILED',
      when: 'the money cannot be given back',
      event: 'REFUND_FAILED',
      basis: 'decision',
    },
  },
})
