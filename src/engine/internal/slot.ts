/** Owns what is known of one row, and of rows that are still to be fetched. */
import { randomBytes } from 'node:crypto'
import type { Table, Tally } from '../table.ts'
import type { Keyed } from './keyed.ts'

/** Thrown by a read of a row that is not here yet. The engine fetches the row and runs the command again. */
export const MISSING = Symbol('a row has to be fetched first')

/**
 * The version of a row: as long as both are the same, so is the row. `xmin`, the transaction that wrote it, differs
 * after any change on one server, by hand too, but another server (a promoted standby, a restored copy) gives the
 * same numbers to other transactions. `written`, random for each attempt of a batch, differs there.
 */
export interface Sight {
  readonly xmin: number
  readonly written: bigint
}

export const isSame = (a: Sight | undefined, b: Sight | undefined): boolean =>
  a?.xmin === b?.xmin && a?.written === b?.written

/** What an attempt of a batch writes into `written`: 64 random bits. Each attempt's own, because a lost one may have been committed elsewhere. */
export const newVersion = (): bigint => randomBytes(8).readBigInt64BE()

/** One row: as it is in the database (`stored`), and as the commands have left it (`value`). */
export interface Slot<Value = any> {
  readonly part: Table | Tally
  readonly platformId: string
  readonly key: string
  value: Value | undefined
  stored: Value | undefined
  /** Of the row as it is stored; none where there is no row, or where rows never change. */
  sight: Sight | undefined
  /**
   * `firm`: read under a lock, or of a table that never changes. `believed`: read without one, now or in an earlier
   * batch; good enough to act on, because the commit proves that it still holds. `seen`: only peeked at.
   * `made`: by a command, nobody looked.
   */
  readonly origin: 'firm' | 'believed' | 'seen' | 'made'
  /** Number of the command that relied on it last. */
  reader: number
  /** What the commit has to prove: that nobody can change the row before it, or only that nobody has. */
  proof: 'relied' | 'peeked' | undefined
}

/** A row that a command relies on, or wants to. */
export type Asked = Pick<Slot, 'part' | 'platformId' | 'key'>

/** Rows to fetch. */
export type Wanted = Map<Table, Keyed<readonly [platformId: string, key: string]>>

export const neverChanges = (table: Table) => table.changing.length === 0

/** Fetched or remembered, whatever the commands have made of it since. */
export const isFetched = (slot: Slot | undefined): boolean => slot?.origin === 'firm' || slot?.origin === 'believed'

/** Good enough to act on. What a command added over a row that was only seen to be absent is, too: the key's uniqueness guards it. */
export const isFirm = (slot: Slot | undefined): slot is Slot =>
  slot !== undefined && (isFetched(slot) || (slot.stored === undefined && slot.value !== undefined))
