/** Transaction and refund states and transitions. */
import { lifecycle } from '../lifecycle.ts'

export const transactionLifecycle = lifecycle({
  resource: 'Transaction',
  initial: ['CREATED', 'PENDING', 'COMPLETED'],
  states: {
    CREATED: 'A receiver was looked up; there is no quote yet.',
    PENDING:
      'Not started yet: a quote waits to be executed, a transfer waits for its rail, or an incoming payment waits for approval.',
    PROCESSING: 'The source is debited and the payment is in progress.',
    COMPLETED: 'The money has arrived at its destination.',
    REJECTED: 'The receiving side rejected it; the money was returned to the source.',
    FAILED: 'It failed; the money was returned to the source, or is in suspense if that failed too.',
    REFUNDED: 'It failed, and the money was sent back over a rail to an external source.',
    EXPIRED: 'The quote expired before it was executed. No money has moved.',
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
      when: 'a quote with a payout is executed, or a rail has accepted the transfer',
      event: 'PROCESSING',
      basis: 'decision',
    },
    complete: {
      from: ['PENDING', 'PROCESSING'],
      to: 'COMPLETED',
      when: 'the money has arrived; immediately between internal accounts',
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
      when: 'the receiving side rejects it',
      event: 'FAILED',
      basis: 'decision',
    },
    fail: {
      from: ['PENDING', 'PROCESSING'],
      to: 'FAILED',
      when: 'it cannot be completed; the money is returned in the same commit',
      event: 'FAILED',
      basis: 'decision',
    },
    refund: {
      from: ['PROCESSING'],
      to: 'REFUNDED',
      when: 'the money was sent back over a rail',
      event: 'REFUND_COMPLETED',
      basis: 'decision',
    },
    return: {
      from: ['COMPLETED'],
      to: 'FAILED',
      when: 'the receiving bank returns a completed payment',
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
    PENDING: 'The money is being returned.',
    COMPLETED: 'The money was returned.',
    FAILED: 'The money could not be returned; it is in suspense, and an operator must act.',
  },
  moves: {
    complete: {
      from: ['PENDING'],
      to: 'COMPLETED',
      when: 'the money has arrived at the source',
      event: 'REFUND_COMPLETED',
      basis: 'decision',
    },
    fail: {
      from: ['PENDING'],
      to: 'FAILED',
      when: 'the money cannot be returned',
      event: 'REFUND_FAILED',
      basis: 'decision',
    },
    release: {
      from: ['FAILED'],
      to: 'COMPLETED',
      when: 'an operator has returned the money from suspense',
      event: 'REFUND_COMPLETED',
      basis: 'decision',
    },
  },
})
