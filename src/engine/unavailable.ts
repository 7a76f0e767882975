/** Refusal of a command that was not carried out: it left nothing in the database, and no commit of it can have left. */
import { Refusal } from '../core/refusal.ts'

export class Unavailable extends Refusal {
  constructor(message: string) {
    super('SERVICE_UNAVAILABLE', message)
  }

  /** Speaks of this request only: one that was sent before under the same key may have been carried out. */
  static away = () =>
    new Unavailable(
      'The database is away; this request did nothing. Whether an earlier one did is told under its Idempotency-Key',
    )
  static locked = () => new Unavailable('A record that this needs stays locked; this request did nothing. Try again')
  static contended = () => new Unavailable('Others keep changing the same records; this request did nothing. Try again')
}
