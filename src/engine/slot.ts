/** Owns what is known of one row, and of rows that are still to be fetched. */
import type { Keyed } from './keyed.ts'
import type { Table } from './schema.ts'

/** Thrown by a read of a row that is not here yet. The engine fetches the row and runs the command again. */
export const MISSING = Symbol('a row has to be fetched first')

/** One row: as it is in the database (`stored`), and as the commands have left it (`value`). */
export interface Slot<Value = any> {
  readonly platformId: string
  readonly key: string
  value: Value | undefined
  stored: Value | undefined
  /** `firm`: read under a lock, or of a table that never changes. `seen`: read without one. `made`: by a command, nobody looked. */
  readonly origin: 'firm' | 'seen' | 'made'
}

/** A row that a command asked for, to lock it. */
export type Asked = readonly [table: Table, platformId: string, key: string]

/** Rows to fetch. */
export type Wanted = Map<Table, Keyed<readonly [platformId: string, key: string]>>

export const neverChanges = (table: Table) => table.changing.length === 0

/** Good enough to act on. What a command added over a row that was only seen to be absent is, too: the key's uniqueness guards it. */
export const isFirm = (slot: Slot | undefined): slot is Slot =>
  slot !== undefined && (slot.origin === 'firm' || (slot.stored === undefined && slot.value !== undefined))
