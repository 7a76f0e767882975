/**
 * Working set: the rows of one platform that a batch has read or written. Commands run on it one after another, each as
 * if it were alone: it sees what earlier commands wrote, and if it is refused, its own writes are undone.
 */
import { newId } from '../../core/ids.ts'
import type { Log, Schema, Table, Tally } from '../table.ts'
import type { CachedRow, RowCache } from './row-cache.ts'
import { isImmutable, isKnown, type RowKey, type Slot, type Version, type Wanted } from './slot.ts'
import { TableMap } from './table-map.ts'

export interface WorkingSetOptions {
  readonly batchId?: string
  readonly ids?: (now: number) => string
  readonly cache?: Pick<RowCache, 'get'>
  /** Keys are looked up instead of assumed to be free, because an earlier attempt assumed wrongly. */
  readonly looksUpKeys?: boolean
  /** Whether another batch works on a row, so that its cached version is about to become outdated. */
  readonly isInFlight?: (row: RowKey) => boolean
}

export class WorkingSet {
  readonly platformId: string
  now: number
  batchId: string
  readonly slots = new TableMap<Map<string, Slot>, Table | Tally>()
  readonly appended = new TableMap<any[], Log>()
  /** Rows requested since the last fetch: to rely on, and to peek at. */
  readonly wants: Wanted = new Map()
  readonly peeks: Wanted = new Map()
  /** For each command since the last fetch, the rows that it relies on or asked for. */
  readonly asked: RowKey[][] = []
  /** Assumed rows that were peeked at. */
  readonly peeked = new Set<Slot>()
  readonly newId: () => string
  /** Whether rows that can change are taken from the row cache. */
  assumes = true
  readonly #cache: Pick<RowCache, 'get'> | undefined
  readonly #looksUpKeys: boolean
  readonly #isInFlight: (row: RowKey) => boolean
  /** What the running command wrote over: a slot and the value it had, or a log that grew. */
  readonly #written: (Slot | any[])[] = []
  readonly #before: unknown[] = []
  #asking: RowKey[] = []
  #running = 0

  constructor(schema: Schema, platformId: string, now: number, options: WorkingSetOptions = {}) {
    const ids = options.ids ?? newId
    this.platformId = platformId
    this.now = now
    this.newId = () => ids(this.now)
    this.batchId = options.batchId ?? this.newId()
    this.#cache = options.cache
    this.#looksUpKeys = options.looksUpKeys ?? false
    this.#isInFlight = options.isInFlight ?? (() => false)
    for (const part of schema) part.kind === 'log' ? this.appended.set(part, []) : this.slots.set(part, new Map())
  }

  /** Runs a command on this set; if it throws, all its writes are undone. */
  attempt<Reply>(run: () => Reply): Reply {
    this.#written.length = this.#before.length = 0
    this.#running++
    try {
      return run()
    } catch (reason) {
      this.#undo()
      throw reason
    } finally {
      this.asked.push(this.#asking)
      this.#asking = []
    }
  }

  #undo(): void {
    for (let written = this.#written.pop(); written; written = this.#written.pop()) {
      const before = this.#before.pop()
      if (Array.isArray(written)) written.pop()
      else written.value = before
    }
  }

  /** Undoes what all commands wrote, keeps what was fetched. */
  rewind(): void {
    for (const [, slots] of this.slots)
      for (const slot of slots.values()) {
        if (slot.origin === 'new') slots.delete(slot.key)
        else slot.value = slot.stored
      }
    for (const [, rows] of this.appended) rows.length = 0
    this.wants.clear()
    this.peeks.clear()
    this.peeked.clear()
    this.asked.length = 0
  }

