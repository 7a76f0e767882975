/**
 * Owns the rows that a batch has looked at or made. Commands run against it one after another, each as if it were
 * alone: it sees what the commands before it did, and if it is refused, what it did itself is taken back.
 */
import { newId } from '../../core/ids.ts'
import type { Log, Schema, Table, Tally } from '../table.ts'
import { Keyed } from './keyed.ts'
import type { Sights } from './row-cache.ts'
import { type Asked, isFetched, neverChanges, type Sight, type Slot, type Wanted } from './slot.ts'
import { ByPart } from './table-map.ts'

export interface Appended {
  readonly platformId: string
  readonly row: any
}

export interface WorkingSetOptions {
  readonly batchId?: string
  readonly ids?: (now: number) => string
  /** In memory there is no database behind: a row that is not here does not exist. */
  readonly complete?: boolean
  /** What the process knows of rows from earlier batches. */
  readonly sights?: Sights
  /** Names are looked up before they are taken to be free: an earlier attempt presumed wrongly. */
  readonly look?: boolean
  /** Whether another batch is at work on a row: what is known of it will soon be wrong. */
  readonly isElsewhere?: (row: Asked) => boolean
}

export class WorkingSet {
  now: number
  batchId: string
  readonly slots = new ByPart<Keyed<Slot>, Table | Tally>()
  readonly appended = new ByPart<Appended[], Log>()
  /** What commands asked for since the last fetch: to rely on, and only to see. */
  readonly wants: Wanted = new Map()
  readonly peeks: Wanted = new Map()
  /** For each command since the last fetch, the rows that it relies on or asked for. */
  readonly asked: Asked[][] = []
  /** Believed rows that were peeked at. */
  readonly peeked = new Set<Slot>()
  readonly newId: () => string
  readonly complete: boolean
  readonly sights: Sights | undefined
  /** Whether last sights are good enough to act on. Whatever is relied on is proved at the commit. */
  believes = true
  readonly #look: boolean
  readonly #isElsewhere: (row: Asked) => boolean
  /** What the running command wrote over: a slot and the value it had, or a log that grew. */
  readonly #written: (Slot | Appended[])[] = []
  readonly #before: unknown[] = []
  #asking: Asked[] = []
  #running = 0

  constructor(schema: Schema, now: number, options: WorkingSetOptions = {}) {
    const ids = options.ids ?? newId
    this.now = now
    this.newId = () => ids(this.now)
    this.batchId = options.batchId ?? this.newId()
    this.complete = options.complete ?? false
    this.sights = options.sights
    this.#look = options.look ?? false
    this.#isElsewhere = options.isElsewhere ?? (() => false)
    for (const part of schema) part.kind === 'log' ? this.appended.set(part, []) : this.slots.set(part, new Keyed())
  }

