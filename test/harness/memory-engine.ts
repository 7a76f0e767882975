/** In-memory engine: the same commands over the same working set, without a database, for unit tests and simulation. */
import { PlatformRows } from '../../src/engine/internal/platform-rows.ts'
import { MISSING, type Wanted } from '../../src/engine/internal/slot.ts'
import { type Appended, WorkingSet, type WorkingSetOptions } from '../../src/engine/internal/working-set.ts'
import type { Command } from '../../src/engine/rows.ts'
import type { Log, Schema, Table, Tally } from '../../src/engine/table.ts'

export class MemoryEngine {
  readonly set: WorkingSet
  constructor(schema: Schema, now: number, options: Pick<WorkingSetOptions, 'ids'> = {}) {
    const get = (table: Table, platformId: string, key: string) => {
      const row = this.set.slot(table, platformId, key)?.value
      return row === undefined ? undefined : { row, version: undefined }
    }
    this.set = new WorkingSet(schema, now, { ...options, cache: { get } })
  }

  /** Moves time forward, or sets it. */
  set now(moment: number) {
    this.set.now = moment
  }
  get now(): number {
    return this.set.now
  }

  /** Runs a command as its own batch. @throws Refusal of the command, without any of its writes */
  run<Reply>(platformId: string, command: Command<Reply>): Reply {
    const { set } = this
    set.batchId = set.newId()
    const ids: string[] = []
    const runOnce = () => {
      const reply = command(new PlatformRows(set, platformId, ids))
      if (set.isWanting) throw MISSING
      return reply
    }
    for (;;) {
      try {
        return set.attempt(runOnce)
      } catch (reason) {
        if (reason !== MISSING) throw reason
        for (const wanted of [set.wants, set.peeks]) this.#fetch(wanted)
      } finally {
        set.asked.length = 0
        set.peeked.clear()
      }
    }
  }

  /** The working set is complete: a row that it does not have does not exist. */
  #fetch(wanted: Wanted): void {
    for (const [table, keys] of wanted)
      for (const [platformId, key] of keys.values()) {
        const row = this.set.slot(table, platformId, key)?.value
        this.set.keep(
          table,
          [[platformId, key]],
          row === undefined ? [] : [{ platformId, row, version: undefined }],
          'fixed',
        )
      }
    wanted.clear()
  }

  /** All rows of a table, of every platform. */
  rows<Row>(table: Table<Row>): Row[] {
    return this.set
      .slotsIn(table)
      .values()
      .flatMap(({ value }) => (value === undefined ? [] : [value]))
  }
  sums(tally: Tally): Map<string, bigint> {
    return new Map(
      this.set
        .slotsIn(tally)
        .values()
        .map(({ key, value }) => [key, value]),
    )
  }
  appended<Row>(log: Log<Row>): { platformId: string; row: Row }[] {
    return this.set.appended.get(log) as Appended[]
  }
}
