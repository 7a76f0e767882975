/**
 * Owns tables as data. The engine reads, locks and writes rows by these descriptions; it knows no domain.
 * Every table has a `platform_id` column, first in its key, that rows do not show: a command only ever sees rows of
 * the platform it runs for. A table whose rows change has a column `written` that they do not show either: the version.
 */
import { changer } from '../core/compiled.ts'

export type ColumnType = 'uuid' | 'text' | 'bigint' | 'int' | 'bool' | 'time' | 'json' | 'jsonText'

/** A column; the phantom type says what its values are in a row. */
export interface Column<Value = unknown> {
  readonly type: ColumnType
  readonly value?: Value
}

export const uuid: Column<string> = { type: 'uuid' }
export const int: Column<number> = { type: 'int' }
export const bool: Column<boolean> = { type: 'bool' }
/** Money: minor units, exact, CHECKed to ±9e15 in the database. */
export const money: Column<bigint> = { type: 'bigint' }
/** Milliseconds since 1970, UTC; `timestamptz` in the database. */
export const time: Column<number> = { type: 'time' }
export const text = <Value extends string = string>(): Column<Value> => ({ type: 'text' })
export const json = <Value>(): Column<Value> => ({ type: 'json' })
export type JsonText = string | Buffer | (() => string | Buffer)
/** JSON that is kept and sent as the very text it was written as, or the bytes of it. A function is called when the batch is written, at most once. */
export const jsonText: Column<JsonText> = { type: 'jsonText' }
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => column

export type Columns = Readonly<Record<string, Column>>
export type RowOf<Cols extends Columns> = {
  readonly [Name in keyof Cols]: Cols[Name] extends Column<infer Value> ? Value : never
}

/** Rows that are found by their key, and added, changed or removed. */
export interface Table<Row = any> {
  readonly kind: 'table'
  readonly ordinal: number
  readonly name: string
  /** How the API calls such a row; decides the code of the refusal when there is none (`QUOTE_NOT_FOUND`). */
  readonly resource: string
  readonly columns: Columns
  /** The key beside `platform_id`. */
  readonly key: keyof Row & string
  /** The columns a change may write. None: rows never change, so there is nothing to lock or to prove, and they may be kept between batches. */
  readonly changing: readonly (keyof Row & string)[]
  /** Rows that never change and are read often: kept in memory between batches. */
  readonly remembered: boolean
  /** Rows that are soon read again, and never removed: their last sight is kept and believed, and only what can change is ever read anew. */
  readonly recalled: boolean
  /** The row with other values in those columns of it that may change. */
  readonly changed: (row: any, changes: any) => any
}

/** Rows that are only ever appended: postings, events. */
export interface Log<Row = any> {
  readonly kind: 'log'
  readonly ordinal: number
  readonly name: string
  readonly columns: Columns
  readonly row?: Row
}

/** Sums that nobody may wait for: one row of difference per key and batch, folded by a job. */
export interface Tally {
  readonly kind: 'tally'
  readonly ordinal: number
  readonly name: string
}

/** Parts are numbered as they are made (see internal/table-map.ts). */
let ordinals = 0

/** The order of the list is the order in which rows are locked and written. */
export type Part = Table | Log | Tally
export type Schema = readonly Part[]

type Key<Cols extends Columns> = keyof RowOf<Cols> & string
interface TableOptions<Cols extends Columns> {
  resource?: string
  key?: Key<Cols>
  changing?: readonly Key<Cols>[]
  remembered?: true
  recalled?: true
}

export function table<const Cols extends Columns>(
  name: string,
  columns: Cols,
  options: TableOptions<Cols> = {},
): Table<RowOf<Cols>> {
  return {
    kind: 'table',
    ordinal: ordinals++,
    name,
    columns,
    resource: options.resource ?? 'Resource',
    key: options.key ?? ('id' as Key<Cols>),
    changing: options.changing ?? [],
    remembered: options.remembered ?? false,
    recalled: options.recalled ?? false,
    changed: changer(Object.keys(columns), options.changing ?? []),
  }
}
export const log = <const Cols extends Columns>(name: string, columns: Cols): Log<RowOf<Cols>> => ({
  kind: 'log',
  ordinal: ordinals++,
  name,
  columns,
})
export const tally = (name: string): Tally => ({ kind: 'tally', ordinal: ordinals++, name })

/** The row of a table or log. */
export type Row<Part> = Part extends Table<infer R> ? R : Part extends Log<infer R> ? R : never

/** `createdAt` → `created_at`: the one place where code and database names meet. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