  /** Takes in the answer to a fetch; a key without a row is absent. */
  keep(
    table: Table,
    keys: Iterable<string>,
    rows: readonly { row: any; version: Version | undefined }[],
    readAs: 'fixed' | 'assumed' | 'peeked',
  ): void {
    const slots = this.slotsIn(table)
    const origin = isImmutable(table) ? 'fixed' : readAs
    for (const key of keys)
      if (origin !== 'peeked' || !isKnown(slots.get(key))) slots.set(key, this.#newSlot(table, key, origin))
    for (const { row, version } of rows) {
      const slot = slots.get(row[table.key])
      if (slot?.origin !== origin) continue
      slot.value = slot.stored = row
      slot.version = version
    }
  }

  slotsIn(part: Table | Tally): Map<string, Slot> {
    return this.slots.get(part) as Map<string, Slot>
  }

  slot(part: Table | Tally, key: string): Slot | undefined {
    return this.slotsIn(part).get(key)
  }

  /** Like `slot`, but also takes the row from the cache. */
  look(table: Table, key: string): Slot | undefined {
    const slot = this.slot(table, key)
    if (slot || !table.cached) return slot
    const cached = this.cached(table, key)
    if (!cached) return undefined
    const found = this.#newSlot(table, key, isImmutable(table) ? 'fixed' : 'assumed')
    if (found.origin === 'assumed' && (!this.assumes || this.#isInFlight(found))) return undefined
    found.value = found.stored = cached.row
    found.version = cached.version
    this.slotsIn(table).set(key, found)
    return found
  }

  /** The row as an earlier batch left it in the cache. */
  cached(table: Table, key: string): CachedRow | undefined {
    return this.#cache?.get(table, this.platformId, key)
  }

  /**
   * Assumes that a key is free: a row is added under it, which its unique index proves, or the commit proves it.
   * @returns false when it has to be looked up
   */
  assumeFree(table: Table, key: string): boolean {
    if (this.#looksUpKeys || this.cached(table, key)) return false
    const slot = this.#newSlot(table, key, 'assumed')
    this.slotsIn(table).set(key, slot)
    this.rely(slot)
    return true
  }

  /** Records that the running command relies on this row. */
  rely(slot: Slot): void {
    // No lock keeps a row from being added, so its absence is proved in any case.
    const isToProve = slot.origin === 'assumed' || (slot.origin === 'fixed' && slot.stored === undefined)
    if (!isToProve || slot.reader === this.#running) return
    slot.reader = this.#running
    this.#asking.push(slot)
  }

  /** Marks the rows that commands relied on or peeked at and left unchanged or absent: the commit has to prove them. */
  markProofs(): void {
    for (const slot of this.peeked) if (slot.value === slot.stored) slot.proof = 'peeked'
    for (const rows of this.asked)
      for (const row of rows) if (isSlot(row) && row.value === row.stored) row.proof = 'relied'
  }

  slotToWrite(part: Table | Tally, key: string): Slot {
    const slots = this.slotsIn(part)
    let slot = slots.get(key)
    if (!slot) slots.set(key, (slot = this.#newSlot(part, key, 'new')))
    return slot
  }

  write(slot: Slot, value: unknown): void {
    this.#written.push(slot)
    this.#before.push(slot.value)
    slot.value = value
  }

  append(log: Log, row: unknown): void {
    const rows = this.appended.get(log) as any[]
    rows.push(row)
    this.#written.push(rows)
    this.#before.push(undefined)
  }

  want(wanted: Wanted, table: Table, key: string): void {
    add(wanted, table, key)
    if (wanted === this.wants) this.#asking.push({ part: table, platformId: this.platformId, key })
  }

  /** Whether rows have to be fetched. */
  get isWanting(): boolean {
    return this.wants.size > 0 || this.peeks.size > 0
  }

  /** The rows that can change and that commands rely on, by table in the order of locks. */
  relied(): Map<Table, Slot[]> {
    const relied = new Map<Table, Slot[]>()
    const slots = new Set(this.asked.flat().filter(isSlot))
    for (const [part] of this.slots) {
      if (part.kind === 'tally' || isImmutable(part)) continue
      const found = [...slots].filter((slot) => slot.part === part)
      if (found.length > 0) relied.set(part, found)
    }
    return relied
  }

  /** Drops what commands asked for, except these. */
  wantOnly(asked: readonly RowKey[][]): void {
    this.wants.clear()
    this.asked.splice(0, Infinity, ...asked)
    for (const { part, key } of asked.flat()) if (!isKnown(this.slot(part, key))) add(this.wants, part as Table, key)
  }

  #newSlot(part: Table | Tally, key: string, origin: Slot['origin']): Slot {
    return {
      part,
      platformId: this.platformId,
      key,
      value: undefined,
      stored: undefined,
      version: undefined,
      origin,
      reader: 0,
      proof: undefined,
    }
  }
}

/** The others were asked for and have been fetched since. */
export const isSlot = (row: RowKey): row is Slot => 'origin' in row

function add(wanted: Wanted, table: Table, key: string): void {
  const keys = wanted.get(table)
  if (keys) keys.add(key)
  else wanted.set(table, new Set([key]))
}
