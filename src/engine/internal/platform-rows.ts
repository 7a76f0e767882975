/** Owns the working set as one platform's command sees it. */
import { notFound } from '../../core/refusal.ts'
import type { Rows } from '../rows.ts'
import type { Log, Table, Tally } from '../table.ts'
import { isFirm, MISSING, neverChanges, type Slot } from './slot.ts'
import type { WorkingSet } from './working-set.ts'

export class PlatformRows implements Rows {
  readonly platformId: string
  readonly #set: WorkingSet
  readonly #ids: string[]
  #idsGiven = 0
  /** @param ids that the command was given in earlier runs, and is given again: a key made from an id must not change from run to run */
  constructor(set: WorkingSet, platformId: string, ids: string[]) {
    this.#set = set
    this.platformId = platformId
    this.#ids = ids
  }
  get now(): number {
    return this.#set.now
  }
  get batchId(): string {
    return this.#set.batchId
  }
  newId(): string {
    return (this.#ids[this.#idsGiven++] ??= this.#set.newId())
  }

  get<Row>(table: Table<Row>, key: string): Row {
    return this.find(table, key) ?? refuseMissing(table)
  }

  find<Row>(table: Table<Row>, key: string): Row | undefined {
    const slot = this.#set.look(table, this.platformId, key)
    if (!isFirm(slot)) return this.#set.complete ? undefined : this.#fetchFirst(table, key)
    this.#set.rely(slot)
    return slot.value
  }

  presume<Row>(table: Table<Row>, key: string): Row | undefined {
    const set = this.#set
    const slot = set.look(table, this.platformId, key)
    if (isFirm(slot)) {
      set.rely(slot)
      return slot.value
    }
    if (!set.complete && !set.presumeMissing(table, this.platformId, key))
      set.want(set.wants, table, this.platformId, key)
    return undefined
  }

  peek<Row>(table: Table<Row>, key: string): Row | undefined {
    const slot = this.#set.look(table, this.platformId, key)
    // What a command added and took back says nothing about the database.
    if (slot && (slot.origin !== 'made' || slot.value !== undefined)) {
      if (slot.origin === 'believed') this.#set.peeked.add(slot)
      return slot.value
    }
    if (this.#set.complete) return undefined
    this.#set.want(this.#set.peeks, table, this.platformId, key)
    throw MISSING
  }

  lastSeen<Row>(table: Table<Row>, key: string): Row | undefined {
    return this.inBatch(table, key) ?? this.#set.sights?.recalled(table, this.platformId, key)?.row
  }

  inBatch<Row>(table: Table<Row>, key: string): Row | undefined {
    return this.#set.slot(table, this.platformId, key)?.value
  }

  together(...wanted: readonly (readonly [Table, string, 'seen'?])[]): void {
    if (this.#set.complete) return
    let missing = false
    for (const [table, key, seen] of wanted) {
      const slot = this.#set.look(table, this.platformId, key)
      if (seen ? slot : isFirm(slot)) continue
      this.#set.want(seen ? this.#set.peeks : this.#set.wants, table, this.platformId, key)
      missing = true
    }
    if (missing) throw MISSING
  }

  add<Row>(table: Table<Row>, row: Row): Row {
    const slot = this.#set.slotToWrite(table, this.platformId, row[table.key] as string)
    if (slot.value !== undefined) throw new Error(`${table.name} already holds ${String(row[table.key])}`)
    this.#set.write(slot, row)
    return row
  }

  change<Row>(table: Table<Row>, row: Row, changes: Partial<Row>): Row {
    for (const name in changes)
      if (!table.changing.includes(name)) throw new Error(`${table.name}.${name} never changes`)
    const changed: Row = table.changed(row, changes)
    this.#set.write(this.#toChange(table, row), changed)
    return changed
  }

  remove<Row>(table: Table<Row>, row: Row): void {
    if (table.recalled) throw new Error(`${table.name} are recalled, so they are never removed`)
    const slot = this.#toChange(table, row)
    // Added without a look and removed, it would never be written, and nobody would hear that its key was taken.
    if (slot.origin === 'made' && !this.#set.complete) this.#fetchFirst(table, slot.key)
    this.#set.write(slot, undefined)
  }

  append<Row>(log: Log<Row>, row: Row): void {
    this.#set.append(log, { platformId: this.platformId, row })
  }

  tally(tally: Tally, key: string, amount: bigint): void {
    const slot = this.#set.slotToWrite(tally, this.platformId, key)
    this.#set.write(slot, (slot.value ?? 0n) + amount)
  }

  #fetchFirst(table: Table, key: string): never {
    this.#set.want(this.#set.wants, table, this.platformId, key)
    throw MISSING
  }

  #toChange(table: Table, row: any): Slot {
    const slot = this.#set.slot(table, this.platformId, row[table.key])
    // A stale or merely seen row must never be written back: it would undo what others did.
    if (neverChanges(table) || !isFirm(slot) || slot.value !== row)
      throw new Error(`${table.name} ${row[table.key]} changed since it was read; read it again`)
    return slot
  }
}

function refuseMissing(table: Table): never {
  throw notFound(table.resource)
}
