/**
 * Owns the rows that a batch has looked at or made. Commands run against it one after another, each as if it were
 * alone: it sees what the commands before it did, and if it is refused, what it did itself is taken back.
 */
import { newId } from '../core/ids.ts'
import { ByPart } from './by-part.ts'
import { Keyed } from './keyed.ts'
import type { Log, Schema, Table, Tally } from './schema.ts'
import { type Asked, neverChanges, type Slot, type Wanted } from './slot.ts'

export interface Appended {
  readonly platformId: string
  readonly row: any
}

export interface WorkingSetOptions {
  readonly batchId?: string
  readonly ids?: (now: number) => string
  /** In memory there is no database behind: a row that is not here does not exist. */
  readonly complete?: boolean
}

export class WorkingSet {
  now: number
  batchId: string
  readonly slots = new ByPart<Keyed<Slot>, Table | Tally>()
  readonly appended = new ByPart<Appended[], Log>()
  /** What commands asked for since the last fetch: to lock, and only to see. */
  readonly locks: Wanted = new Map()
  readonly peeks: Wanted = new Map()
  /** For each command since the last fetch, the rows that it asked for to lock. */
  readonly asked: Asked[][] = []
  readonly newId: () => string
  readonly complete: boolean
  /** Rows of never-changing tables that earlier batches have read; shared, never written. */
  remembered: ByPart<Keyed<Slot>, Table> | undefined
  /** Rows as earlier batches left them, of the tables that want it; shared, never written, perhaps stale. */
  recalled: ByPart<Keyed<any>, Table> | undefined
  /** What the running command wrote over: a slot and the value it had, or a log that grew. */
  readonly #written: (Slot | Appended[])[] = []
  readonly #before: unknown[] = []
  #asking: Asked[] = []

  constructor(schema: Schema, now: number, options: WorkingSetOptions = {}) {
    const ids = options.ids ?? newId
    this.now = now
    this.newId = () => ids(this.now)
    this.batchId = options.batchId ?? this.newId()
    this.complete = options.complete ?? false
    for (const part of schema) part.kind === 'log' ? this.appended.set(part, []) : this.slots.set(part, new Keyed())
  }

  /** Runs a command on this set; if it throws, everything it did here is undone. */
  attempt<Reply>(run: () => Reply): Reply {
    this.#written.length = this.#before.length = 0
    try {
      return run()
    } catch (reason) {
      this.#takeBack()
      throw reason
    } finally {
      if (!this.complete) this.asked.push(this.#asking)
      if (this.#asking.length > 0) this.#asking = []
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
    for (const [, slots] of this.slots)
      for (const slot of slots.values()) {
        if (slot.origin === 'made') slots.delete(slot.platformId, slot.key)
        else slot.value = slot.stored
      }
    for (const [, rows] of this.appended) rows.length = 0
    this.locks.clear()
    this.peeks.clear()
    this.asked.length = 0
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
    if (wanted === this.locks) this.#asking.push([table, platformId, key])
  }

  /** Forgets what commands asked to lock, but for these. */
  wantOnly(asked: readonly Asked[][]): void {
    this.locks.clear()
    this.asked.splice(0, Infinity, ...asked)
    for (const rows of asked) for (const [table, platformId, key] of rows) add(this.locks, table, platformId, key)
  }
}

function add(wanted: Wanted, table: Table, platformId: string, key: string): void {
  let keys = wanted.get(table)
  if (!keys) wanted.set(table, (keys = new Keyed()))
  keys.set(platformId, key, [platformId, key])
}
