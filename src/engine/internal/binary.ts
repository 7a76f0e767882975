/**
 * Binary format of keys and rows: PostgreSQL's arrays of plain types and of a table's row type. Neither side writes or
 * reads numbers as digits, and nothing has to be quoted.
 */
import { compiled, memoized } from '../../core/compiled.ts'
import type { Statement } from '../database.ts'
import { type ColumnType, type JsonText, type Log, type Schema, snake, type Table } from '../table.ts'

/** A table's row type: its OID, and its columns in the database's order with the OIDs of their types. */
interface RowType {
  readonly oid: number
  readonly columns: readonly { readonly name: string; readonly oid: number }[]
  /** Writers of rows, by the columns that they write. */
  readonly writers: Map<readonly string[], Write>
}
/** By the table's name. */
export type RowTypes = ReadonlyMap<string, RowType>

/** Selects the OIDs of all row types of a schema. */
export const askRowTypes = (schema: Schema): Statement => ({
  name: 'row_types',
  text: `select c.relname as "name", c.reltype::text as "oid", string_agg(a.attname || ':' || a.atttypid, ',' order by a.attnum) as "columns"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid in (select to_regclass(name) from unnest($1::text[]) as name) group by c.relname, c.reltype`,
  values: [`{${schema.map(({ name }) => name).join(',')}}`],
})
/** Row types by table, from the answer to `askRowTypes`. */
export const rowTypesOf = (answer: readonly { name: string; oid: string; columns: string }[]): RowTypes =>
  new Map(
    answer.map(({ name, oid, columns }) => [
      name,
      { oid: Number(oid), columns: columns.split(',').map(columnOf), writers: new Map() },
    ]),
  )
const columnOf = (column: string) => {
  const [name = '', oid] = column.split(':')
  return { name, oid: Number(oid) }
}

/** OIDs of built-in types, the same in every database. */
const PLAIN_TYPES: Partial<Record<ColumnType | 'xid', number>> = { uuid: 2950, text: 25, bigint: 20, int: 23, xid: 28 }
/** PostgreSQL's epoch. */
const EPOCH = Date.UTC(2000, 0, 1)
/** Bound within which microseconds are exact, in both directions, in milliseconds since 1970. */
const LAST_TIME = Date.UTC(2255, 0, 1)

/** An array of values of a plain type. */
export function encodeArray<Item>(
  bytes: Bytes,
  type: ColumnType | 'xid',
  items: readonly Item[],
  pick: (item: Item) => any,
): Buffer {
  bytes.array(PLAIN_TYPES[type] as number, items.length)
  const into: Record<ColumnType | 'xid', (value: any) => void> = bytes
  for (const item of items) into[type](pick(item))
  return bytes.taken()
}

/**
 * An array of rows with the named columns; all others are null.
 * @param names the same array in every call
 * @param pickWritten value of `written`, where the part has that column
 */
export function encodeRows<Item>(
  bytes: Bytes,
  part: Table | Log,
  types: RowTypes,
  platformId: string,
  names: readonly string[],
  items: readonly Item[],
  pick: (item: Item) => any,
  pickWritten: (item: Item) => bigint | undefined = () => undefined,
): Buffer {
  const rowType = types.get(part.name)
  if (!rowType || !hasColumns(rowType, columnsOf(part)))
    throw new Error(`${part.name} has other columns in the database: ${columnsOf(part)} expected`)
  let write = rowType.writers.get(names)
  if (!write) rowType.writers.set(names, (write = makeWriter(part, rowType, names)))
  bytes.array(rowType.oid, items.length)
  for (const item of items) {
    const start = bytes.begin()
    write(bytes, platformId, pick(item), pickWritten(item))
    bytes.end(start)
  }
  return bytes.taken()
}

/** The columns of a part by the database's names, including those that rows do not show; in any order. */
const columnsOf = memoized((part: Table | Log): readonly string[] => [
  'platform_id',
  ...Object.keys(part.columns).map(snake),
  ...(part.kind === 'table' && part.changing.length > 0 ? ['written'] : []),
  ...(part.kind === 'log' && part.isNumbered ? ['written_in'] : []),
])
const hasColumns = ({ columns }: RowType, expected: readonly string[]): boolean =>
  columns.length === expected.length && columns.every(({ name }) => expected.includes(name))

type Write = (bytes: Bytes, platformId: string, row: any, version: bigint | undefined) => void

const makeWriter = (part: Table | Log, { columns }: RowType, written: readonly string[]): Write => {
  const names = new Map(Object.keys(part.columns).map((name) => [snake(name), name]))
  const fields = columns.map(({ name: column, oid }) => {
    const name = names.get(column)
    if (name && !written.includes(name)) return `bytes.int4(${oid}); bytes.int4(-1)`
    const [type, value] = name
      ? [part.columns[name]?.type, `row.${name}`]
      : column === 'platform_id'
        ? ['uuid', 'platformId']
        : ['bigint', 'version']
    return `bytes.int4(${oid}); ${value} == null ? bytes.int4(-1) : bytes.${type}(${value})`
  })
  return compiled(['bytes', 'platformId', 'row', 'version'], [`bytes.int4(${columns.length})`, ...fields].join('; '))
}

