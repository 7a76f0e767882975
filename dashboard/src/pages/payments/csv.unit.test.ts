import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../../../contract/payments/transactions.ts'
import { csvHeader, csvRow } from './csv.ts'

const USD = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 }
const PAYMENT: Transaction = {
  id: 'Transaction:1',
  type: 'OUTGOING',
  status: 'COMPLETED',
  customerId: 'Customer:1',
  platformCustomerId: 'northwind',
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1' },
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$bob@beta.example' },
  sentAmount: { amount: 123_456, currency: USD },
}
const rowOf = (payment: Partial<Transaction>) => csvRow({ ...PAYMENT, ...payment } as Transaction)

describe('a payment as CSV', () => {
  it('has a value for each column, with amounts in major units and without separators', () => {
    expect(rowOf({}).split(',')).toHaveLength(csvHeader.split(',').length)
    expect(rowOf({})).toContain(',InternalAccount:1,$bob@beta.example,1234.56,USD,,,')
  })

  it('quotes separators and line breaks', () =>
    expect(rowOf({ description: 'Invoice "7",\nsecond line' })).toMatch(/,"Invoice ""7"",\nsecond line"\r\n$/))

  it.each(['=1+1', '+49 30', '-5', '@SUM(A1)'])('does not let a spreadsheet run %s', (description) =>
    expect(rowOf({ description })).toContain(`,'${description}\r\n`),
  )
})
