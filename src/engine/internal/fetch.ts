/** Fetches of a batch: rows that its commands asked for, and the one packet in which it locks rows before its commit. */

import type { Send } from '../database.ts'
import type { Table } from '../table.ts'
import type { Bytes } from './binary.ts'
import { Keyed } from './keyed.ts'
import type { Sights } from './row-cache.ts'
import { type Key, keyOf, rowOf, selectRows } from './sql.ts'
import type { WorkingSet } from './working-set.ts'

type As = 'locked' | 'believed' | 'seen'
interface Selection {
  readonly table: Table
  readonly keys: readonly Key[]
  readonly as: As
  /** Of rows that were seen before only what can change is asked for: their last sights. */
  readonly last?: Keyed<any>
}

export class Fetcher {
  readonly #sights: Sights

  constructor(sights: Sights) {
    this.#sights = sights
  }

  /** Fetches what the commands asked for, without locks: the commit proves what they make of it. */
  async fetch(set: WorkingSet, send: Send, bytes: Bytes): Promise<void> {
    const peeks = [...set.peeks].flatMap(([table, keys]) => this.#selections(table, keys.values(), 'seen'))
    const wants = [...set.wants].flatMap(([table, keys]) => this.#selections(table, keys.values(), 'believed'))
    await this.#run(set, [...peeks, ...wants], send, bytes)
  }

  /**
   * Locks all rows that the commands rely on, table by table as the schema lists them and by key within a table, and
   * reads them and what was peeked at anew. From then on nothing is believed from memory.
   * @returns false when there is nothing to lock
   */
  async lock(set: WorkingSet, send: Send, bytes: Bytes): Promise<boolean> {
    const relied = set.relied()
    if (relied.size === 0 && set.peeked.size === 0) return false
    const locks = [...relied].flatMap(([table, slots]) => this.#selections(table, slots.map(keyOf), 'locked'))
    const peeks = [...set.forgetPeeked()].flatMap(([table, keys]) => this.#selections(table, keys.values(), 'seen'))
    await this.#run(set, [...locks, ...peeks], send, bytes)
    for (const { table, keys } of peeks)
      for (const [platformId, key] of keys) this.#sights.forget({ part: table, platformId, key })
    set.believes = false
    for (const [, slots] of relied)
      for (const believed of slots)
        this.#sights.heed(believed, set.slot(believed.part, believed.platformId, believed.key))
    return true
  }

  async #run(set: WorkingSet, plan: readonly Selection[], send: Send, bytes: Bytes): Promise<void> {
    const answers = await send(
      plan.map(({ table, keys, as, last }) => selectRows(bytes, table, keys, as === 'locked', !!last)),
    )
    plan.forEach(({ table, keys, as, last }, i) => {
      const rows = (answers[i] as any[]).map((raw) => rowOf(table, raw, last?.get(raw.platformId, raw[table.key])))
      set.keep(table, keys, rows, as === 'locked' ? 'firm' : as)
    })
  }

  #selections(table: Table, keys: readonly Key[], as: As): Selection[] {
    // One statement locks them all, so that it is done in one order.
    const isMixed = as === 'locked' && !keys.every((key) => this.#sights.recalled(table, ...key))
    if (!table.recalled || isMixed) return [{ table, keys, as }]
    const last = new Keyed<any>()
    const seen: Key[] = []
    const strange: Key[] = []
    for (const key of keys) {
      const recalled = this.#sights.recalled(table, ...key)
      if (recalled) last.set(...key, recalled.row)
      ;(recalled ? seen : strange).push(key)
    }
    return [
      ...(seen.length > 0 ? [{ table, keys: seen, as, last }] : []),
      ...(strange.length > 0 ? [{ table, keys: strange, as }] : []),
    ]
  }
}
