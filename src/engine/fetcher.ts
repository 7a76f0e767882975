/**
 * Owns the order in which a batch fetches rows. Locks are taken table by table in the schema's order and by key within
 * a table, so that two lanes or processes never wait for each other in a circle.
 */
import type { Send } from './database.ts'
import type { Schema, Table } from './schema.ts'
import { rowOf, selectAll } from './sql.ts'
import type { Slot, Wanted, WorkingSet } from './working-set.ts'

const REMEMBERED_MAX = 50_000

export class Fetcher {
  readonly #tables: readonly Table[]
  /** Rows of never-changing tables, kept between batches: they are what they were. Absence is not kept. */
  readonly #remembered = new Map<Table, Map<string, Slot>>()

  constructor(schema: Schema) {
    this.#tables = schema.filter((part) => part.kind === 'table')
    for (const table of this.#tables) if (table.remembered) this.#remembered.set(table, new Map())
  }

  /** Puts the remembered rows within reach of a new working set. */
  prepare(set: WorkingSet): WorkingSet {
    set.remembered = this.#remembered
    return set
  }

  /** After a commit: keeps the rows that can never change. */
  remember(set: WorkingSet): void {
    for (const [table, kept] of this.#remembered) {
      if (kept.size > REMEMBERED_MAX) kept.clear()
      for (const [at, { platformId, key, value }] of set.slots.get(table) as Map<string, Slot>)
        if (value !== undefined && !kept.has(at))
          kept.set(at, { platformId, key, value, stored: value, origin: 'firm' })
    }
  }

  begin(set: WorkingSet, send: Send) {
    let lockedUpTo = -1
    const fetch = async (parts: readonly (readonly [Wanted, readonly Table[], boolean])[]) => {
      const plan = parts.flatMap(([wanted, tables, locked]) => tables.map((table) => ({ wanted, table, locked })))
      const answers = await send(parts.flatMap(([wanted, tables, locked]) => selectAll(wanted, tables, locked)))
      plan.forEach(({ wanted, table, locked }, i) => {
        const keys = (wanted.get(table) as Map<string, readonly [string, string]>).values()
        set.keep(
          table,
          keys,
          (answers[i] as any[]).map((raw) => rowOf(table, raw)),
          locked,
        )
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
          const keys = new Map(
            [...(earlier.slots.get(table) as Map<string, Slot>)]
              .filter(([, { origin }]) => origin === 'firm')
              .map(([at, { platformId, key }]) => [at, [platformId, key] as const]),
          )
          for (const [at, key] of earlier.locks.get(table) ?? []) keys.set(at, key)
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
    for (const table of this.#tables) {
      if (table.changing.length === 0 || !set.locks.has(table)) continue
      const ready = set.askedTogether.every(
        (asked) => asked.has(table) || !next.some((included) => asked.has(included)),
      )
      if (!ready) break
      next.push(table)
    }
    return next
  }
}
