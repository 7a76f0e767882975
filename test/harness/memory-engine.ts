/** In-memory engine: the same commands over the same working sets, without a database, for unit tests and simulation. */
import { PlatformRows } from '../../src/engine/internal/platform-rows.ts'
import { MISSING, type Slot } from '../../src/engine/internal/slot.ts'
import { WorkingSet, type WorkingSetOptions } from '../../src/engine/internal/working-set.ts'
import type { Command } from '../../src/engine/rows.ts'
import type { Log, Schema, Table, Tally } from '../../src/engine/table.ts'

interface Appended<Row> {
  readonly platformId: string
  readonly row: Row
}

export class MemoryEngine {
  readonly #schema: Schema
  /** Everything that was ever written, by platform. */
  readonly #sets = new Map<string, WorkingSet>()
  readonly #options: Pick<WorkingSetOptions, 'ids'>
  readonly #logs = new Map<Log, Appended<any>[]>()
  now: number

  /** @param now the time, in milliseconds since 1970; it can be set */
  constructor(schema: Schema, now: number, options: Pick<WorkingSetOptions, 'ids'> = {}) {
    this.#schema = schema
    this.#options = options
    this.now = now
  }

  /** Runs a command as its own batch. @throws Refusal of the command, without any of its writes */
  run<Reply>(platformId: string, command: Command<Reply>): Reply {
    const set = this.#setOf(platformId)
    set.now = this.now
    set.batchId = set.newId()
    const ids: string[] = []
    const runOnce = () => {
      const reply = command(new PlatformRows(set, ids))
      if (set.isWanting) throw MISSING
      return reply
    }
    for (;;) {
      try {
        const reply = set.attempt(runOnce)
        this.#keepAppended(set)
        return reply
      } catch (reason) {
        if (reason !== MISSING) throw reason
        fetch(set)
      } finally {
        set.asked.length = 0
        set.peeked.clear()
      }
    }
  }

  slot(part: Table | Tally, platformId: string, key: string): Slot | undefined {
    return this.#sets.get(platformId)?.slot(part, key)
  }
  /** Removes a row without a command. */
  forget(table: Table, platformId: string, key: string): void {
    this.#sets.get(platformId)?.slotsIn(table).delete(key)
  }
  /** All slots of a table or tally, of every platform. */
  slots(part: Table | Tally): Slot[] {
    return [...this.#sets.values()].flatMap((set) => [...set.slotsIn(part).values()])
  }
  /** All rows of a table, of every platform. */
  rows<Row>(table: Table<Row>): Row[] {
    return this.slots(table).flatMap(({ value }) => (value === undefined ? [] : [value]))
  }
  sums(tally: Tally): Map<string, bigint> {
    return new Map(this.slots(tally).map(({ key, value }) => [key, value]))
  }
  /** What was appended to a log, in order. */
  appended<Row>(log: Log<Row>): Appended<Row>[] {
    let rows = this.#logs.get(log)
    if (!rows) this.#logs.set(log, (rows = []))
    return rows
  }

  #keepAppended({ platformId, appended }: WorkingSet): void {
    for (const [log, rows] of appended) {
      for (const row of rows) this.appended(log).push({ platformId, row })
      rows.length = 0
    }
  }

  #setOf(platformId: string): WorkingSet {
    let set = this.#sets.get(platformId)
    if (!set) {
      const get = (table: Table, _: string, key: string) => {
        const row = set?.slot(table, key)?.value
        return row === undefined ? undefined : { row, version: undefined }
      }
      set = new WorkingSet(this.#schema, platformId, this.now, { ...this.#options, cache: { get } })
      this.#sets.set(platformId, set)
    }
    return set
  }
}

/** The working set is complete: a row that it does not have does not exist. */
function fetch(set: WorkingSet): void {
  for (const wanted of [set.wants, set.peeks]) {
    for (const [table, keys] of wanted)
      for (const key of keys) {
        const row = set.slot(table, key)?.value
        set.keep(table, [key], row === undefined ? [] : [{ row, version: undefined }], 'fixed')
      }
    wanted.clear()
  }
}
