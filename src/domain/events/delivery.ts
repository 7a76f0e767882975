/** Webhook delivery: its tables, and the consequence of its attempts: the next event, a retry, or the end. */
import { createHash } from 'node:crypto'
import { bool, int, log, orNull, type Row, table, text, time, uuid } from '../../engine/table.ts'

/** Progress of delivering the events of one object. */
export const deliveries = table(
  'deliveries',
  {
    objectId: uuid,
    /** Every wanted event up to this sequence is delivered or given up. */
    delivered: int,
    /** Failed attempts at the next event. */
    attempts: int,
    firstFailedAt: orNull(time),
    /** Time of the next attempt. */
    retryAt: orNull(time),
    /** A process delivers it alone until then. */
    busyUntil: orNull(time),
    /** Another run is needed after the current one. */
    again: bool,
  },
  {
    key: 'objectId',
    changing: ['delivered', 'attempts', 'firstFailedAt', 'retryAt', 'busyUntil', 'again'],
    cached: true,
  },
)

export type Delivery = Row<typeof deliveries>

export const deliveryAttempts = log('delivery_attempts', {
  eventId: uuid,
  objectId: uuid,
  sequence: int,
  outcome: text<'DELIVERED' | 'FAILED' | 'GIVEN_UP'>(),
  httpStatus: orNull(int),
  error: orNull(text()),
  durationMs: int,
  attemptedAt: time,
  /** The stamp of the request (see webhook-request.ts); null when nothing was sent, and for old attempts. */
  request: orNull(text()),
  /** The first characters of the reply; null when there was none. */
  reply: orNull(text()),
  /** The replay that it belongs to; null: an ordinary delivery. */
  replayId: orNull(uuid),
})

/** Characters of a reply that are stored. */
const REPLY_MAX = 2_000
/** Start of a reply, in a form that the database can store: text cannot contain the character U+0000. */
export const replyExcerpt = (body: string): string => body.slice(0, REPLY_MAX).replaceAll('\0', '\ufffd')

/** How long a process may deliver an object's events alone. Longer than a run and the timeout of its last request. */
export const CLAIM_MS = 60_000
/** How long a run may start further requests, in real time. */
export const RUN_MS = 30_000
const FIRST_RETRY_MS = 5_000
/** 30 minutes with the largest jitter. */
const LAST_RETRY_MS = 25 * 60_000
const JITTER = 0.2
/** How long an event is retried, and how long an endpoint may be silent before it is disabled. */
export const RETRY_PERIOD_MS = 7 * 24 * 60 * 60_000

/** One HTTP request with an event, and its response. */
export interface Attempt {
  readonly eventId: string
  readonly sequence: number
  /** Null when there was no response. */
  readonly httpStatus: number | null
  readonly error: string | null
  readonly durationMs: number
  readonly request: string | null
  readonly reply: string | null
  /** No response before the timeout. */
  readonly isSilence?: true
  /** An approval request: any response is the decision, so it is never sent again. */
  readonly asksApproval?: true
}

/** 409 means that the receiver has the event already; 410 that the endpoint is gone. */
export function outcomeOf({
  httpStatus,
  asksApproval,
}: Pick<Attempt, 'httpStatus' | 'asksApproval'>): 'DELIVERED' | 'FAILED' | 'GONE' {
  if (asksApproval) return 'DELIVERED'
  if (httpStatus === null) return 'FAILED'
  if (httpStatus === 410) return 'GONE'
  return httpStatus === 409 || (httpStatus >= 200 && httpStatus < 300) ? 'DELIVERED' : 'FAILED'
}

/**
 * Milliseconds until the next attempt: 5 s, doubling up to 25 min, plus up to 20 % jitter, which spreads retries of
 * failures at the same time. The jitter is derived from the event and the attempt, so that a rerun command computes the
 * same.
 */
export function retryDelay(eventId: string, attempts: number): number {
  const chance = createHash('sha256').update(`${eventId}/${attempts}`).digest().readUInt32BE(0) / 2 ** 32
  return Math.round(Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS) * (1 + JITTER * chance))
}

/** Retry state of a delivery whose next event has not failed. */
export const NO_FAILURES = { attempts: 0, firstFailedAt: null, retryAt: null } as const

export interface Progress {
  readonly changes: Pick<Delivery, 'delivered' | 'attempts' | 'firstFailedAt' | 'retryAt'>
  /** Set when the event of the last attempt is no longer retried. */
  readonly givenUp?: true
  /** Set when the endpoint is gone. */
  readonly gone?: true
}

/** The delivery after a run. Attempts are in order, and only the last one may have failed. */
export function applyAttempts(delivery: Delivery, attempts: readonly Attempt[], now: number): Progress {
  const last = attempts.at(-1)
  if (!last) return { changes: { delivered: delivery.delivered, ...NO_FAILURES } }
  const verdict = outcomeOf(last)
  if (verdict === 'DELIVERED') return { changes: { delivered: last.sequence, ...NO_FAILURES } }

  const delivered = last.sequence - 1
  if (verdict === 'GONE') return { changes: { delivered, ...NO_FAILURES }, gone: true }

  const failedBefore = delivered === delivery.delivered ? delivery : NO_FAILURES
  const firstFailedAt = failedBefore.firstFailedAt ?? now
  if (now - firstFailedAt > RETRY_PERIOD_MS)
    return { changes: { delivered: last.sequence, ...NO_FAILURES }, givenUp: true }
  const count = failedBefore.attempts + 1
  return { changes: { delivered, attempts: count, firstFailedAt, retryAt: now + retryDelay(last.eventId, count) } }
}