  /** Runs a command on this set; if it throws, everything it did here is undone. */
  attempt<Reply>(run: () => Reply): Reply {
    this.#written.length = this.#before.length = 0
    this.#running++
    try {
      return run()
    } catch (reason) {
      this.#takeBack()
      throw reason
    } finally {
      if (!this.complete) {
        this.asked.push(this.#asking)
        this.#asking = []
      }
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
    this.wants.clear()
    this.peeks.clear()
    this.peeked.clear()
    this.asked.length = 0
  }

  /** Takes in the answer to a fetch: keys without a row are remembered as absent. */
  keep(
    table: Table,
    wanted: Iterable<readonly [string, string]>,
    rows: readonly { platformId: string; row: any; sight: Sight | undefined }[],
    asked: 'firm' | 'believed' | 'seen',
  ): void {
    const slots = this.slots.get(table) as Keyed<Slot>
    const origin = neverChanges(table) ? 'firm' : asked
    for (const [platformId, key] of wanted)
      if (origin !== 'seen' || !isFetched(slots.get(platformId, key)))
        slots.set(platformId, key, slotOf(table, platformId, key, origin))
    for (const { platformId, row, sight } of rows) {
      const slot = slots.get(platformId, row[table.key])
      if (slot?.origin !== origin) continue
      slot.value = slot.stored = row
      slot.sight = sight
    }
  }

  slot(part: Table | Tally, platformId: string, key: string): Slot | undefined {
    const slots = this.slots.get(part) as Keyed<Slot>
    return slots.get(platformId, key) ?? this.sights?.remembered(part as Table, platformId, key)
  }

  /** Like `slot`, but also believes the last sight of a row. */
  look(table: Table, platformId: string, key: string): Slot | undefined {
    const slot = this.slot(table, platformId, key)
    if (slot || !this.believes) return slot
    const last = this.sights?.recalled(table, platformId, key)
    if (last?.sight === undefined) return undefined
    const believed = slotOf(table, platformId, key, 'believed')
    if (this.#isElsewhere(believed)) return undefined
    believed.value = believed.stored = last.row
    believed.sight = last.sight
    ;(this.slots.get(table) as Keyed<Slot>).set(platformId, key, believed)
    return believed
  }

  /**
   * Believes that there is no such row: it is added, which the key's uniqueness proves, or proved missing at the commit.
   * @returns false when it has to be fetched
   */
  presumeMissing(table: Table, platformId: string, key: string): boolean {
    if (this.#look || !neverChanges(table) || this.sights?.isTaken(table, platformId, key)) return false
    const slot = slotOf(table, platformId, key, 'believed')
    ;(this.slots.get(table) as Keyed<Slot>).set(platformId, key, slot)
    this.rely(slot)
    return true
  }

  /** The running command decides by this row. */
  rely(slot: Slot): void {
    // No lock keeps a row from being added: its absence is proved in any case.
    const isToProve = slot.origin === 'believed' || (slot.origin === 'firm' && slot.stored === undefined)
    if (!isToProve || slot.reader === this.#running || this.complete) return
    slot.reader = this.#running
    this.#asking.push(slot)
  }

  /** Marks the believed rows that the commands rely on or peeked at, and have left as they were or found missing. */
  markProofs(): void {
    for (const slot of this.peeked) if (slot.value === slot.stored) slot.proof = 'peeked'
    for (const rows of this.asked)
      for (const row of rows) if (isSlot(row) && row.value === row.stored) row.proof = 'relied'
  }

  slotToWrite(part: Table | Tally, platformId: string, key: string): Slot {
    const slots = this.slots.get(part) as Keyed<Slot>
    let slot = slots.get(platformId, key)
    if (!slot) slots.set(platformId, key, (slot = slotOf(part, platformId, key, 'made')))
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
    if (wanted === this.wants) this.#asking.push({ part: table, platformId, key })
  }

  /** Whether rows have to be fetched. */
  get isWanting(): boolean {
    return this.wants.size > 0 || this.peeks.size > 0
  }

  /** The rows that can change and that the commands rely on, by table in the schema's order. */
  relied(): Map<Table, Slot[]> {
    const relied = new Map<Table, Slot[]>()
    const slots = new Set(this.asked.flat().filter(isSlot))
    for (const [part] of this.slots) {
      if (part.kind === 'tally' || neverChanges(part)) continue
      const found = [...slots].filter((slot) => slot.part === part)
      if (found.length > 0) relied.set(part, found)
    }
    return relied
  }

  /** Forgets the believed rows that are only peeked at. @returns which they were */
  forgetPeeked(): Wanted {
    const relied = new Set(this.asked.flat())
    const peeked: Wanted = new Map()
    for (const slot of this.peeked)
      if (!relied.has(slot)) {
        ;(this.slots.get(slot.part) as Keyed<Slot>).delete(slot.platformId, slot.key)
        add(peeked, slot.part as Table, slot.platformId, slot.key)
      }
    return peeked
  }

  /** Forgets what commands asked for, but for these. */
  wantOnly(asked: readonly Asked[][]): void {
    this.wants.clear()
    this.asked.splice(0, Infinity, ...asked)
    for (const rows of asked)
      for (const { part, platformId, key } of rows)
        if (!isFetched(this.slot(part, platformId, key))) add(this.wants, part as Table, platformId, key)
  }
}

/** What is not was asked for and has been fetched by now. */
export const isSlot = (row: Asked): row is Slot => 'origin' in row

const slotOf = (part: Table | Tally, platformId: string, key: string, origin: Slot['origin']): Slot => ({
  part,
  platformId,
  key,
  value: undefined,
  stored: undefined,
  sight: undefined,
  origin,
  reader: 0,
  proof: undefined,
})

function add(wanted: Wanted, table: Table, platformId: string, key: string): void {
  let keys = wanted.get(table)
  if (!keys) wanted.set(table, (keys = new Keyed()))
  keys.set(platformId, key, [platformId, key])
}
