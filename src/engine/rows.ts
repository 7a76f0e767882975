/** Rows as a command reads and writes them. All calls are synchronous: the engine fetches rows ahead of the run that needs them. */
import type { Log, Table, Tally } from './table.ts'

/**
 * A write operation: plain synchronous code over rows. Returns its reply or refuses. It may run several times, so it
 * uses no clock, randomness or I/O except what `rows` has.
 * @throws Refusal when it refuses; then none of its writes remain
 */
export type Command<Reply> = (rows: Rows) => Reply

/** Rows of one platform. A row object never changes: `change` returns a new one, so read again after other functions wrote. */
export interface Rows {
  /** The platform that the command runs for. Other platforms' rows are not visible. */
  readonly platformId: string
  /** Time of the batch, the same for all its commands, in milliseconds since 1970. */
  readonly now: number
  /** The batch: the same for all commands that are committed together. */
  readonly batchId: string
  /** A new id; the same in every run of the command. */
  newId(): string

  /** The row; the batch is committed only if no other process changes it before. @throws Refusal `<RESOURCE>_NOT_FOUND` when there is none */
  get<Row>(table: Table<Row>, key: string): Row
  /** Like `get`; undefined when there is none. The batch is committed only if none is added before. */
  find<Row>(table: Table<Row>, key: string): Row | undefined
  /** Like `find`, but assumes that there is no row unless one is known; the commit proves it. Saves a round trip. */
  presume<Row>(table: Table<Row>, key: string): Row | undefined
  /**
   * The latest committed row, or as this batch has left it, without a lock: for facts that guard no money. It cannot be
   * changed or removed.
   */
  peek<Row>(table: Table<Row>, key: string): Row | undefined
  /**
   * The row as this batch or an earlier one of this process saw it, perhaps outdated; undefined if none did. Used only
   * to name further rows in a declaration's `reads`.
   */
  lastSeen<Row>(table: Table<Row>, key: string): Row | undefined
  /** Names rows that the command will read, so that they are fetched in one round trip; `peek`: rows to peek at. */
  prefetch(...wanted: readonly (readonly [Table, string, 'peek'?])[]): void

  /** @throws Error when the key is in use */
  add<Row>(table: Table<Row>, row: Row): Row
  /** @param row as it was read or written last; another object is refused. @returns the row with the changes */
  change<Row>(table: Table<Row>, row: Row, changes: Partial<Row>): Row
  /** As `change`; rows that are cached and never change are never removed. */
  remove<Row>(table: Table<Row>, row: Row): void
  /** Appends to a log, which commands cannot read. */
  append<Row>(log: Log<Row>, row: Row): void
  /** Adds to a sum that is never locked and that commands cannot read. */
  tally(tally: Tally, key: string, amount: bigint): void
}
