/** Fetches of a batch: rows that its commands asked for, and the one packet in which it locks rows before its commit. */
import type { Send } from '../database.ts'
import type { Table } from '../table.ts'
import type { Bytes } from './binary.ts'
import type { RowCache } from './row-cache.ts'
import type { Wanted } from './slot.ts'
import { inLockOrder, readRow, selectRows } from './sql.ts'
import type { WorkingSet } from './working-set.ts'

interface Selection {
  readonly table: Table
  readonly keys: readonly string[]
  readonly readAs: 'fixed' | 'assumed' | 'peeked'
}

export class Fetcher {
  readonly #cache: RowCache

  constructor(cache: RowCache) {
    this.#cache = cache
  }

  /** Fetches what the commands asked for, without locks: the commit proves what they do with it. */
  async fetch(set: WorkingSet, send: Send, bytes: Bytes): Promise<void> {
    await this.#run(set, [...selections(set.peeks, 'peeked'), ...selections(set.wants, 'assumed')], send, bytes)
  }

  /**
   * Locks and reads all rows that the commands rely on, in the schema's order of tables and by key within a table. From
   * then on no row that can change is taken from the row cache.
   * @returns false when there is nothing to lock
   */
  async lock(set: WorkingSet, send: Send, bytes: Bytes): Promise<boolean> {
    const relied = set.relied()
    if (relied.size === 0) return false
    const locks = [...relied].map(([table, slots]) => ({ table, keys: inLockOrder(slots), readAs: 'fixed' }) as const)
    await this.#run(set, locks, send, bytes)
    set.assumes = false
    for (const assumed of [...relied.values()].flat()) this.#cache.compare(assumed, set.slot(assumed.part, assumed.key))
    return true
  }

  async #run(set: WorkingSet, plan: readonly Selection[], send: Send, bytes: Bytes): Promise<void> {
    const { platformId } = set
    const answers = await send(
      plan.map(({ table, keys, readAs }) => selectRows(bytes, table, platformId, keys, readAs === 'fixed')),
    )
    plan.forEach(({ table, keys, readAs }, i) => {
      const rows = (answers[i] as any[]).map((raw) => readRow(table, raw))
      set.keep(table, keys, rows, readAs)
      for (const { row } of rows) this.#cache.addKey(table, platformId, row[table.key])
    })
  }
}

const selections = (wanted: Wanted, readAs: 'assumed' | 'peeked'): Selection[] =>
  [...wanted].map(([table, keys]) => ({ table, keys: [...keys], readAs }))
