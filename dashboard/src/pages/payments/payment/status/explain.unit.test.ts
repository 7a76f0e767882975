/** Explanation tests: every failure reason, every state of a refund, and silence about payments that succeed. */
import { describe, expect, it } from 'vitest'
import {
  INCOMING_FAILURE_REASONS,
  OUTGOING_FAILURE_REASONS,
} from '../../../../../../contract/payments/failure-reasons.ts'
import type { TransactionHistory } from '../../../../../../contract/payments/transaction-history.ts'
import { explain } from './explain.ts'

const currency = { code: 'USD', name: 'US dollar', symbol: '$', decimals: 2 }
const POSTING = { line: 1, to: { name: 'House transit', about: 'Money under way' } }

/** 500 USD from Northwind to an external account. */
function payment(transaction: object, postings: readonly object[] = [POSTING]): Parameters<typeof explain>[0] {
  return {
    transaction: {
      type: 'OUTGOING',
      status: 'FAILED',
      source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:a' },
      destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:b' },
      sentAmount: { amount: 50_000, currency },
      ...transaction,
    },
    postings,
    parties: [{ id: 'InternalAccount:a', name: 'Northwind Ltd' }],
  } as unknown as TransactionHistory
}

describe('a payment', () => {
  it.each(['PENDING', 'PROCESSING', 'COMPLETED'])('that is %s is not explained', (status) => {
    expect(explain(payment({ status }))).toBeUndefined()
    expect(explain(payment({ type: 'INCOMING', status }))).toBeUndefined()
  })

  it.each(Object.keys(OUTGOING_FAILURE_REASONS))(
    'out that failed with %s has its cause, the place of the money, and who acts',
    (failureReason) => {
      const { cause, acts } = OUTGOING_FAILURE_REASONS[failureReason as keyof typeof OUTGOING_FAILURE_REASONS]
      expect(explain(payment({ failureReason, refund: { status: 'COMPLETED' } }))).toEqual({
        what: cause,
        money: '500.00 USD, fees included, was returned to Northwind Ltd.',
        acts,
      })
    },
  )

  it.each(Object.keys(INCOMING_FAILURE_REASONS))('in that failed with %s does the same', (failureReason) => {
    const { cause, money, acts } = INCOMING_FAILURE_REASONS[failureReason as keyof typeof INCOMING_FAILURE_REASONS]
    expect(explain(payment({ type: 'INCOMING', failureReason }))).toEqual({ what: cause, money, acts })
  })

  const failureReason = 'COUNTERPARTY_POST_TX_FAILED'

  it('that is being returned names the account', () => {
    expect(explain(payment({ failureReason, refund: { status: 'PENDING' } }))?.money).toBe(
      '500.00 USD, fees included, is being returned to Northwind Ltd.',
    )
  })

  it('that could not be returned is in suspense, and the operator acts', () => {
    expect(explain(payment({ failureReason, refund: { status: 'FAILED' } }))).toMatchObject({
      money: '500.00 USD could not be returned to Northwind Ltd. It is in suspense.',
      acts: 'The operator returns the money: `causeway tasks list`.',
    })
  })

  it('that an operator has returned names the account that was credited', () => {
    const released = { line: 50, to: { name: 'Northwind Savings' } }
    expect(explain(payment({ failureReason, refund: { status: 'COMPLETED' } }, [POSTING, released]))?.money).toContain(
      'was returned to Northwind Savings.',
    )
  })

  it('without postings moved no money', () => {
    expect(explain(payment({ failureReason }, []))?.money).toBe('No money has moved.')
  })

  it('that was cancelled after it was sent shows the refund, although nothing failed', () => {
    const cancelled = explain(payment({ status: 'COMPLETED', refund: { status: 'COMPLETED' } }))
    expect(cancelled?.what).toBe('The payment was cancelled before it reached the receiver.')
    expect(cancelled?.money).toContain('was returned to Northwind Ltd')
  })

  it('whose quote expired moved no money', () => {
    expect(explain(payment({ status: 'EXPIRED', failureReason: 'QUOTE_EXPIRED' }, []))).toEqual({
      what: 'The quote expired before it was executed.',
      money: 'No money has moved.',
      acts: 'Get a new rate and pay again.',
    })
  })
})
