/**
 * Owns what the process keeps of rows between batches. Rows that never change are what they were; of others it keeps
 * the last sight, which a batch may believe as long as its commit proves it.
 */

import type { Schema, Table, Tally } from '../table.ts'
import { Keyed } from './keyed.ts'
import { type Asked, isSame, neverChanges, type Sight, type Slot } from './slot.ts'
import { ByPart } from './table-map.ts'

const KEPT_MAX = 50_000
const RECALLED_MAX = 10_000
const TAKEN_MAX = 20_000
/** So many batches lock a row after one that found it changed by another process. */
const WARY_FOR = 16

/** What a batch knew of all rows it has met. */
type Slots = ByPart<Keyed<Slot>, Table | Tally>

/** A row as it was seen last. Without a sight only what never changes of it is known. */
export interface Recalled<Row = any> {
  readonly row: Row
  readonly sight: Sight | undefined
}

export class Sights {
  /** Rows of never-changing tables. Absence is not kept. */
  readonly #remembered = new ByPart<Recent<Slot>, Table>()
  readonly #recalled = new ByPart<Recent<Recalled>, Table>()
  /** Names of never-changing tables that this process has used up: no use presuming that they are free. */
  readonly #taken = new ByPart<Recent<true>, Table>()
  /** Rows that others have changed lately, and for how many batches more they are locked before they are relied on. */
  readonly #wary = new Map<Table | Tally, Recent<number>>()

  constructor(schema: Schema) {
    for (const part of schema) {
      if (part.kind !== 'table') continue
      if (part.remembered) this.#remembered.set(part, new Recent(KEPT_MAX))
      else if (neverChanges(part)) this.#taken.set(part, new Recent(TAKEN_MAX))
      if (part.recalled) this.#recalled.set(part, new Recent(RECALLED_MAX))
    }
  }

  remembered = (table: Table, platformId: string, key: string): Slot | undefined =>
    this.#remembered.get(table)?.get(platformId, key)
  recalled = (table: Table, platformId: string, key: string): Recalled | undefined =>
    this.#recalled.get(table)?.get(platformId, key)
  isTaken = (table: Table, platformId: string, key: string): boolean =>
    this.#taken.get(table)?.get(platformId, key) === true

  /**
   * After a commit.
   * @param written of the batch's own transaction; undefined: what it left is not known well enough to be believed
   * @param isMarked its marker is in the database. Rows that never change are taken for there without another proof
   *   than that of the marker, so a batch that has none leaves none of them.
   */
  keep(slots: Slots, written: Sight | undefined, isMarked: boolean): void {
    if (isMarked)
      for (const [table, kept] of this.#remembered)
        for (const slot of slotsOf(slots, table))
          if (slot.value !== undefined && !kept.get(slot.platformId, slot.key))
            kept.set(slot.platformId, slot.key, { ...slot, stored: slot.value, origin: 'firm' })
    for (const [table, kept] of this.#recalled)
      for (const { platformId, key, value, stored, sight, origin } of slotsOf(slots, table)) {
        if (value === undefined) continue
        if (value !== stored) kept.set(platformId, key, { row: value, sight: written })
        // Another lane may have changed since what this one has only looked at.
        else if (origin === 'firm' || !kept.get(platformId, key)) kept.set(platformId, key, { row: value, sight })
      }
    for (const [table, taken] of this.#taken)
      for (const { platformId, key, value } of slotsOf(slots, table))
        if (value !== undefined) taken.set(platformId, key, true)
  }

  get isAnyWary(): boolean {
    return this.#wary.size > 0
  }
  isWary = ({ part, platformId, key }: Asked): boolean => this.#wary.get(part)?.get(platformId, key) !== undefined

  /** A row was read again under a lock; as it is now the next attempt believes it, if this one fails. */
  heed(believed: Slot, now: Slot | undefined): void {
    const { part, platformId, key } = believed
    const isAsBelieved = isSame(believed.sight, now?.sight)
    if (!isAsBelieved && now?.stored === undefined) this.forget(believed)
    else if (!isAsBelieved)
      this.#recalled.get(part as Table)?.set(platformId, key, { row: now?.stored, sight: now?.sight })
    let wary = this.#wary.get(part)
    if (!wary) {
      if (isAsBelieved) return
      this.#wary.set(part, (wary = new Recent(KEPT_MAX)))
    }
    const left = isAsBelieved ? (wary.get(platformId, key) ?? 0) - 1 : WARY_FOR
    if (left > 0) wary.set(platformId, key, left)
    else wary.delete(platformId, key)
  }

  /** The last sight of a row may be wrong. */
  forget({ part, platformId, key }: Asked): void {
    this.#recalled.get(part as Table)?.delete(platformId, key)
  }

  /** The database may be another one by now: rows may be others, or gone. */
  doubtAll(): void {
    for (const [, kept] of this.#remembered) kept.clear()
    for (const [, kept] of this.#recalled) kept.clear()
    for (const [, taken] of this.#taken) taken.clear()
  }
}

const slotsOf = (slots: Slots, table: Table): readonly Slot[] => (slots.get(table) as Keyed<Slot>).values()

/** Keeps what was used lately: when there is too much of it, all that was not used since the last time goes. */
class Recent<Value> {
  readonly #most: number
  #young = new Keyed<Value>()
  #old = new Keyed<Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(platformId: string, key: string): Value | undefined {
    const young = this.#young.get(platformId, key)
    if (young !== undefined) return young
    const old = this.#old.get(platformId, key)
    if (old !== undefined) this.set(platformId, key, old)
    return old
  }

  set(platformId: string, key: string, value: Value): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young
      this.#young = new Keyed()
    }
    this.#young.set(platformId, key, value)
  }

  delete(platformId: string, key: string): void {
    this.#young.delete(platformId, key)
    this.#old.delete(platformId, key)
  }

  clear(): void {
    this.#young = new Keyed()
    this.#old = new Keyed()
  }
}
