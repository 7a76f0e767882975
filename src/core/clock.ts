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

/** A clock that runs with the machine's until it is moved or frozen; forwards only. */
export interface MovableClock extends Clock {
  readonly frozen: boolean
  freeze(): void
  unfreeze(): void
  /** Does nothing when the moment has passed. */
  advanceTo(moment: number): void
}

/** @param start the first moment it shows; absent: the machine's. A later start than the machine's clock stays ahead of it. */
export function movableClock(start?: number, frozen = false): MovableClock {
  const real = systemClock()
  let ahead = start === undefined ? 0 : start - real.now()
  let stoppedAt = frozen ? real.now() + ahead : undefined
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
  }
}

/** Real milliseconds for leases, deadlines and durations: not a time of day, and nothing moves it but the machine. */
export const elapsed = (): number => performance.now()

/** Real time of day in milliseconds, for what must agree between processes whatever the sandbox clock says: leases. */
export const wallClock = (): number => Date.now()
