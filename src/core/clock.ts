/** Clocks: every part gets one as a parameter, so that tests and the sandbox can move it. */
export interface Clock {
  /** Milliseconds since 1970, UTC; never less than before. */
  now(): number
}

/** Tolerance for the inexact fractions of `performance.now()`. */
const ROUNDING_MS = 0.001

/** Source of real time, in milliseconds since 1970. */
type Source = () => number

/** The machine's clock, until the process has found the database's. */
let realTime: Source = () => Date.now()

/** Replaces the source of real time. With a database server it is the server's clock (ADR 25). */
export function takeTimeFrom(source: Source): void {
  realTime = source
}

/** Real time in milliseconds since 1970, independent of a sandbox's clock: for times that other systems compare with their clocks. */
export const wallClock = (): number => realTime()

/**
 * A clock that follows real time and never goes back: if the source is set back, it runs at half speed until the source
 * has caught up.
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

/** Offset of a clock from real time. */
export interface ClockState {
  /** Milliseconds ahead of real time. */
  readonly aheadMs: number
  /** The time at which it is frozen; absent: it runs. */
  readonly frozenAt?: number
}

/** A clock that runs with real time until it is moved or frozen; forward only. */
export interface MovableClock extends Clock {
  readonly frozen: boolean
  freeze(): void
  unfreeze(): void
  /** Does nothing when the time has passed. */
  advanceTo(moment: number): void
  state(): ClockState
}

/** @param state from which it continues; absent: at real time */
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

/** Monotonic milliseconds of the machine, for leases, deadlines and durations: not a time of day, and never moved. */
export const elapsed = (): number => performance.now()
