/** Rate limit tests: requests per second. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressLimit, failureLimit } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const perSecond = (quota: number) => ({ name: 'test', quota, seconds: 1 })

/** How many of a number of concurrent requests pass. */
const passed = (limit: (caller: string) => void, caller: string, requests: number) =>
  Array.from({ length: requests }, () => {
    try {
      limit(caller)
      return 1
    } catch (reason) {
      expect(reason).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } })
      return 0
    }
  }).reduce<number>((sum, one) => sum + one, 0)

describe('a rate limit', () => {
  it('allows its quota per second, and refills evenly', () => {
    const limit = addressLimit(perSecond(10))
    expect(passed(limit, 'a', 30)).toBe(10)
    vi.advanceTimersByTime(500)
    expect(passed(limit, 'a', 30)).toBe(5)
    vi.advanceTimersByTime(60_000)
    expect(passed(limit, 'a', 30)).toBe(10)
  })

  it('counts each caller separately', () => {
    const limit = addressLimit(perSecond(2))
    expect(passed(limit, 'a', 5)).toBe(2)
    expect(passed(limit, 'b', 5)).toBe(2)
  })

  it('is none unless it is configured', () => {
    expect(passed(addressLimit(undefined), 'a', 5_000)).toBe(5_000)
  })
})

describe('the limit of failures', () => {
  it('blocks an address that exceeds it, and no other', () => {
    const limit = failureLimit(3)
    for (let i = 0; i < 3; i++) {
      limit.refuseTooMany('a')
      limit.count('a')
    }
    expect(() => limit.refuseTooMany('a')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
    limit.refuseTooMany('b')
  })

  it('is not reached by callers without failures', () => {
    const limit = failureLimit(3)
    for (let i = 0; i < 100; i++) limit.refuseTooMany('a')
  })
})
