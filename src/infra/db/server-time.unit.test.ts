/** Server time tests: bounded by every answer, and not changed by slow answers or the machine's clock. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../core/clock.ts'
import { clockFault, ServerTime } from './server-time.ts'

afterEach(() => void vi.useRealTimers())
const atZero = () => vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] })

describe('the time of the server', () => {
  it('is unknown before the server was asked', () => {
    expect(() => new ServerTime().now()).toThrow('has not been queried')
  })

  it('is extrapolated without the machine’s clock', () => {
    atZero()
    const time = new ServerTime()
    time.observe(1_000_000, performance.now() - 10, performance.now() + 10)
    vi.advanceTimersByTime(500)
    vi.setSystemTime(7_200_000)
    expect(time.now()).toBe(1_000_500)
  })

  it('is not adjusted by a slow answer, only by a contradicting one', () => {
    atZero()
    const time = new ServerTime()
    time.observe(1_000_000, 0, 2) // between 999,998 and 1,000,000
    expect(time.now()).toBe(999_999)
    time.observe(1_000_000, 0, 400)
    expect(time.now()).toBe(999_999)
    time.observe(1_000_300, 0, 2)
    expect(time.now()).toBe(1_000_298)
  })

  it('follows a server whose clock was set', () => {
    atZero()
    const time = new ServerTime()
    for (const said of [5_000_000, 9_000_000, 1_000_000]) {
      time.observe(said, 0, 0)
      expect(time.now()).toBe(said)
    }
  })
})

describe('a process whose clock never goes back', () => {
  it('serves while it is within a second of the database, and otherwise reports how far it is ahead', () => {
    atZero()
    const time = new ServerTime()
    const database = () => time.now()
    const fault = clockFault(systemClock(database), database)
    time.observe(9_000_000, 0, 0)
    expect(fault()).toBeUndefined()
    time.observe(9_000_000 - 900, 0, 0)
    expect(fault()).toBeUndefined()
    time.observe(9_000_000 - 7_200_000, 0, 0)
    expect(fault()).toContain('7200 s ahead')
    time.observe(9_000_100, 0, 0)
    expect(fault()).toBeUndefined()
  })
})
