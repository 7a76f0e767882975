/** Owns what a command may do with the database. Everything is synchronous: the engine fetches rows ahead of the run that needs them. */
import type { Log, Table, Tally } from './table.ts'

/**
 * A write operation: plain synchronous code over rows. Returns its reply or refuses; may be run several times, so it
 * uses no clock, randomness or I/O but what `rows` gives.
 * @throws Refusal when it says no; then nothing of what it did remains
 */
export type Command<Reply> = (rows: Rows) => Reply

/** Rows of one platform. Rows never change under a command: `change` gives a new one, so read again after others wrote. */
export interface Rows {
  /** The platform the command runs for. Other platforms' rows do not exist here. */
  readonly platformId: string
  /** The one moment of the whole batch, in milliseconds since 1970. */
  readonly now: number
  /** The batch: the same for all commands that are committed together. */
  readonly batchId: string
  /** A new id; the same one in every run of the command. */
  newId(): string

  /** The row; nobody changes it before the batch is committed. @throws Refusal `<RESOURCE>_NOT_FOUND` when there is none */
  get<Row>(table: Table<Row>, key: string): Row
  find<Row>(table: Table<Row>, key: string): Row | undefined
  /** Like `find`, but lets the command run on as if there were no row until the engine has looked: saves a round. */
  presume<Row>(table: Table<Row>, key: string): Row | undefined
  /** The row as it was committed last, or as this batch has left it: for facts that guard no money. It can't be changed or removed. */
  peek<Row>(table: Table<Row>, key: string): Row | undefined
  /** The row if this batch has added or already read it; never fetched. */
  inBatch<Row>(table: Table<Row>, key: string): Row | undefined
  /**
   * The row as this batch or an earlier one of this process saw it, perhaps outdated; undefined where none did. Used
   * only to name further rows in a declaration's `reads`.
   */
  lastSeen<Row>(table: Table<Row>, key: string): Row | undefined
  /** Names rows that the command is about to read, of several tables, so that they are fetched in one round; `seen`: to be peeked at. */
  together(...wanted: readonly (readonly [Table, string, 'seen'?])[]): void

  add<Row>(table: Table<Row>, row: Row): Row
  change<Row>(table: Table<Row>, row: Row, changes: Partial<Row>): Row
  remove<Row>(table: Table<Row>, row: Row): void
  append<Row>(log: Log<Row>, row: Row): void
  /** Adds to a sum that is never locked and never read by commands. */
  tally(tally: Tally, key: string, amount: bigint): void
}
