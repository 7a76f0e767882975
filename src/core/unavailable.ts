/** Refusal of a command that had no effect: nothing is stored, and no commit of it is outstanding. */
import { Refusal } from './refusal.ts'

export class Unavailable extends Refusal {
  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message)
  }

  /** Concerns this request only: an earlier one under the same key may have had an effect. */
  static away = () =>
    new Unavailable(
      'The database is unreachable; this request had no effect. For an earlier one, repeat it with its Idempotency-Key',
    )
  static locked = () =>
    new Unavailable('A record that this request needs stays locked; the request had no effect. Try again')
  static contended = () => new Unavailable('The same records keep changing; this request had no effect. Try again')
}
