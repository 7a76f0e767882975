/**
 * Owns the order in which a batch fetches rows. Where it locks them, it does so table by table in the schema's order and
 * by key within a table, so that two lanes or processes never wait for each other in a circle.
 */
import type { Bytes } from './binary.ts'
import type { Send } from './database.ts'
import { Keyed } from './keyed.ts'
import type { Schema, Table } from './schema.ts'
import type { Sights } from './sights.ts'
import type { Slot, Wanted } from './slot.ts'
import { rowOf, selectRows } from './sql.ts'
import { isSlot, type WorkingSet } from './working-set.ts'

type Key = readonly [platformId: string, key: string]
type As = 'firm' | 'believed' | 'seen'

export class Fetcher {
  readonly #tables: readonly Table[]
  readonly #sights: Sights

  constructor(schema: Schema, sights: Sights) {
    this.#tables = schema.filter((part) => part.kind === 'table')
    this.#sights = sights
  }

  /** Of rows that were seen before, only what can have changed is asked for. @returns with those, their last sight */
  #selections(table: Table, keys: readonly Key[]): { keys: readonly Key[]; last?: Keyed<any> }[] {
    if (!table.recalled) return [{ keys }]
    const last = new Keyed<any>()
    const seen: Key[] = []
    const strange: Key[] = []
    for (const key of keys) {
      const recalled = this.#sights.recalled(table, ...key)
      if (recalled) last.set(...key, recalled.row)
      ;(recalled ? seen : strange).push(key)
    }
    return [...(seen.length > 0 ? [{ keys: seen, last }] : []), ...(strange.length > 0 ? [{ keys: strange }] : [])]
  }

  begin(set: WorkingSet, send: Send, bytes: Bytes) {
    let lockedUpTo = -1
    const fetch = async (parts: readonly (readonly [Wanted, readonly Table[], As])[]) => {
      const plan = parts.flatMap(([wanted, tables, as]) =>
        tables.flatMap((table) => {
          const keys = (wanted.get(table) as Keyed<Key>).values()
          return this.#selections(table, keys).map((selection) => ({ table, as, ...selection }))
        }),
      )
      const answers = await send(
        plan.map(({ table, keys, as, last }) => selectRows(bytes, table, keys, as === 'firm', !!last)),
      )
      plan.forEach(({ table, keys, as, last }, i) => {
        const rows = (answers[i] as any[]).map((raw) => rowOf(table, raw, last?.get(raw.platformId, raw[table.key])))
        set.keep(table, keys, rows, as)
      })
    }
    return {
      /** Fetches what may be fetched now. False: a lock would be taken out of order. */
      wanted: async (): Promise<boolean> => {
        const peeks = [set.peeks, [...set.peeks.keys()], 'seen'] as const
        if (!set.lockFirst) {
          await fetch([peeks, [set.locks, [...set.locks.keys()], 'believed']])
          return true
        }
        const free = this.#tables.filter((table) => table.changing.length === 0 && set.locks.has(table))
        const locking = this.#nextToLock(set)
        const order = locking.map((table) => this.#tables.indexOf(table))
        if (order.some((position) => position <= lockedUpTo)) return false
        lockedUpTo = Math.max(lockedUpTo, ...order)
        await fetch([peeks, [set.locks, free, 'firm'], [set.locks, locking, 'firm']])
        return true
      },
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
        await fetch([[all, tables, 'firm']])
      },
    }
  }

  /**
   * The tables to lock in this round: the first one wanted, and those after it that every command asking for an
   * included one asks for as well. A command that will only later come to a table must not find it locked too early.
   */
  #nextToLock(set: WorkingSet): Table[] {
    const next: Table[] = []
    const together = set.asked.map((rows) => new Set(rows.flatMap((row) => (isSlot(row) ? [] : [row.part]))))
    for (const table of this.#tables) {
      if (table.changing.length === 0 || !set.locks.has(table)) continue
      const ready = together.every((asked) => asked.has(table) || !next.some((included) => asked.has(included)))
      if (!ready) break
      next.push(table)
    }
    return next
  }
}
