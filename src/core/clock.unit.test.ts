/** Clock tests: never back, and frozen on request. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { movableClock, systemClock } from './clock.ts'

afterEach(() => void vi.useRealTimers())
const machineAt = (moment: number) => vi.useFakeTimers({ now: moment, toFake: ['Date', 'performance'] })

describe('the system clock', () => {
  it('shows the time of the machine', () => {
    machineAt(1_000)
    expect(systemClock().now()).toBe(1_000)
  })

  it('neither goes back nor stops while the machine is set back: it runs at half speed', () => {
    machineAt(5_000)
    const clock = systemClock()
    const shown = [clock.now()]
    vi.setSystemTime(1_000)
    for (let second = 0; second < 10; second++) {
      vi.advanceTimersByTime(1_000)
      shown.push(clock.now())
    }
    // The machine is at 11 s by then; both met at 9 s.
    expect(shown).toEqual([5_000, 5_500, 6_000, 6_500, 7_000, 7_500, 8_000, 8_500, 9_000, 10_000, 11_000])
  })

  it('follows immediately when the machine is set ahead', () => {
    machineAt(1_000)
    const clock = systemClock()
    clock.now()
    vi.setSystemTime(9_000)
    expect(clock.now()).toBe(9_000)
  })
})

describe('a movable clock', () => {
  it('follows the machine until it is moved, and continues from there', () => {
    machineAt(1_000)
    const clock = movableClock()
    vi.setSystemTime(2_000)
    expect(clock.now()).toBe(2_000)
    clock.advanceTo(10_000)
    expect(clock.now()).toBe(10_000)
    vi.setSystemTime(2_500)
    expect(clock.now()).toBe(10_500)
  })

  it('goes forward only', () => {
    machineAt(1_000)
    const clock = movableClock()
    clock.advanceTo(999)
    expect(clock.now()).toBe(1_000)
  })

  it('stops while it is frozen, moves on request, and then continues from there', () => {
    machineAt(1_000)
    const clock = movableClock()
    clock.freeze()
    vi.setSystemTime(9_000)
    expect([clock.frozen, clock.now()]).toEqual([true, 1_000])
    clock.advanceTo(1_500)
    expect(clock.now()).toBe(1_500)
    clock.unfreeze()
    expect([clock.frozen, clock.now()]).toEqual([false, 1_500])
    vi.setSystemTime(9_100)
    expect(clock.now()).toBe(1_600)
  })

  it('is frozen and unfrozen any number of times', () => {
    machineAt(1_000)
    const clock = movableClock()
    clock.unfreeze()
    clock.freeze()
    clock.freeze()
    expect(clock.now()).toBe(1_000)
    clock.unfreeze()
    clock.unfreeze()
    expect(clock.now()).toBe(1_000)
  })

  it('continues where another one was', () => {
    machineAt(1_000)
    const before = movableClock()
    before.advanceTo(50_000)
    expect(movableClock(before.state()).now()).toBe(50_000)
    before.freeze()
    vi.setSystemTime(2_000)
    const after = movableClock(before.state())
    expect([after.frozen, after.now()]).toEqual([true, 50_000])
  })
})