const FIRST_SIZE = 64 * 1024
const KEPT_SIZE = 4 * 1024 * 1024

/** Buffer for what a lane sends, reused for each database transaction: allocating costs more than writing. */
export class Bytes {
  #buffer = Buffer.allocUnsafeSlow(FIRST_SIZE)
  #view = viewOf(this.#buffer)
  #at = 0
  #from = 0

  /** Frees everything that was taken; it must have been sent. */
  reset(): void {
    this.#at = this.#from = 0
    if (this.#buffer.length > KEPT_SIZE) this.#grow(FIRST_SIZE)
  }

  /** What was written since the last call. Unchanged until the next reset. */
  taken(): Buffer {
    const from = this.#from
    this.#from = this.#at
    return this.#buffer.subarray(from, this.#at)
  }

  /** The header of an array: one dimension, from 1; the flag for nulls may be 0 in any case. */
  array(elementType: number, length: number): void {
    this.int4(1)
    this.int4(0)
    this.int4(elementType)
    this.int4(length)
    this.int4(1)
  }

  /** Reserves space for a length. @returns the start of the measured part */
  begin(): number {
    this.int4(0)
    return this.#at - this.#from
  }
  end(start: number): void {
    const at = this.#from + start
    this.#view.setInt32(at - 4, this.#at - at)
  }

  /** Four bytes, with no length before them. */
  int4(value: number): void {
    this.#reserve(4)
    this.#view.setInt32(this.#at, value)
    this.#at += 4
  }

  // A method for each column type, of the type's name: the length, then the value.

  /** @throws RangeError unless it is an integer of 32 bits */
  int(value: number): void {
    if (value !== (value | 0)) throw new RangeError(`${value} is not an int`)
    this.int4(4)
    this.int4(value)
  }

  /** A database transaction's number, or null. */
  xid(value: number | undefined): void {
    if (value === undefined) this.int4(-1)
    else {
      this.int4(4)
      this.int4(value)
    }
  }

  /** @throws RangeError when it has more than 64 bits */
  bigint(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} is not a bigint`)
    this.int4(8)
    this.#reserve(8)
    this.#view.setBigInt64(this.#at, value)
    this.#at += 8
  }

  bool(value: boolean): void {
    this.int4(1)
    this.#reserve(1)
    this.#buffer[this.#at++] = value ? 1 : 0
  }

  /** Microseconds since 2000. Two halves are many times faster than one BigInt, and exact until the year 2255. */
  time(value: number): void {
    if (!(Math.abs(value) <= LAST_TIME)) throw new RangeError(`${value} is not a time`)
    const micros = (value - EPOCH) * 1000
    const high = Math.floor(micros / 0x1_0000_0000)
    this.int4(8)
    this.int4(high)
    this.int4(micros - high * 0x1_0000_0000)
  }

  json(value: unknown): void {
    this.text(JSON.stringify(value))
  }

  /** A text, or its UTF-8 bytes. */
  jsonText(value: JsonText): void {
    const written = typeof value === 'function' ? value() : value
    if (typeof written === 'string') this.text(written)
    else {
      this.int4(written.length)
      this.#reserve(written.length)
      this.#buffer.set(written, this.#at)
      this.#at += written.length
    }
  }

  /** @throws TypeError unless it is a UUID */
  uuid(text: string): void {
    this.int4(16)
    this.#reserve(16)
    const buffer = this.#buffer
    let wrong = 0
    let at = this.#at
    for (let i = 0; i < 36; i += 2) {
      if (i === 8 || i === 13 || i === 18 || i === 23) i++
      const high = text.charCodeAt(i)
      const low = text.charCodeAt(i + 1)
      const byte = ((DIGITS[high] as number) << 4) | (DIGITS[low] as number)
      wrong |= byte | -((high | low) >> 7)
      buffer[at++] = byte
    }
    if (wrong !== (wrong & 255) || text.length !== 36) throw new TypeError('A key is not a UUID')
    this.#at = at
  }

  text(text: string): void {
    const start = this.begin()
    this.#reserve(text.length * 3)
    this.#at += text.length < 48 ? this.#short(text) : this.#buffer.write(text, this.#at)
    this.end(start)
  }

  /** Most texts are a few ASCII letters: faster one by one than by a library call. @returns the number of bytes */
  #short(text: string): number {
    const buffer = this.#buffer
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 127) return buffer.write(text, this.#at)
      buffer[this.#at + i] = code
    }
    return text.length
  }

  #reserve(size: number): void {
    if (this.#at + size > this.#buffer.length) this.#grow(2 * this.#buffer.length + size)
  }

  /** Buffers that were taken stay valid; only what is being written moves. */
  #grow(size: number): void {
    const buffer = Buffer.allocUnsafeSlow(size)
    this.#buffer.copy(buffer, 0, this.#from, this.#at)
    this.#at -= this.#from
    this.#from = 0
    this.#buffer = buffer
    this.#view = viewOf(buffer)
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length)
const DIGITS = new Int8Array(128).fill(-128)
for (const [value, digit] of [...'0123456789abcdef'].entries())
  for (const letter of [digit, digit.toUpperCase()]) DIGITS[letter.charCodeAt(0)] = value
