/**
 * In-flight rows: which batch of this process works on which rows. A command that needs a row of another batch leaves
 * its own until that one has ended, so that the other commands do not wait with it.
 */
import type { Table, Tally } from '../table.ts'
import { Keyed } from './keyed.ts'
import { isImmutable, type RowKey } from './slot.ts'

/** Rows of one batch, and the commands that wait for its end. */
export interface Claim<Caller> {
  readonly rows: RowKey[]
  readonly waiting: Caller[]
  /** The rows are locked by a session outside this process. */
  readonly isExternal?: true
}

export class InFlightRows<Caller> {
  readonly #claims = new Map<Table | Tally, Keyed<Claim<Caller>>>()

  /** @returns the claim of another batch on one of the rows */
  conflicting(claim: Claim<Caller>, rows: readonly RowKey[]): Claim<Caller> | undefined {
    for (const { part, platformId, key } of rows) {
      const found = this.#claims.get(part)?.get(platformId, key)
      if (found && found !== claim) return found
    }
    return undefined
  }

  /** Claims rows. Tallies are never locked, and rows that never change cannot conflict: both are left out. */
  add(claim: Claim<Caller>, rows: readonly RowKey[]): void {
    for (const row of rows) {
      const { part, platformId, key } = row
      if (part.kind === 'tally' || isImmutable(part)) continue
      let claims = this.#claims.get(part)
      if (!claims) this.#claims.set(part, (claims = new Keyed()))
      claims.set(platformId, key, claim)
      claim.rows.push(row)
    }
  }

  /** Releases all rows of a claim, at the end of its batch. */
  release(claim: Claim<Caller>): void {
    for (const { part, platformId, key } of claim.rows) {
      const claims = this.#claims.get(part)
      if (claims?.get(platformId, key) === claim) claims.delete(platformId, key)
    }
  }
}
