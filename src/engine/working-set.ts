/**
 * Owns the rows that a batch has looked at or made. Commands run against it one after another, each as if it were
 * alone: it sees what the commands before it did, and if it is refused, what it did itself is taken back.
 */
import { newId } from '../core/ids.ts'
import { notFound } from '../core/refusal.ts'
import { Keyed } from './keyed.ts'
import type { Command, Rows } from './rows.ts'
import type { Log, Schema, Table, Tally } from './schema.ts'

/** Thrown by a read of a row that is not here yet. The engine fetches the row and runs the command again. */
export const MISSING = Symbol('a row has to be fetched first')

/** One row: as it is in the database (`stored`), and as the commands have left it (`value`). */
export interface Slot<Value = any> {
  readonly platformId: string
  readonly key: string
  value: Value | undefined
  stored: Value | undefined
  /** `firm`: read under a lock, or of a table that never changes. `seen`: read without one. `made`: by a command, nobody looked. */
  readonly origin: 'firm' | 'seen' | 'made'
}

export interface Appended {
  readonly platformId: string
  readonly row: any
}

/** Rows to fetch. */
export type Wanted = Map<Table, Keyed<readonly [platformId: string, key: string]>>

export interface WorkingSetOptions {
  readonly batchId?: string
  readonly ids?: (now: number) => string
  /** In memory there is no database behind: a row that is not here does not exist. */
  readonly complete?: boolean
}

const neverChanges = (table: Table) => table.changing.length === 0

export class WorkingSet {
  now: number
  batchId: string
  readonly slots = new Map<Table | Tally, Keyed<Slot>>()
  readonly appended = new Map<Log, Appended[]>()
  /** What commands asked for since the last fetch: to lock, and only to see. */
  readonly locks: Wanted = new Map()
  readonly peeks: Wanted = new Map()
  /** For each command that came to a halt, the locking tables it asked for. */
  readonly askedTogether: Set<Table>[] = []
  readonly newId: () => string
  readonly complete: boolean
  /** Rows of never-changing tables that earlier batches have read; shared, never written. */
  remembered: ReadonlyMap<Table, Keyed<Slot>> | undefined
  /** Rows as earlier batches left them, of the tables that want it; shared, never written, perhaps stale. */
  recalled: ReadonlyMap<Table, Keyed<any>> | undefined
  /** What the running command wrote over: a slot and the value it had, or a log that grew. */
  readonly #written: (Slot | Appended[])[] = []
  readonly #before: unknown[] = []
  #asking = new Set<Table>()

  constructor(schema: Schema, now: number, options: WorkingSetOptions = {}) {
    const ids = options.ids ?? newId
    this.now = now
    this.newId = () => ids(this.now)
    this.batchId = options.batchId ?? this.newId()
    this.complete = options.complete ?? false
    for (const part of schema) part.kind === 'log' ? this.appended.set(part, []) : this.slots.set(part, new Keyed())
  }

  /**
   * Runs a command for a platform; if it throws, everything it did here is undone.
   * @param ids that it was given in earlier runs, and is given again: a key made from an id must not change from run to run
   */
  attempt<Reply>(platformId: string, command: Command<Reply>, ids: string[] = []): Reply {
    this.#written.length = this.#before.length = 0
    this.#asking.clear()
    try {
      return command(new PlatformRows(this, platformId, ids))
    } catch (reason) {
      this.#takeBack()
      throw reason
    } finally {
      if (this.#asking.size > 0) this.askedTogether.push(new Set(this.#asking))
    }
  }

  #takeBack(): void {
    for (let written = this.#written.pop(); written; written = this.#written.pop()) {
      const before = this.#before.pop()
      if (Array.isArray(written)) written.pop()
      else written.value = before
    }
  }

  /** Forgets what commands did, keeps what was fetched. */
  rewind(): void {
    for (const slots of this.slots.values())
      for (const slot of slots.values()) {
        if (slot.origin === 'made') slots.delete(slot.platformId, slot.key)
        else slot.value = slot.stored
      }
    for (const rows of this.appended.values()) rows.length = 0
    this.locks.clear()
    this.peeks.clear()
    this.askedTogether.length = 0
  }

  /** Takes in the answer to a fetch: keys without a row are remembered as absent. */
  keep(
    table: Table,
    wanted: Iterable<readonly [string, string]>,
    rows: readonly { platformId: string; row: any }[],
    locked: boolean,
  ): void {
    const slots = this.slots.get(table) as Keyed<Slot>
    const origin = locked || neverChanges(table) ? 'firm' : 'seen'
    for (const [platformId, key] of wanted) {
      if (origin === 'firm' || slots.get(platformId, key)?.origin !== 'firm')
        slots.set(platformId, key, { platformId, key, value: undefined, stored: undefined, origin })
    }
    for (const { platformId, row } of rows) {
      const slot = slots.get(platformId, row[table.key])
      if (slot?.origin === origin) slot.value = slot.stored = row
    }
  }

