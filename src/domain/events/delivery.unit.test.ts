import { describe, expect, it } from 'vitest'
import { type Attempt, applyAttempts, type Delivery, NO_FAILURES, outcomeOf, retryDelay } from './delivery.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const NOW = Date.UTC(2026, 0, 15)

const fresh: Delivery = { objectId: 'object', delivered: 3, ...NO_FAILURES, busyUntil: NOW + MINUTE, again: false }
const answered = (sequence: number, httpStatus: number | null): Attempt => ({
  eventId: `event-${sequence}`,
  sequence,
  httpStatus,
  error: httpStatus === null ? 'No answer within 15 seconds' : null,
  durationMs: 5,
  request: null,
  reply: null,
})

describe('the outcome of a response', () => {
  const outcome = (httpStatus: number | null) => outcomeOf({ httpStatus })
  it.each([200, 201, 204, 299, 409])('%d is a success', (status) => expect(outcome(status)).toBe('DELIVERED'))
  it.each([null, 101, 301, 307, 400, 401, 404, 408, 429, 500, 503])('%s is a failure', (status) =>
    expect(outcome(status)).toBe('FAILED'),
  )
  it('410 means that the endpoint is gone', () => expect(outcome(410)).toBe('GONE'))
  it.each([null, 200, 403, 410, 500])('%s is an answer to an approval request', (httpStatus) =>
    expect(outcomeOf({ httpStatus, asksApproval: true })).toBe('DELIVERED'),
  )
})

describe('the delay of the next attempt', () => {
  const events = Array.from({ length: 50 }, (_, i) => `event-${i}`)

  it('is 5 seconds, then doubles up to 30 minutes, with up to 20 % of jitter', () => {
    for (const event of events)
      for (const [attempts, shortest] of [
        [1, 5 * SECOND],
        [2, 10 * SECOND],
        [3, 20 * SECOND],
        [9, 1280 * SECOND],
        [10, 25 * MINUTE],
        [400, 25 * MINUTE],
      ] as const) {
        expect(retryDelay(event, attempts)).toBeGreaterThanOrEqual(shortest)
        expect(retryDelay(event, attempts)).toBeLessThanOrEqual(shortest * 1.2)
      }
  })

  it('differs between events that failed together, and is the same when it is computed again', () => {
    expect(new Set(events.map((event) => retryDelay(event, 1))).size).toBeGreaterThan(40)
    expect(events.map((event) => retryDelay(event, 7))).toEqual(events.map((event) => retryDelay(event, 7)))
  })
})

describe('the delivery after a run', () => {
  it('continues after the last delivered event', () => {
    expect(applyAttempts(fresh, [answered(4, 200), answered(5, 409)], NOW)).toEqual({
      changes: { delivered: 5, ...NO_FAILURES },
    })
  })

  it('has no failures after a success', () => {
    const failing = { ...fresh, attempts: 7, firstFailedAt: NOW - DAY, retryAt: NOW }
    expect(applyAttempts(failing, [answered(4, 204)], NOW)).toEqual({ changes: { delivered: 4, ...NO_FAILURES } })
  })

  it('no longer waits when nothing was sent', () => {
    const failing = { ...fresh, attempts: 7, firstFailedAt: NOW - DAY, retryAt: NOW }
    expect(applyAttempts(failing, [], NOW)).toEqual({ changes: { delivered: 3, ...NO_FAILURES } })
  })

  it('schedules a retry of the failed event, and keeps what was delivered before it', () => {
    const retryAt = NOW + retryDelay('event-5', 1)
    const changes = { delivered: 4, attempts: 1, firstFailedAt: NOW, retryAt }
    expect(applyAttempts(fresh, [answered(4, 200), answered(5, 500)], NOW)).toEqual({ changes })
  })

  it('counts the failures of one event from the first', () => {
    const failing = { ...fresh, attempts: 2, firstFailedAt: NOW - MINUTE, retryAt: NOW }
    const changes = { delivered: 3, attempts: 3, firstFailedAt: NOW - MINUTE, retryAt: NOW + retryDelay('event-4', 3) }
    expect(applyAttempts(failing, [answered(4, null)], NOW)).toEqual({ changes })
  })

  it('starts counting again when the next event fails', () => {
    const failing = { ...fresh, attempts: 2, firstFailedAt: NOW - 8 * DAY, retryAt: NOW }
    const { changes } = applyAttempts(failing, [answered(4, 200), answered(5, 500)], NOW)
    expect(changes).toMatchObject({ delivered: 4, attempts: 1, firstFailedAt: NOW })
  })

  it('gives up an event after seven days of failures, and continues with the next', () => {
    const failing = (since: number) => ({ ...fresh, attempts: 300, firstFailedAt: since, retryAt: NOW })
    expect(applyAttempts(failing(NOW - 7 * DAY), [answered(4, 500)], NOW).givenUp).toBeUndefined()
    const past = applyAttempts(failing(NOW - 7 * DAY - 1), [answered(4, 500)], NOW)
    expect(past).toEqual({ changes: { delivered: 4, ...NO_FAILURES }, givenUp: true })
  })

  it('schedules no retry when the endpoint is gone', () => {
    expect(applyAttempts(fresh, [answered(4, 200), answered(5, 410)], NOW)).toEqual({
      changes: { delivered: 4, ...NO_FAILURES },
      gone: true,
    })
  })
})
