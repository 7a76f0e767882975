/** Owns how often a credential may be tried (decisions 39 and 68). Times are milliseconds since 1970. */

import { Refusal } from '../../../core/refusal.ts'
import type { Attempts } from './credential.ts'

const SECOND = 1000

const MINUTE = 60 * SECOND

const HOUR = 60 * MINUTE

const DAY = 24 * HOUR

/** So many times within so long. */
interface RateLimit {
  readonly times: number
  readonly withinMs: number
}

/** A person who goes back a step gets another code at once; then it slows down, for a mail costs its receiver time. A passkey's challenge costs nobody anything. */
const CHALLENGES = {
  EMAIL_OTP: [
    { times: 3, withinMs: 2 * MINUTE },
    { times: 5, withinMs: HOUR },
    { times: 10, withinMs: DAY },
  ],
  PASSKEY: [{ times: 20, withinMs: MINUTE }],
} as const satisfies Record<string, readonly RateLimit[]>

const FAILURES: RateLimit = { times: 20, withinMs: DAY }

/** After so many wrong codes without a right one the credential is of no use any more; another one can replace it. */
const FAILURES_IN_A_ROW_MAX = 100

/** What one code is compared with at most. */
export const TRIES_PER_CODE = 5

/** The attempts with one more challenge. @throws Refusal RATE_LIMITED with the seconds to wait */
export function countChallenge(kind: keyof typeof CHALLENGES, { challenges }: Attempts, now: number): number[] {
  for (const budget of CHALLENGES[kind]) refuseAbove(budget, challenges, now)
  return [...recent(challenges, Math.max(...CHALLENGES[kind].map(({ withinMs }) => withinMs)), now), now]
}

/** The codes that were mailed to an address, with one more. @throws Refusal RATE_LIMITED with the seconds to wait */
export function countCode(codes: readonly number[], aDay: number, now: number): number[] {
  refuseAbove({ times: aDay, withinMs: DAY }, codes, now)
  return [...recent(codes, DAY, now), now]
}

/** Codes since the beginning of an hour. */
interface HourlyCount {
  readonly since: number
  readonly codes: number
}

/** The codes of a platform within an hour, with one more: too many to note the moment of each. @throws Refusal RATE_LIMITED with the seconds to wait */
export function countPlatformCode(hour: HourlyCount | undefined, anHour: number, now: number): HourlyCount {
  if (!hour || hour.since + HOUR <= now) return { since: now, codes: 1 }
  if (hour.codes >= anHour)
    throw rateLimited(hour.since + HOUR - now, 'The platform has had too many codes mailed within an hour')
  return { since: hour.since, codes: hour.codes + 1 }
}

/** The attempts with one more failure: counted before anybody knows whether it is one. @throws Refusal RATE_LIMITED */
export function countFailure({ failures, failuresInARow }: Attempts, now: number): Partial<Attempts> {
  refuseAbove(FAILURES, failures, now)
  if (failuresInARow >= FAILURES_IN_A_ROW_MAX) throw rateLimited(DAY)
  return { failures: [...recent(failures, DAY, now), now], failuresInARow: failuresInARow + 1 }
}

/** The attempts when the last one turned out to be right. */
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

const rateLimited = (waitMs: number, what = 'This credential or its address was tried too often') =>
  new Refusal('RATE_LIMITED', `${what}; wait for the time in Retry-After`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND)),
  })
