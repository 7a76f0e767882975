/**
 * Owns which batch of this process is at work on which rows. A command that needs a row of another batch stands aside until
 * that one has ended, instead of making all the others of its own batch wait with it.
 */

import type { Table, Tally } from '../table.ts'
import { Keyed } from './keyed.ts'
import { type Asked, neverChanges } from './slot.ts'

/** What one batch holds, and who waits for its end. */
export interface Hold<Caller> {
  readonly rows: Asked[]
  readonly waiting: Caller[]
  /** Whether it is somebody outside this process who holds them. */
  readonly isOutside?: true
}

export class Holders<Caller> {
  readonly #holds = new Map<Table | Tally, Keyed<Hold<Caller>>>()

  /** @returns a batch other than this one that holds a row of these */
  inTheWay(hold: Hold<Caller>, rows: readonly Asked[]): Hold<Caller> | undefined {
    for (const { part, platformId, key } of rows) {
      const holder = this.#holds.get(part)?.get(platformId, key)
      if (holder && holder !== hold) return holder
    }
    return undefined
  }

  take(hold: Hold<Caller>, rows: readonly Asked[]): void {
    for (const row of rows) {
      const { part, platformId, key } = row
      if (part.kind === 'tally' || neverChanges(part)) continue
      let holds = this.#holds.get(part)
      if (!holds) this.#holds.set(part, (holds = new Keyed()))
      holds.set(platformId, key, hold)
      hold.rows.push(row)
    }
  }

  release(hold: Hold<Caller>): void {
    for (const { part, platformId, key } of hold.rows) {
      const holds = this.#holds.get(part)
      if (holds?.get(platformId, key) === hold) holds.delete(platformId, key)
    }
  }
}
