/** Clocks: everything asks one that was handed to it, so that tests and the sandbox can move it. */
export interface Clock {
  /** Milliseconds since 1970, UTC; never less than what it said before. */
  now(): number
}

/** The counter's fractions are not exact. */
const ROUNDING_MS = 0.001

/** Source of real time, in milliseconds since 1970. */
type Source = () => number

/** The machine's clock, until the process has found the database's. */
let realTime: Source = () => Date.now()

/** From now on the process's real time is this. With a database server it is that of the server (ADR 25). */
export function takeTimeFrom(source: Source): void {
  realTime = source
}

/** Real time of day in milliseconds, whatever a sandbox's clock shows: for what others compare with their own clocks. */
export const wallClock = (): number => realTime()

/**
 * A clock that follows real time and never goes back: where the source is set back, it goes on at half the speed until
 * the source has caught up.
 */
export function systemClock(source: Source = wallClock): Clock {
  let last = 0
  let lastAt = elapsed()
  return {
    now() {
      const moment = source()
      const at = elapsed()
      const slowed = last + Math.floor((at - lastAt + ROUNDING_MS) / 2)
      if (moment >= slowed) {
        last = moment
        lastAt = at
      } else if (slowed > last) {
        lastAt += 2 * (slowed - last)
        last = slowed
      }
      return last
    },
  }
}

/** How far a clock is from real time. */
export interface ClockState {
  /** Milliseconds ahead of real time. */
  readonly aheadMs: number
  /** The moment it stands still at; absent: it runs. */
  readonly frozenAt?: number
}

/** A clock that runs with real time until it is moved or frozen; forwards only. */
export interface MovableClock extends Clock {
  readonly frozen: boolean
  freeze(): void
  unfreeze(): void
  /** Does nothing when the moment has passed. */
  advanceTo(moment: number): void
  state(): ClockState
}

/** @param from where it goes on; absent: at real time */
export function movableClock({ aheadMs, frozenAt }: ClockState = { aheadMs: 0 }): MovableClock {
  const real = systemClock()
  let ahead = aheadMs
  let stoppedAt = frozenAt
  const now = () => stoppedAt ?? real.now() + ahead
  return {
    now,
    get frozen() {
      return stoppedAt !== undefined
    },
    freeze() {
      stoppedAt = now()
    },
    unfreeze() {
      if (stoppedAt === undefined) return
      ahead = stoppedAt - real.now()
      stoppedAt = undefined
    },
    advanceTo(moment) {
      if (moment <= now()) return
      if (stoppedAt !== undefined) stoppedAt = moment
      else ahead += moment - now()
    },
    state: () => ({ aheadMs: ahead, ...(stoppedAt !== undefined && { frozenAt: stoppedAt }) }),
  }
}

/** Real milliseconds for leases, deadlines and durations: not a time of day, and nothing moves it but the machine. */
export const elapsed = (): number => performance.now()
