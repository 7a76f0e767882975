/** Rows of a command: the working set as one run of a command sees it. */
import { notFound } from '../../core/refusal.ts'
import type { Rows } from '../rows.ts'
import type { Log, Table, Tally } from '../table.ts'
import { isImmutable, isReliable, MISSING, type Slot } from './slot.ts'
import type { WorkingSet } from './working-set.ts'

export class PlatformRows implements Rows {
  readonly #set: WorkingSet
  readonly #ids: string[]
  #idsGiven = 0
  /**
   * @param ids those of earlier runs of the command, which are reused: keys derived from an id must not differ between
   * runs
   */
  constructor(set: WorkingSet, ids: string[]) {
    this.#set = set
    this.#ids = ids
  }
  get platformId(): string {
    return this.#set.platformId
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
    const slot = this.#set.look(table, key)
    if (!isReliable(slot)) return this.#fetchFirst(table, key)
    this.#set.rely(slot)
    return slot.value
  }

  presume<Row>(table: Table<Row>, key: string): Row | undefined {
    const set = this.#set
    const slot = set.look(table, key)
    if (isReliable(slot)) {
      set.rely(slot)
      return slot.value
    }
    if (!set.assumeFree(table, key)) set.want(set.wants, table, key)
    return undefined
  }

  peek<Row>(table: Table<Row>, key: string): Row | undefined {
    const slot = this.#set.look(table, key)
    // A row that a command added and undid implies nothing about the database.
    if (slot && (slot.origin !== 'new' || slot.value !== undefined)) {
      if (slot.origin === 'assumed') this.#set.peeked.add(slot)
      return slot.value
    }
    this.#set.want(this.#set.peeks, table, key)
    throw MISSING
  }

  lastSeen<Row>(table: Table<Row>, key: string): Row | undefined {
    return this.#set.slot(table, key)?.value ?? this.#set.cached(table, key)?.row
  }

  prefetch(...wanted: readonly (readonly [Table, string, 'peek'?])[]): void {
    let isMissing = false
    for (const [table, key, peek] of wanted) {
      const slot = this.#set.look(table, key)
      if (peek ? slot : isReliable(slot)) continue
      this.#set.want(peek ? this.#set.peeks : this.#set.wants, table, key)
      isMissing = true
    }
    if (isMissing) throw MISSING
  }

  add<Row>(table: Table<Row>, row: Row): Row {
    const slot = this.#set.slotToWrite(table, row[table.key] as string)
    if (slot.value !== undefined) throw new Error(`${table.name} already has ${String(row[table.key])}`)
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
    if (table.cached && isImmutable(table)) throw new Error(`${table.name} are cached, so they are never removed`)
    const slot = this.#toChange(table, row)
    // A row that is added without a read and removed is not written, so the unique index would not prove its key free.
    if (slot.origin === 'new') this.#fetchFirst(table, slot.key)
    this.#set.write(slot, undefined)
  }

  append<Row>(log: Log<Row>, row: Row): void {
    this.#set.append(log, row)
  }

  tally(tally: Tally, key: string, amount: bigint): void {
    const slot = this.#set.slotToWrite(tally, key)
    this.#set.write(slot, (slot.value ?? 0n) + amount)
  }

  #fetchFirst(table: Table, key: string): never {
    this.#set.want(this.#set.wants, table, key)
    throw MISSING
  }

  #toChange(table: Table, row: any): Slot {
    const slot = this.#set.slot(table, row[table.key])
    // Writing back an outdated or merely peeked row would undo what others wrote.
    if (!isReliable(slot) || slot.value !== row)
      throw new Error(`${table.name} ${row[table.key]} changed since it was read; read it again`)
    return slot
  }
}

function refuseMissing(table: Table): never {
  throw notFound(table.resource)
}