  /** Keys that were looked for in never-changing tables and not there: another lane may have added them since. */
  absent(): Wanted {
    const found: Wanted = new Map()
    for (const [table, slots] of this.slots) {
      if (table.kind === 'tally' || !neverChanges(table)) continue
      for (const { platformId, key, stored, origin } of slots.values())
        if (stored === undefined && origin === 'firm') add(found, table, platformId, key)
    }
    return found
  }

  slot(part: Table | Tally, platformId: string, key: string): Slot | undefined {
    const slots = this.slots.get(part) as Keyed<Slot>
    return slots.get(platformId, key) ?? this.remembered?.get(part as Table)?.get(platformId, key)
  }

  slotToWrite(part: Table | Tally, platformId: string, key: string): Slot {
    const slots = this.slots.get(part) as Keyed<Slot>
    let slot = slots.get(platformId, key)
    if (!slot)
      slots.set(platformId, key, (slot = { platformId, key, value: undefined, stored: undefined, origin: 'made' }))
    return slot
  }

  write(slot: Slot, value: unknown): void {
    this.#written.push(slot)
    this.#before.push(slot.value)
    slot.value = value
  }

  append(log: Log, row: Appended): void {
    const rows = this.appended.get(log) as Appended[]
    rows.push(row)
    this.#written.push(rows)
    this.#before.push(undefined)
  }

  want(wanted: Wanted, table: Table, platformId: string, key: string): void {
    if (this.complete) return
    add(wanted, table, platformId, key)
    if (wanted === this.locks) this.#asking.add(table)
  }
}

function add(wanted: Wanted, table: Table, platformId: string, key: string): void {
  let keys = wanted.get(table)
  if (!keys) wanted.set(table, (keys = new Keyed()))
  keys.set(platformId, key, [platformId, key])
}

/** The working set as one platform's command sees it. */
class PlatformRows implements Rows {
  readonly platformId: string
  readonly #set: WorkingSet
  readonly #ids: string[]
  #idsGiven = 0
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
    const slot = this.#set.slot(table, this.platformId, key)
    if (isFirm(slot)) return slot.value
    return this.#set.complete ? undefined : this.#fetchFirst(table, key)
  }

  presume<Row>(table: Table<Row>, key: string): Row | undefined {
    const slot = this.#set.slot(table, this.platformId, key)
    if (isFirm(slot)) return slot.value
    this.#set.want(this.#set.locks, table, this.platformId, key)
    return undefined
  }

  peek<Row>(table: Table<Row>, key: string): Row | undefined {
    const slot = this.#set.slot(table, this.platformId, key)
    // What a command added and took back says nothing about the database.
    if (slot && (slot.origin !== 'made' || slot.value !== undefined)) return slot.value
    if (this.#set.complete) return undefined
    this.#set.want(this.#set.peeks, table, this.platformId, key)
    throw MISSING
  }

  recall<Row>(table: Table<Row>, key: string): Row | undefined {
    const { complete, recalled } = this.#set
    return complete ? this.inBatch(table, key) : recalled?.get(table)?.get(this.platformId, key)
  }

  inBatch<Row>(table: Table<Row>, key: string): Row | undefined {
    return this.#set.slot(table, this.platformId, key)?.value
  }

  together(...wanted: readonly (readonly [Table, string, 'seen'?])[]): void {
    if (this.#set.complete) return
    let missing = false
    for (const [table, key, seen] of wanted) {
      const slot = this.#set.slot(table, this.platformId, key)
      if (seen ? slot : isFirm(slot)) continue
      this.#set.want(seen ? this.#set.peeks : this.#set.locks, table, this.platformId, key)
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
    const changed: Row = { ...row }
    for (const name in changes) {
      if (!table.changing.includes(name)) throw new Error(`${table.name}.${name} never changes`)
      changed[name] = changes[name] as Row[typeof name]
    }
    this.#set.write(this.#toChange(table, row), changed)
    return changed
  }

  remove<Row>(table: Table<Row>, row: Row): void {
    if (table.recalled) throw new Error(`${table.name} are recalled, so they are never removed`)
    const slot = this.#toChange(table, row)
    // Added without a look and removed, it would never be written, and nobody would hear that its key was taken.
    if (slot.origin !== 'firm' && !this.#set.complete) this.#fetchFirst(table, slot.key)
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
    this.#set.want(this.#set.locks, table, this.platformId, key)
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

/** Good enough to act on. What a command added over a row that was only seen to be absent is, too: the key's uniqueness guards it. */
const isFirm = (slot: Slot | undefined): slot is Slot =>
  slot !== undefined && (slot.origin === 'firm' || (slot.stored === undefined && slot.value !== undefined))

function refuseMissing(table: Table): never {
  throw notFound(table.resource)
}
