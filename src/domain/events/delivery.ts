/** Owns what follows from the attempts at delivering an object's events: on with the next, another attempt later, or the end. */
import { createHash } from 'node:crypto'
import type { Delivery } from './tables.ts'

/** How long an object is one process's to deliver: above the time for the posts of a turn and the last one's time-out. */
export const BUSY_MS = 60_000
/** How long a turn may go on with the next event, in real time. */
export const TURN_MS = 30_000
const FIRST_RETRY_MS = 5_000
/** With the most of jitter these are 30 minutes. */
const LAST_RETRY_MS = 25 * 60_000
const JITTER = 0.2
/** How long an event is tried, and how long an endpoint may be silent before it is disabled. */
export const GIVEN_UP_AFTER_MS = 7 * 24 * 60 * 60_000

/** An event that was sent, and what came back. */
export interface Attempt {
  readonly eventId: string
  readonly sequence: number
  /** Null when there was no reply. */
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number
  /** Nothing came back in time. */
  readonly isSilence?: true
  /** A question: whatever came back is the answer, so it is never sent again. */
  readonly isQuestion?: true
}

/** Whether to go on with the next event. 409 tells of a duplicate; 410 that nobody is there any more. */
export function verdictOn({
  httpStatus,
  isQuestion,
}: Pick<Attempt, 'httpStatus' | 'isQuestion'>): 'DELIVERED' | 'FAILED' | 'GONE' {
  if (isQuestion) return 'DELIVERED'
  if (httpStatus === null) return 'FAILED'
  if (httpStatus === 410) return 'GONE'
  return httpStatus === 409 || (httpStatus >= 200 && httpStatus < 300) ? 'DELIVERED' : 'FAILED'
}

/**
 * Milliseconds until the attempt after so many failed ones: 5 s, doubling up to 25 min, and up to a fifth more, which
 * spreads what failed at one moment. The same event and number give the same jitter, so that a command may ask again.
 */
export function retryDelay(eventId: string, attempts: number): number {
  const chance = createHash('sha256').update(`${eventId}/${attempts}`).digest().readUInt32BE(0) / 2 ** 32
  return Math.round(Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS) * (1 + JITTER * chance))
}

/** Where a delivery stands whose next event has not failed. */
export const UNTRIED = { attempts: 0, firstFailedAt: null, retryAt: null } as const

export interface Consequence {
  readonly changes: Pick<Delivery, 'delivered' | 'attempts' | 'firstFailedAt' | 'retryAt'>
  /** Set when the last attempt was the last one at its event. */
  readonly givenUp?: true
  /** Set when nobody is there any more. */
  readonly gone?: true
}

/** What becomes of a delivery after a turn. Attempts are in order, and only the last one may have failed. */
export function consequenceOf(delivery: Delivery, attempts: readonly Attempt[], now: number): Consequence {
  const last = attempts.at(-1)
  if (!last) return { changes: { delivered: delivery.delivered, ...UNTRIED } }
  const verdict = verdictOn(last)
  if (verdict === 'DELIVERED') return { changes: { delivered: last.sequence, ...UNTRIED } }

  const delivered = last.sequence - 1
  if (verdict === 'GONE') return { changes: { delivered, ...UNTRIED }, gone: true }

  const failedBefore = delivered === delivery.delivered ? delivery : UNTRIED
  const firstFailedAt = failedBefore.firstFailedAt ?? now
  if (now - firstFailedAt > GIVEN_UP_AFTER_MS)
    return { changes: { delivered: last.sequence, ...UNTRIED }, givenUp: true }
  const count = failedBefore.attempts + 1
  return { changes: { delivered, attempts: count, firstFailedAt, retryAt: now + retryDelay(last.eventId, count) } }
}
