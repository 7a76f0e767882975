/** Attempt limits of credentials and mailed codes (decisions 39 and 68). Times are milliseconds since 1970. */
import { Refusal } from '../../../core/refusal.ts'
import type { Attempts } from './credential.ts'

const SECOND = 1000

const MINUTE = 60 * SECOND

const HOUR = 60 * MINUTE

const DAY = 24 * HOUR

interface RateLimit {
  readonly times: number
  readonly withinMs: number
}

/**
 * A holder who goes back a step gets another code immediately; after that, codes are limited, because each is a mail to
 * a person. A passkey's challenge costs nothing.
 */
const CHALLENGES = {
  EMAIL_OTP: [
    { times: 3, withinMs: 2 * MINUTE },
    { times: 5, withinMs: HOUR },
    { times: 10, withinMs: DAY },
  ],
  PASSKEY: [{ times: 20, withinMs: MINUTE }],
} as const satisfies Record<string, readonly RateLimit[]>

const FAILURES: RateLimit = { times: 20, withinMs: DAY }

/**
 * After this many wrong codes without a correct one the credential is permanently blocked; the holder can add another.
 */
const FAILURES_IN_A_ROW_MAX = 100

/** Attempts per code. */
export const TRIES_PER_CODE = 5

/** Adds a challenge to the attempts. @throws Refusal RATE_LIMITED with the seconds to wait */
export function countChallenge(kind: keyof typeof CHALLENGES, { challenges }: Attempts, now: number): number[] {
  for (const budget of CHALLENGES[kind]) refuseAbove(budget, challenges, now)
  return [...recent(challenges, Math.max(...CHALLENGES[kind].map(({ withinMs }) => withinMs)), now), now]
}

/** Adds a code to those mailed to an address. @throws Refusal RATE_LIMITED with the seconds to wait */
export function countCode(codes: readonly number[], aDay: number, now: number): number[] {
  refuseAbove({ times: aDay, withinMs: DAY }, codes, now)
  return [...recent(codes, DAY, now), now]
}

/** Codes mailed since the start of an hour. */
interface HourlyCount {
  readonly since: number
  readonly codes: number
}

/** Adds a code to those of a platform. They are counted per hour, because a list of times would be too long. @throws Refusal RATE_LIMITED with the seconds to wait */
export function countPlatformCode(hour: HourlyCount | undefined, anHour: number, now: number): HourlyCount {
  if (!hour || hour.since + HOUR <= now) return { since: now, codes: 1 }
  if (hour.codes >= anHour)
    throw rateLimited(hour.since + HOUR - now, 'The platform requested too many codes within an hour')
  return { since: hour.since, codes: hour.codes + 1 }
}

/** Adds a failure. It is counted before the code is compared; `countSuccess` takes it back. @throws Refusal RATE_LIMITED */
export function countFailure({ failures, failuresInARow }: Attempts, now: number): Partial<Attempts> {
  refuseAbove(FAILURES, failures, now)
  if (failuresInARow >= FAILURES_IN_A_ROW_MAX) throw rateLimited(DAY)
  return { failures: [...recent(failures, DAY, now), now], failuresInARow: failuresInARow + 1 }
}

/** Takes back the last failure: the code was correct. */
export const countSuccess = ({ failures }: Attempts): Partial<Attempts> => ({
  failures: failures.slice(0, -1),
  failuresInARow: 0,
})

const recent = (moments: readonly number[], withinMs: number, now: number) =>
  moments.filter((moment) => moment > now - withinMs)

function refuseAbove({ times, withinMs }: RateLimit, moments: readonly number[], now: number): void {
  const counted = recent(moments, withinMs, now)
  const oldest = counted.at(-times)
  if (oldest !== undefined) throw rateLimited(oldest + withinMs - now)
}

const rateLimited = (waitMs: number, what = 'Too many attempts for this credential or its address') =>
  new Refusal('RATE_LIMITED', `${what}; retry after the time in Retry-After`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND)),
  })
