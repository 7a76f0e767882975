/**
 * Time of the database's server, the one clock of all processes on it. Between two answers of the server it is counted
 * by the process's monotonic counter, so a jump of the machine's clock changes nothing.
 */
import { elapsed } from '../../core/clock.ts'

export class ServerTime {
  /** Milliseconds from the counter's zero to 1970. */
  #offset: number | undefined

  /**
   * Takes in an answer of the server. Its moment lies between question and answer, so only what is out of these bounds
   * moves the offset: slow answers change nothing.
   * @param said the server's time in milliseconds since 1970
   * @param askedAt @param answeredAt by the counter (`elapsed`)
   */
  heard(said: number, askedAt: number, answeredAt: number): void {
    const [least, most] = [said - answeredAt, said - askedAt]
    this.#offset = Math.min(Math.max(this.#offset ?? (least + most) / 2, least), most)
  }

  /** Milliseconds since 1970. @throws Error before the server has said anything */
  now(): number {
    if (this.#offset === undefined) throw new Error('The database has not been asked for its time')
    return Math.floor(elapsed() + this.#offset)
  }
}
