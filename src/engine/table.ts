/**
 * Tables as data: the engine reads, locks and writes rows by these descriptions, and knows no domain.
 * Every table has a `platform_id` column, first in its key, that rows do not show: a command only sees rows of the
 * platform it runs for. A table whose rows change has a column `written`, part of a row's version, not shown either.
 */
import { changer } from '../core/compiled.ts'

export type ColumnType = 'uuid' | 'text' | 'bigint' | 'int' | 'bool' | 'time' | 'json' | 'jsonText'

/** A column; the phantom type is that of its values in a row. */
export interface Column<Value = unknown> {
  readonly type: ColumnType
  readonly value?: Value
}

export const uuid: Column<string> = { type: 'uuid' }
export const int: Column<number> = { type: 'int' }
export const bool: Column<boolean> = { type: 'bool' }
/** Money: minor units, exact, limited to ±9e15 by a CHECK in the database. */
export const money: Column<bigint> = { type: 'bigint' }
/** Milliseconds since 1970, UTC; `timestamptz` in the database. */
export const time: Column<number> = { type: 'time' }
export const text = <Value extends string = string>(): Column<Value> => ({ type: 'text' })
export const json = <Value>(): Column<Value> => ({ type: 'json' })
export type JsonText = string | Buffer | (() => string | Buffer)
/** JSON that is stored and sent as exactly this text, or its UTF-8 bytes. A function is called when the batch is written, at most once. */
export const jsonText: Column<JsonText> = { type: 'jsonText' }
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => column

export type Columns = Readonly<Record<string, Column>>
export type RowOf<Cols extends Columns> = {
  readonly [Name in keyof Cols]: Cols[Name] extends Column<infer Value> ? Value : never
}

/** Rows that are read by key, and added, changed or removed. */
export interface Table<Row = any> {
  readonly kind: 'table'
  readonly ordinal: number
  readonly name: string
  /** Name of the resource in the API, from which the code of a missing row is derived (`QUOTE_NOT_FOUND`). */
  readonly resource: string
  readonly columns: Columns
  /** The key besides `platform_id`. */
  readonly key: keyof Row & string
  /** The columns that a change may write. None: rows never change, so there is nothing to lock and no version to prove. */
  readonly changing: readonly (keyof Row & string)[]
  /**
   * Rows that are likely to be read again soon: kept in the row cache between batches. If they never change, they are
   * never removed either.
   */
  readonly cached: boolean
  /** A copy of the row with changes in columns that may change. */
  readonly changed: (row: any, changes: any) => any
}

/** Rows that are only ever appended: postings, events. */
export interface Log<Row = any> {
  readonly kind: 'log'
  readonly ordinal: number
  readonly name: string
  readonly columns: Columns
  /** Whether the database numbers each row by its transaction, in a column `written_in` that rows do not show. */
  readonly isNumbered: boolean
  readonly row?: Row
}

/** Sums without locks: one row of difference per key and batch, folded by a job. */
export interface Tally {
  readonly kind: 'tally'
  readonly ordinal: number
  readonly name: string
}

/** Parts are numbered as they are defined (see internal/table-map.ts). */
let ordinals = 0

/** The order of the list is the order in which rows are locked and written. */
export type Part = Table | Log | Tally
export type Schema = readonly Part[]

type Key<Cols extends Columns> = keyof RowOf<Cols> & string
interface TableOptions<Cols extends Columns> {
  resource?: string
  key?: Key<Cols>
  changing?: readonly Key<Cols>[]
  cached?: true
}

/** A table. Options: `key` is `id` by default, `changing` none, `cached` false. */
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
    cached: options.cached ?? false,
    changed: changer(Object.keys(columns), options.changing ?? []),
  }
}
/** A log: rows that are only appended. Option: `isNumbered` is false by default. */
export const log = <const Cols extends Columns>(
  name: string,
  columns: Cols,
  { isNumbered = false }: { isNumbered?: boolean } = {},
): Log<RowOf<Cols>> => ({ kind: 'log', ordinal: ordinals++, name, columns, isNumbered })
/** A tally: sums without locks, of amounts in `bigint`. */
export const tally = (name: string): Tally => ({ kind: 'tally', ordinal: ordinals++, name })

/** The row of a table or log. */
export type Row<Part> = Part extends Table<infer R> ? R : Part extends Log<infer R> ? R : never

/** `createdAt` → `created_at`: the only conversion between names in code and in the database. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
