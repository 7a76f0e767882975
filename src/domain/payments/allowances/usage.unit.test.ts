import { describe, expect, it } from 'vitest'
import type { AgentSpending, AgentUsage } from './usage.ts'
import { dayAfter, inCurrency, monthAfter, unused, usageAt, withoutSpending, withSpending } from './usage.ts'

const at = (text: string) => Date.parse(text)
const LAST = at('2025-12-31T23:59:59.999Z')
const row = (counters: Omit<AgentUsage, 'id'>): AgentUsage => ({ ...counters, id: 'agent' })
const spent = ({ day, month, epoch }: AgentUsage, amount: bigint) => ({ day, month, epoch, amount }) as AgentSpending
const used = (amount: bigint, now = LAST) => row(withSpending(usageAt(unused('agent', 'USD', now), now), amount))
const sums = ({ dailyCount, dailySpend, monthlySpend }: Omit<AgentUsage, 'id'>) => [
  dailyCount,
  dailySpend,
  monthlySpend,
]

describe('usage', () => {
  it('restarts with the UTC day and the UTC month, to the millisecond', () => {
    const usage = used(70n)
    expect(sums(usageAt(usage, LAST))).toEqual([1, 70n, 70n])
    expect(sums(usageAt(usage, LAST + 1))).toEqual([0, 0n, 0n])
    const inside = used(70n, at('2025-11-20T12:00:00Z'))
    expect(sums(usageAt(inside, at('2025-11-21T00:00:00Z')))).toEqual([0, 0n, 70n])
  })

  it('is not reopened by a clock that is behind', () => {
    const next = used(70n, LAST + 1)
    expect(sums(usageAt(next, LAST))).toEqual([1, 70n, 70n])
  })

  it('names the next day and month', () => {
    expect([dayAfter('2025-12-31'), dayAfter('2024-02-28'), dayAfter('2025-02-28')]).toEqual([
      '2026-01-01',
      '2024-02-29',
      '2025-03-01',
    ])
    expect([monthAfter('2025-12'), monthAfter('2025-01'), monthAfter('2024-02')]).toEqual([
      '2026-01',
      '2025-02',
      '2024-03',
    ])
  })

  it('is returned to the periods that counted it, and to no others', () => {
    const usage = used(70n, at('2025-11-20T12:00:00Z'))
    const payment = spent(usage, 70n)
    expect(sums(withoutSpending(usage, payment))).toEqual([0, 0n, 0n])
    const tomorrow = row(withSpending(usageAt(usage, at('2025-11-21T00:00:00Z')), 5n))
    expect(sums(withoutSpending(tomorrow, payment))).toEqual([1, 5n, 5n])
    const later = row(withSpending(usageAt(usage, at('2025-12-01T00:00:00Z')), 5n))
    expect(sums(withoutSpending(later, payment))).toEqual([1, 5n, 5n])
  })

  it('is rounded up in another currency, and returns no more of the old one than was carried over', () => {
    const usage = used(101n)
    const euros = row(inCurrency(usage, 'EUR', { numerator: 92n, denominator: 100n }))
    expect(sums(euros)).toEqual([1, 93n, 93n])
    expect(sums(withoutSpending(euros, spent(usage, 101n)))).toEqual([0, 1n, 1n])
    const more = row(withSpending(euros, 10n))
    expect(sums(withoutSpending(more, spent(usage, 1_000_000n)))).toEqual([1, 10n, 10n])
    const pesos = row(inCurrency(euros, 'MXN', { numerator: 20n, denominator: 1n }))
    expect(sums(withoutSpending(pesos, spent(usage, 101n)))).toEqual([0, 2n, 2n])
  })
})
