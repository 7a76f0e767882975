/** Owns time. Everything else asks a clock that was handed to it, so that tests and the sandbox can move it. */
export interface Clock {
  /** Milliseconds since 1970, UTC; never less than what it said before. */
  now(): number
}

/** The machine's clock, held still when the machine sets it back. */
export function systemClock(): Clock {
  let last = 0
  return { now: () => (last = Math.max(last, Date.now())) }
}

/** How far a clock is from the machine's. */
export interface ClockState {
  /** Milliseconds ahead of the machine's clock. */
  readonly aheadMs: number
  /** The moment it stands still at; absent: it runs. */
  readonly frozenAt?: number
}

/** A clock that runs with the machine's until it is moved or frozen; forwards only. */
export interface MovableClock extends Clock {
  readonly frozen: boolean
  freeze(): void
  unfreeze(): void
  /** Does nothing when the moment has passed. */
  advanceTo(moment: number): void
  state(): ClockState
}

/** @param from where it goes on; absent: at the machine's time */
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

/** Real time of day in milliseconds, whatever a sandbox's clock shows: for what others compare with their own clocks. */
export const wallClock = (): number => Date.now()
