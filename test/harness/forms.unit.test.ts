import { describe, expect, it } from 'vitest'
import { misformed, PREFIXES } from './forms.ts'

describe('the forms of replies', () => {
  const ID = 'Quote:019542f5-b3e7-7d02-8000-000000000001'
  const USD = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 }

  it('know the resources of the contract', () => {
    expect([...PREFIXES]).toEqual(expect.arrayContaining(['Customer', 'InternalAccount', 'Transaction', 'Webhook']))
  })

  it('are accepted when they are valid', () => {
    const right = {
      id: ID,
      transactionId: ID.replace('Quote', 'Transaction'),
      platformCustomerId: 'alice',
      createdAt: '2025-10-03T15:00:00.000Z',
      balance: { amount: 5, currency: USD },
      fees: 0,
      list: { data: [], hasMore: false, totalCount: 0 },
    }
    expect(misformed(right)).toEqual([])
  })

  it.each([
    ['an id without its resource', { id: ID.slice(6) }],
    ['an id of an unknown resource', { quoteId: ID.replace('Quote', 'Thing') }],
    ['an id that is not a UUID', { id: 'Quote:1' }],
    ['an id in capitals', { id: ID.toUpperCase() }],
    ['an id somewhere else', { note: 'Thing:019542f5-b3e7-7d02-8000-000000000001' }],
    ['a moment without milliseconds', { createdAt: '2025-10-03T15:00:00Z' }],
    ['a moment of another zone', { settledAt: '2025-10-03T15:00:00.000+02:00' }],
    ['a date that does not exist', { updatedAt: '2025-13-03T15:00:00.000Z' }],
    ['a moment as PostgreSQL writes it', { whenever: '2025-10-03 15:00:00+00' }],
    ['a number of milliseconds', { items: [{ createdAt: '1759503600000' }] }],
    ['an amount with a fraction', { sentAmount: { amount: 1.5, currency: USD } }],
    ['an amount as text', { balance: { amount: '5', currency: USD } }],
    ['an amount without a currency', { receivedAmount: { amount: 5 } }],
    ['an amount with a code for a currency', { balance: { amount: 5, currency: 'USD' } }],
    ['an amount too large for JavaScript', { totalSendingAmount: 2 ** 53 }],
    ['a currency with a field too many', { sendingCurrency: { ...USD, kind: 'FIAT' } }],
    ['a currency without a symbol', { sendingCurrency: { code: 'USD', name: USD.name, decimals: 2 } }],
    ['a currency with other decimals', { sendingCurrency: { ...USD, decimals: 3 } }],
    ['a list that has more and no cursor', { data: [], hasMore: true, totalCount: 3 }],
    ['a list with too small a total', { data: [1, 2], hasMore: false, totalCount: 1 }],
  ])('are refused: %s', (_what, wrong) => {
    expect(misformed(wrong).length).toBeGreaterThan(0)
  })
})
