/**
 * Time of the database's server, the one clock of all processes on it. Between two answers of the server it is counted
 * by the process's monotonic counter, so a jump of the machine's clock changes nothing.
 */
import { type Clock, elapsed, systemClock, takeTimeFrom, wallClock } from '../../core/clock.ts'
import type { Store } from './store.ts'

/** How far the process's clock may be from the database's while it serves. */
const DIFFERENCE_MAX_MS = 1000

export class ServerTime {
  /** Milliseconds from the counter's zero to 1970. */
  #offset: number | undefined

  /**
   * Records a time that the server returned. It lies between request and response, so the offset changes only when it is
   * outside these bounds: slow responses change nothing.
   * @param said the server's time in milliseconds since 1970
   * @param askedAt @param answeredAt by the counter (`elapsed`)
   */
  observe(said: number, askedAt: number, answeredAt: number): void {
    const [least, most] = [said - answeredAt, said - askedAt]
    this.#offset = Math.min(Math.max(this.#offset ?? (least + most) / 2, least), most)
  }

  /** Milliseconds since 1970. @throws Error before the first answer of the server */
  now(): number {
    if (this.#offset === undefined) throw new Error('The database has not been queried for its time')
    return Math.floor(elapsed() + this.#offset)
  }
}

/** Why a process must not serve now; undefined while its clock is right. */
export type ClockFault = () => string | undefined

/** Makes the database's time that of the whole process. The machine's is the embedded database's. @throws ConnectionLost */
export async function followTime({ time }: Pick<Store, 'time'>): Promise<ClockFault> {
  if (!time) return () => undefined
  for (let asked = 0; asked < 3; asked++) await time.ask() // the fastest of three responses is the most accurate
  takeTimeFrom(() => time.now())
  return clockFault(systemClock(), wallClock)
}

/** @param clock never goes back, so it is ahead after the database's time was set back */
export function clockFault(clock: Clock, databaseTime: () => number): ClockFault {
  return () => {
    const ahead = clock.now() - databaseTime()
    if (ahead <= DIFFERENCE_MAX_MS) return undefined
    return `The clock of this process is ${Math.round(ahead / 1000)} s ahead of the database's, which was set back: set the database's clock right; if it is, restart this process`
  }
}
