/**
 * Receipt of money from rails: runs the intake of arrivals, the announcement of payees and the following steps at an
 * interval.
 */
import { announcePayees } from './announce-payees.ts'
import { type IntakeNeeds, takeArrivals } from './take-arrivals.ts'

const EVERY_MS = 5_000

export interface Receiving {
  start(): void
  /** Waits for the run in progress. */
  stop(): Promise<void>
}

/**
 * Does nothing where no rail receives money or reports costs.
 * @param afterwards the rest of each run
 */
export function receiveMoney(needs: IntakeNeeds, afterwards: () => Promise<void>): Receiving {
  const isNeeded = needs.rails.some(({ arrivals, watch, costs }) => arrivals || watch || costs)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await announcePayees(needs)
      await takeArrivals(needs)
      await afterwards()
    } catch (error) {
      needs.log.error({ err: error }, 'the intake of arrivals failed; retrying with the next run')
    } finally {
      isRunning = false
    }
  }
  return {
    start() {
      if (!isNeeded) return
      timer = setInterval(() => {
        running = run()
      }, EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
