/**
 * Owns the order in which a batch fetches rows. Locks are taken table by table in the schema's order and by key within
 * a table, so that two lanes or processes never wait for each other in a circle.
 */
import type { Bytes } from './binary.ts'
import { ByPart } from './by-part.ts'
import type { Send } from './database.ts'
import { Keyed } from './keyed.ts'
import type { Schema, Table } from './schema.ts'
import type { Slot, Wanted } from './slot.ts'
import { rowOf, selectRows } from './sql.ts'
import type { WorkingSet } from './working-set.ts'

type Key = readonly [platformId: string, key: string]

const REMEMBERED_MAX = 50_000
const RECALLED_MAX = 20_000

export class Fetcher {
  readonly #tables: readonly Table[]
  /** Rows of never-changing tables, kept between batches: they are what they were. Absence is not kept. */
  readonly #remembered = new ByPart<Keyed<Slot>, Table>()
  readonly #recalled = new ByPart<Keyed<any>, Table>()

  constructor(schema: Schema) {
    this.#tables = schema.filter((part) => part.kind === 'table')
    for (const table of this.#tables) {
      if (table.remembered) this.#remembered.set(table, new Keyed())
      if (table.recalled) this.#recalled.set(table, new Keyed())
    }
  }

  /** Puts the kept rows within reach of a new working set. */
  prepare(set: WorkingSet): WorkingSet {
    set.remembered = this.#remembered
    set.recalled = this.#recalled
    return set
  }

  /** After a commit: keeps the rows that can never change, and the last sight of those that may. */
  remember(set: WorkingSet): void {
    for (const [table, kept] of this.#remembered) {
      if (kept.size > REMEMBERED_MAX) kept.clear()
      for (const { platformId, key, value } of (set.slots.get(table) as Keyed<Slot>).values())
        if (value !== undefined && !kept.get(platformId, key))
          kept.set(platformId, key, { platformId, key, value, stored: value, origin: 'firm' })
    }
    for (const [table, kept] of this.#recalled) {
      if (kept.size > RECALLED_MAX) kept.clear()
      for (const { platformId, key, value } of (set.slots.get(table) as Keyed<Slot>).values())
        if (value !== undefined) kept.set(platformId, key, value)
    }
  }

  /** Of rows that were seen before, only what can have changed is asked for. @returns with those, their last sight */
  #selections(table: Table, keys: readonly Key[]): { keys: readonly Key[]; last?: Keyed<any> }[] {
    const recalled = this.#recalled.get(table)
    if (!recalled) return [{ keys }]
    const last = new Keyed<any>()
    const strange: Key[] = []
    for (const key of keys) {
      const row = recalled.get(...key)
      if (row) last.set(...key, row)
      else strange.push(key)
    }
    const seen = keys.filter((key) => last.get(...key))
    return [...(seen.length > 0 ? [{ keys: seen, last }] : []), ...(strange.length > 0 ? [{ keys: strange }] : [])]
  }

  begin(set: WorkingSet, send: Send, bytes: Bytes) {
    let lockedUpTo = -1
    const fetch = async (parts: readonly (readonly [Wanted, readonly Table[], boolean])[]) => {
      const plan = parts.flatMap(([wanted, tables, locked]) =>
        tables.flatMap((table) => {
          const keys = (wanted.get(table) as Keyed<Key>).values()
          return this.#selections(table, keys).map((selection) => ({ table, locked, ...selection }))
        }),
      )
      const answers = await send(
        plan.map(({ table, keys, locked, last }) => selectRows(bytes, table, keys, locked, !!last)),
      )
      plan.forEach(({ table, keys, locked, last }, i) => {
        const rows = (answers[i] as any[]).map((raw) => rowOf(table, raw, last?.get(raw.platformId, raw[table.key])))
        set.keep(table, keys, rows, locked)
      })
    }
    return {
      /** Fetches what may be fetched now. False: a lock would be taken out of order. */
      wanted: async (): Promise<boolean> => {
        const free = this.#tables.filter((table) => table.changing.length === 0 && set.locks.has(table))
        const locking = this.#nextToLock(set)
        const order = locking.map((table) => this.#tables.indexOf(table))
        if (order.some((position) => position <= lockedUpTo)) return false
        lockedUpTo = Math.max(lockedUpTo, ...order)
        await fetch([
          [set.peeks, [...set.peeks.keys()], false],
          [set.locks, free, true],
          [set.locks, locking, true],
        ])
        return true
      },
      /** Looks at rows without a lock. */
      unlocked: (wanted: Wanted) => fetch([[wanted, [...wanted.keys()], false]]),
      /** Locks everything that an earlier, abandoned run had locked or asked for, in one go. */
      again: async (earlier: WorkingSet) => {
        const all: Wanted = new Map()
        for (const table of this.#tables) {
          if (table.changing.length === 0) continue
          const keys = new Keyed<Key>()
          for (const { platformId, key, origin } of (earlier.slots.get(table) as Keyed<Slot>).values())
            if (origin === 'firm') keys.set(platformId, key, [platformId, key])
          for (const pair of earlier.locks.get(table)?.values() ?? []) keys.set(...pair, pair)
          if (keys.size > 0) all.set(table, keys)
        }
        const tables = this.#tables.filter((table) => all.has(table))
        lockedUpTo = Math.max(-1, ...tables.map((table) => this.#tables.indexOf(table)))
        await fetch([[all, tables, true]])
      },
    }
  }

  /**
   * The tables to lock in this round: the first one wanted, and those after it that every command asking for an
   * included one asks for as well. A command that will only later come to a table must not find it locked too early.
   */
  #nextToLock(set: WorkingSet): Table[] {
    const next: Table[] = []
    const together = set.asked.map((rows) => new Set(rows.map(([table]) => table)))
    for (const table of this.#tables) {
      if (table.changing.length === 0 || !set.locks.has(table)) continue
      const ready = together.every((asked) => asked.has(table) || !next.some((included) => asked.has(included)))
      if (!ready) break
      next.push(table)
    }
    return next
  }
}
