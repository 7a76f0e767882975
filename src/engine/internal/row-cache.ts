/**
 * Row cache: rows that the process keeps between batches. A batch may assume that a cached row is unchanged, because
 * its commit proves it. Rows that never change are proved by the markers of the latest batches alone (ADR 23).
 */
import type { Schema, Table, Tally } from '../table.ts'
import { Keyed } from './keyed.ts'
import { isImmutable, isSameVersion, type RowKey, type Slot, type Version } from './slot.ts'
import { TableMap } from './table-map.ts'

const CHANGING_MAX = 10_000
const IMMUTABLE_MAX = 50_000
const KEYS_MAX = 20_000
/** Batches that lock a row after one that found it changed by another process. */
const CONTESTED_FOR = 16

export interface CachedRow {
  /** Absent where only the key is kept. */
  readonly row: any
  readonly version: Version | undefined
}
const KEY_ONLY: CachedRow = { row: undefined, version: undefined }

export class RowCache {
  /** Rows of `cached` tables, and used keys of other tables whose rows never change. Absence is not cached. */
  readonly #rows = new TableMap<Recent<CachedRow>, Table>()
  /**
   * Rows that another process has changed recently, and for how many more batches they are locked before the commit.
   */
  readonly #contested = new Map<Table | Tally, Recent<number>>()

  constructor(schema: Schema) {
    for (const part of schema) {
      if (part.kind !== 'table') continue
      if (part.cached) this.#rows.set(part, new Recent(isImmutable(part) ? IMMUTABLE_MAX : CHANGING_MAX))
      else if (isImmutable(part)) this.#rows.set(part, new Recent(KEYS_MAX))
    }
  }

  get(table: Table, platformId: string, key: string): CachedRow | undefined {
    return this.#rows.get(table)?.get(platformId, key)
  }

  /** Remembers that a key of a table whose rows never change is in use, so that it is not assumed to be free. */
  addKey(table: Table, platformId: string, key: string): void {
    if (!table.cached) this.#rows.get(table)?.set(platformId, key, KEY_ONLY)
  }

  /**
   * Caches what a committed batch knew.
   * @param written version of the rows that it wrote; undefined where it stored nothing. Then it has no marker either,
   *   and leaves no rows that never change: they are assumed to exist because of the marker
   */
  keep(slots: TableMap<ReadonlyMap<string, Slot>, Table | Tally>, written: Version | undefined): void {
    for (const [table, kept] of this.#rows)
      for (const { platformId, key, value, stored, version, origin } of slots.get(table)?.values() ?? []) {
        if (value === undefined) {
          if (stored !== undefined) kept.delete(platformId, key)
          continue
        }
        const isFresh = value !== stored
        if (!table.cached) kept.set(platformId, key, KEY_ONLY)
        else if (isImmutable(table) ? written && !kept.get(platformId, key) : isFresh)
          kept.set(platformId, key, { row: value, version: isImmutable(table) ? undefined : written })
        // A row that was only read may have been changed by the other lane since.
        else if (!isImmutable(table) && (origin === 'fixed' || !kept.get(platformId, key)))
          kept.set(platformId, key, { row: value, version })
      }
  }

  /** Caches a row that was read or changed outside a batch. */
  learn(table: Table, platformId: string, row: any, version: Version): void {
    this.#rows.get(table)?.set(platformId, row[table.key], { row, version })
  }

  get hasContested(): boolean {
    return this.#contested.size > 0
  }
  isContested = ({ part, platformId, key }: RowKey): boolean =>
    this.#contested.get(part)?.get(platformId, key) !== undefined

  /** Compares an assumed row with the same row under a lock, and caches the latter in case this attempt fails. */
  compare(assumed: Slot, locked: Slot | undefined): void {
    const { part, platformId, key } = assumed
    const isUnchanged = isSameVersion(assumed.version, locked?.version)
    if (!isUnchanged && locked?.stored === undefined) this.forget(assumed)
    else if (!isUnchanged)
      this.#rows.get(part as Table)?.set(platformId, key, { row: locked?.stored, version: locked?.version })
    let contested = this.#contested.get(part)
    if (!contested) {
      if (isUnchanged) return
      this.#contested.set(part, (contested = new Recent(IMMUTABLE_MAX)))
    }
    const left = isUnchanged ? (contested.get(platformId, key) ?? 0) - 1 : CONTESTED_FOR
    if (left > 0) contested.set(platformId, key, left)
    else contested.delete(platformId, key)
  }

  forget({ part, platformId, key }: RowKey): void {
    this.#rows.get(part as Table)?.delete(platformId, key)
  }

  /** For a connection that was lost: the server may be another one, which lacks rows or has others. */
  clear(): void {
    for (const [, kept] of this.#rows) kept.clear()
  }
}

/** Bounded map: when it is full, all entries are evicted that were unused since it was last full. */
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
