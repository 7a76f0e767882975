/** Failure reason tests: every code by which a bank returns or rejects a payout has one reason. */
import { describe, expect, it } from 'vitest'
import { failureFor, RETURN_REASONS } from './failure-reasons.ts'

const RECEIVER = 'COUNTERPARTY_POST_TX_FAILED'
const ORDER = 'QUOTE_EXECUTION_FAILED'

describe('the reason of a return', () => {
  const codes = Object.entries(RETURN_REASONS).flatMap(([kind, list]) => list.split(' ').map((code) => [code, kind]))

  it.each(codes)('%s (%s) is the receiving side of a return, and of a rejection that names it', (code = '', kind) => {
    expect(code).toMatch(/^[A-Z0-9]{4}$/)
    const rejected = kind === 'RECEIVER' ? RECEIVER : ORDER
    expect([failureFor(code, 'RETURNED'), failureFor(code, 'REJECTED')]).toEqual([RECEIVER, rejected])
  })

  it('is in one list once', () => {
    const all = codes.map(([code]) => code)
    expect(new Set(all).size).toBe(all.length)
  })

  it.each(['R01', 'R03', 'R29', 'R85'])('%s is the receiving side', (code) =>
    expect(failureFor(code, 'RETURNED')).toBe(RECEIVER),
  )

  it('that is unknown or missing is the receiving side of a return, and ours of a rejection', () => {
    for (const code of ['ZZ99', null])
      expect([failureFor(code, 'RETURNED'), failureFor(code, 'REJECTED')]).toEqual([RECEIVER, ORDER])
  })
})
