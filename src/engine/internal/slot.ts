/** Slot: what a batch knows about one row, and the version by which the commit proves it. */
import { randomBytes } from 'node:crypto'
import type { Table, Tally } from '../table.ts'

/** Thrown by a read of a row that has not been fetched. The engine fetches the row and runs the command again. */
export const MISSING = Symbol('a row has to be fetched first')

/**
 * Version of a row: as long as both numbers are the same, so is the row. `xmin`, the transaction that wrote it, differs
 * after any change on one server, by hand too; but another server (a promoted standby, a restored copy) assigns the
 * same numbers to other transactions. `written`, random for each attempt of a batch, differs there.
 */
export interface Version {
  readonly xmin: number
  readonly written: bigint
}

export const isSameVersion = (a: Version | undefined, b: Version | undefined): boolean =>
  a?.xmin === b?.xmin && a?.written === b?.written

/** The `written` of an attempt: 64 random bits. New for each attempt, because a lost one may have been committed on another server. */
export const newWritten = (): bigint => randomBytes(8).readBigInt64BE()

export interface RowKey {
  readonly part: Table | Tally
  readonly platformId: string
  readonly key: string
}

/** One row: as it is in the database (`stored`), and as the commands have left it (`value`). */
export interface Slot<Value = any> extends RowKey {
  value: Value | undefined
  stored: Value | undefined
  /** Of the stored row; undefined where there is none, or where the table's rows never change. */
  version: Version | undefined
  /**
   * `fixed`: read under a lock, or of a table whose rows never change. `assumed`: from the row cache, or read without a
   * lock; the commit proves it. `peeked`: read for a peek only. `new`: written by a command without a read.
   */
  readonly origin: 'fixed' | 'assumed' | 'peeked' | 'new'
  /** Number of the command that relied on it last. */
  reader: number
  /** What the commit must prove: that the row cannot change until the batch is stored, or that it has not changed so far. */
  proof: 'relied' | 'peeked' | undefined
}

/** Keys of rows to fetch. */
export type Wanted = Map<Table, Set<string>>

/** Whether rows of the table never change, so that there is nothing to lock and no version to prove. */
export const isImmutable = (table: Table): boolean => table.changing.length === 0

/** As fetched or cached, before any changes by commands. */
export const isKnown = (slot: Slot | undefined): boolean => slot?.origin === 'fixed' || slot?.origin === 'assumed'

/** Sufficient for a decision. So is a row that a command added where none was seen: the key's unique index guards it. */
export const isReliable = (slot: Slot | undefined): slot is Slot =>
  slot !== undefined && (isKnown(slot) || (slot.stored === undefined && slot.value !== undefined))
