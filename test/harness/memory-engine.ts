/** Owns the engine without a database: the same commands over rows in memory, for unit tests and deterministic simulation. */
import { PlatformRows } from '../../src/engine/internal/platform-rows.ts'
import { type Appended, WorkingSet, type WorkingSetOptions } from '../../src/engine/internal/working-set.ts'
import type { Command } from '../../src/engine/rows.ts'
import type { Log, Schema, Table, Tally } from '../../src/engine/table.ts'

export class MemoryEngine {
  readonly set: WorkingSet
  constructor(schema: Schema, now: number, options: WorkingSetOptions = {}) {
    this.set = new WorkingSet(schema, now, { ...options, complete: true })
  }

  /** Moves time forward, or sets it. */
  set now(moment: number) {
    this.set.now = moment
  }
  get now(): number {
    return this.set.now
  }

  /** Runs a command at once; each is a batch of its own. @throws Refusal the command's own, and then nothing happened */
  run<Reply>(platformId: string, command: Command<Reply>): Reply {
    this.set.batchId = this.set.newId()
    return this.set.attempt(() => command(new PlatformRows(this.set, platformId, [])))
  }

  /** All rows of a table, of every platform. */
  rows<Row>(table: Table<Row>): Row[] {
    return [...(this.set.slots.get(table)?.values() ?? [])].flatMap(({ value }) => (value === undefined ? [] : [value]))
  }
  sums(tally: Tally): Map<string, bigint> {
    return new Map([...(this.set.slots.get(tally)?.values() ?? [])].map(({ key, value }) => [key, value]))
  }
  appended<Row>(log: Log<Row>): { platformId: string; row: Row }[] {
    return this.set.appended.get(log) as Appended[]
  }
}
