import { describe, expect, it } from 'vitest'
import type { Attempts } from './credential.ts'
import { countChallenge, countCode, countFailure, countPlatformCode, countSuccess } from './throttle.ts'

const NOW = 1_800_000_000_000
const DAY = 24 * 60 * 60_000
const none: Attempts = { id: 'x', challenges: [], failures: [], failuresInARow: 0 }
const waits = (retryAfterSeconds: number) =>
  expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfterSeconds } })

/** Fails a number of times, 20 a day, and returns the time afterwards. */
function failed(times: number): { tried: Attempts; now: number } {
  let [tried, now] = [none, NOW]
  for (let i = 0; i < times; i++) {
    if (i > 0 && i % 20 === 0) now += DAY
    tried = { ...tried, ...countFailure(tried, now) }
  }
  return { tried, now }
}

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (refusal) {
    return refusal
  }
}

describe('a credential', () => {
  it('accepts 20 wrong codes a day, and 20 more the day after', () => {
    const { tried } = failed(20)
    expect(refusalOf(() => countFailure(tried, NOW + DAY - 1))).toEqual(waits(1))
    expect(countFailure(tried, NOW + DAY)).toMatchObject({ failuresInARow: 21 })
  })

  it('is blocked after 100 wrong codes in a row, even on a later day', () => {
    const { tried, now } = failed(100)
    expect(tried.failuresInARow).toBe(100)
    expect(refusalOf(() => countFailure(tried, now + 7 * DAY))).toEqual(waits(DAY / 1000))
  })

  it('restarts the count after a correct one, which is not counted as wrong', () => {
    const { tried } = failed(19)
    const right = { ...tried, ...countFailure(tried, NOW) }
    expect({ ...right, ...countSuccess(right) }).toMatchObject({ failuresInARow: 0, failures: tried.failures })
  })

  it('allows three codes immediately, five an hour and ten a day', () => {
    let tried = none
    const ask = (now: number) => (tried = { ...tried, challenges: countChallenge('EMAIL_OTP', tried, now) })
    for (let i = 0; i < 3; i++) ask(NOW)
    expect(refusalOf(() => ask(NOW + 119_999))).toEqual(waits(1))
    for (let i = 0; i < 2; i++) ask(NOW + 120_000)
    expect(refusalOf(() => ask(NOW + 150_000))).toEqual(waits(3450))
    for (let i = 0; i < 5; i++) ask(NOW + 3_600_000 + i * 60_000)
    expect(refusalOf(() => ask(NOW + 3 * 3_600_000))).toEqual(waits(21 * 3600))
    ask(NOW + DAY)
    expect(tried.challenges, 'what is outside the window is forgotten').toHaveLength(8)
  })

  it('that is a passkey gets 20 challenges a minute', () => {
    let tried = none
    for (let i = 0; i < 20; i++) tried = { ...tried, challenges: countChallenge('PASSKEY', tried, NOW) }
    expect(refusalOf(() => countChallenge('PASSKEY', tried, NOW + 59_999))).toEqual(waits(1))
    expect(countChallenge('PASSKEY', tried, NOW + 60_000)).toEqual([NOW + 60_000])
  })
})

describe('an address', () => {
  it('receives a limited number of codes a day', () => {
    const codes = [NOW, NOW + 1000]
    expect(refusalOf(() => countCode(codes, 2, NOW + 2000))).toEqual(waits(DAY / 1000 - 2))
    expect(countCode(codes, 2, NOW + DAY)).toEqual([NOW + 1000, NOW + DAY])
  })
})

describe('a platform', () => {
  it('sends a limited number of codes within an hour of the first, and as many in the next', () => {
    const first = countPlatformCode(undefined, 2, NOW)
    const second = countPlatformCode(first, 2, NOW + 1000)
    expect(second).toEqual({ since: NOW, codes: 2 })
    expect(refusalOf(() => countPlatformCode(second, 2, NOW + 3_599_999))).toEqual(waits(1))
    expect(countPlatformCode(second, 2, NOW + 3_600_000)).toEqual({ since: NOW + 3_600_000, codes: 1 })
  })
})
