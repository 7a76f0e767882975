/** Owns the text of the engine's statements: one select, insert, update or delete per table, however many rows. */
import { isoTime } from '../core/time.ts'
import { blankOf } from './blank.ts'
import type { Statement } from './database.ts'
import { type ColumnType, type Log, snake, type Table, type Tally } from './schema.ts'
import type { Slot, WorkingSet } from './working-set.ts'

const sqlType = (type: ColumnType) =>
  ({ time: 'timestamptz', bool: 'boolean', jsonText: 'text' })[type as string] ?? type
const typeOf = (part: Table | Log, name: string): ColumnType => part.columns[name]?.type as ColumnType
const isJson = (type: ColumnType) => type === 'json' || type === 'jsonText'

/** JSON texts travel joined by a character that JSON never contains. */
const jsonArray = (type: ColumnType, parameter: number) =>
  `string_to_array($${parameter}::text, chr(31), chr(30))::${sqlType(type)}[]`
/** Keys travel as text literals of arrays: one parameter a column. */
const unnest = (types: readonly ColumnType[]) =>
  `unnest(${types.map((type, i) => `$${i + 1}::text::${sqlType(type)}[]`).join(', ')})`

/** Texts and lists of columns are made once a table. */
const made = <Part extends object, Made>(make: (part: Part) => Made) => {
  const known = new Map<Part, Made>()
  return (part: Part) => known.get(part) ?? (known.set(part, make(part)).get(part) as Made)
}

const selectOf = (table: Table, names: readonly string[]) => {
  const key = `t.${snake(table.key)}`
  const columns = names.map((name) => `t.${snake(name)}${typeOf(table, name) === 'json' ? '::text' : ''} as "${name}"`)
  return `select t.platform_id as "platformId", ${columns.join(', ')}
    from ${unnest(['uuid', typeOf(table, table.key)])} as k(platform_id, key)
    join ${table.name} t on t.platform_id = k.platform_id and ${key} = k.key
    order by t.platform_id, ${key}`
}
const selectText = made((table: Table) => selectOf(table, Object.keys(table.columns)))
const selectChangingText = made((table: Table) => selectOf(table, [table.key, ...table.changing]))
/**
 * New rows travel as one literal, an array of the table's own row type: a third cheaper for the database than an array
 * a column, and half for a single row. So a table's columns stand in the schema as they stand in the database.
 * JSON would have to be quoted twice in it, so it travels beside, a list a column.
 */
function source(part: Table | Log, names: readonly string[]): string {
  const lists = names.filter((name) => isJson(typeOf(part, name)))
  const columns = [
    'platform_id',
    ...Object.keys(part.columns).map((name) => (lists.includes(name) ? `no_${name}` : snake(name))),
  ]
  const calls = [`$1::text::${part.name}[]`, ...lists.map((name, i) => jsonArray(typeOf(part, name), i + 2))]
  return `rows from (${calls.map((call) => `unnest(${call})`).join(', ')}) as u(${[...columns, ...lists.map(snake)].join(', ')})`
}
const insertText = made((part: Table | Log) => {
  const names = Object.keys(part.columns)
  const columns = ['platform_id', ...names.map(snake)]
  return `insert into ${part.name} (${columns.join(', ')}) select ${columns.map((name) => `u.${name}`).join(', ')} from ${source(part, names)}`
})
const updateText = made((table: Table) => {
  const key = snake(table.key)
  return `update ${table.name} as t set ${table.changing.map((name) => `${snake(name)} = u.${snake(name)}`).join(', ')}
    from ${source(table, [table.key, ...table.changing])} where t.platform_id = u.platform_id and t.${key} = u.${key}`
})
const deleteText = made(
  (table: Table) =>
    `delete from ${table.name} t using ${unnest(['uuid', typeOf(table, table.key)])} as u(platform_id, key)
    where t.platform_id = u.platform_id and t.${snake(table.key)} = u.key`,
)

/**
 * Rows by key, in key order; locked against others' changes until the batch is committed, unless only seen.
 * @param changing only the columns that can change
 */
export function selectRows(
  table: Table,
  keys: readonly (readonly [string, string])[],
  locked: boolean,
  changing = false,
): Statement {
  const lock = locked && table.changing.length > 0
  const text = changing ? selectChangingText(table) : selectText(table)
  return {
    name: `${lock ? 'lock' : 'see'}_${changing ? 'changes_of_' : ''}${table.name}`,
    text: lock ? `${text} for no key update of t` : text,
    values: [
      literal('uuid', keys, ([platformId]) => platformId),
      literal(typeOf(table, table.key), keys, ([, key]) => key),
    ],
  }
}

/**
 * A row of the answer as commands know it. Field by field, because a rest pattern is many times slower.
 * @param last an earlier sight of the row, when only what can change was asked for
 */
export function rowOf(table: Table, raw: any, last?: any): { platformId: string; row: any } {
  const row: any = { ...(last ?? blank(table)) }
  for (const [name, type] of last ? changingColumns(table) : allColumns(table))
    row[name] = type === 'json' && raw[name] !== null ? JSON.parse(raw[name]) : raw[name]
  return { platformId: raw.platformId, row }
}
const blank = made((table: Table) => blankOf(Object.keys(table.columns)))
const typed = (table: Table, names: readonly string[]) => names.map((name) => [name, typeOf(table, name)] as const)
const allColumns = made((table: Table) => typed(table, Object.keys(table.columns)))
const changingColumns = made((table: Table) => typed(table, table.changing))

/** Everything the commands did, as at most three statements a table. */
export function writeAll(set: WorkingSet): Statement[] {
  const statements: Statement[] = []
  for (const [part, slots] of set.slots) {
    if (part.kind === 'tally')
      writeTally(
        statements,
        part,
        slots.values().filter(({ value }) => value),
      )
    else writeTable(statements, part, slots.values())
  }
  for (const [log, rows] of set.appended)
    if (rows.length > 0)
      statements.push({
        name: `append_${log.name}`,
        text: insertText(log),
        values: rowValues(log, Object.keys(log.columns), rows, ({ row }) => row),
      })
  return statements
}

function writeTable(statements: Statement[], table: Table, slots: Iterable<Slot>): void {
  const added: Slot[] = []
  const changed: Slot[] = []
  const removed: Slot[] = []
  for (const slot of slots) {
    if (slot.value === slot.stored) continue
    if (slot.stored !== undefined && slot.value !== undefined && !isAnother(table, slot)) changed.push(slot)
    else {
      if (slot.stored !== undefined) removed.push(slot)
      if (slot.value !== undefined) added.push(slot)
    }
  }
  added.sort(byKey)
  const pick = ({ value }: Slot) => value
  if (removed.length > 0)
    statements.push({
      name: `remove_${table.name}`,
      text: deleteText(table),
      values: [
        literal('uuid', removed, (slot) => slot.platformId),
        literal(typeOf(table, table.key), removed, (slot) => slot.key),
      ],
    })
  if (added.length > 0)
    statements.push({
      name: `add_${table.name}`,
      text: insertText(table),
      values: rowValues(table, Object.keys(table.columns), added, pick),
    })
  if (changed.length > 0)
    statements.push({
      name: `change_${table.name}`,
      text: updateText(table),
      values: rowValues(table, [table.key, ...table.changing], changed, pick),
    })
}

/** Two lanes that add the same keys meet at the first of them, instead of each waiting for the other's. */
const byKey = (a: Slot, b: Slot) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.platformId < b.platformId ? -1 : 1)

/** Removed and then added anew: it may differ in columns that a change does not write. */
const isAnother = (table: Table, { stored, value }: Slot) =>
  fixedColumns(table).some((name) => value[name] !== stored[name])
const fixedColumns = made((table: Table) => Object.keys(table.columns).filter((name) => !table.changing.includes(name)))

function writeTally(statements: Statement[], { name }: Tally, sums: readonly Slot<bigint>[]): void {
  if (sums.length === 0) return
  statements.push({
    name: `tally_${name}`,
    text: `insert into ${name} (platform_id, key, amount) select * from ${unnest(['uuid', 'uuid', 'bigint'])}`,
    values: [
      literal('uuid', sums, (slot) => slot.platformId),
      literal('uuid', sums, (slot) => slot.key),
      literal('bigint', sums, (slot) => slot.value),
    ],
  })
}

/** The values for `source`: rows with the named columns, all others null. */
function rowValues<Item extends { readonly platformId: string }>(
  part: Table | Log,
  names: readonly string[],
  items: readonly Item[],
  pick: (item: Item) => any,
): (string | Buffer)[] {
  const fields = Object.entries(part.columns).map(([name, { type }]) => ({
    name,
    write: names.includes(name) ? FIELD_WRITERS[type] : undefined,
  }))
  // Joined and not added up: a text of ten thousand pieces is put together anew, slowly, when it is sent.
  const rows = items.map((item) => {
    const row = pick(item)
    const texts = [item.platformId]
    for (const { name, write } of fields) {
      const value = write && row[name]
      texts.push(value == null ? '' : (write as (value: any) => string)(value))
    }
    return texts.join(',')
  })
  const lists = names.filter((name) => isJson(typeOf(part, name)))
  return [
    `{"(${rows.join(')","(')})"}`,
    ...lists.map((name) => jsonList(items, (item) => pick(item)[name], typeOf(part, name))),
  ]
}

/** A PostgreSQL array literal. Only text needs quoting; the other types cannot contain a special character. */
function literal<Item>(type: ColumnType, items: readonly Item[], pick: (item: Item) => any): string {
  const write = WRITERS[type] as (value: any) => string
  let text = '{'
  for (let i = 0; i < items.length; i++) {
    const value = pick(items[i] as Item)
    if (i > 0) text += ','
    text += value == null ? 'NULL' : write(value)
  }
  return `${text}}`
}

function jsonList<Item>(items: readonly Item[], pick: (item: Item) => any, type: ColumnType): string | Buffer {
  const texts: (string | Buffer)[] = items.map((item) => {
    const value = pick(item)
    if (value == null) return '\x1e'
    return type === 'json' ? JSON.stringify(value) : typeof value === 'function' ? value() : value
  })
  if (!texts.some(Buffer.isBuffer)) return texts.join('\x1f')
  return Buffer.concat(texts.flatMap((text, i) => (i === 0 ? [bytesOf(text)] : [SEPARATOR, bytesOf(text)])))
}
const SEPARATOR = Buffer.from('\x1f')
const bytesOf = (text: string | Buffer) => (typeof text === 'string' ? Buffer.from(text) : text)

const plain = (value: unknown) => String(value)
/** Ids, codes and words need no quotes, and making them for each takes time. */
const isWord = (value: string) => /^[\w:.-]+$/.test(value)
const quoted = (value: string) =>
  isWord(value) && !/^null$/i.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
/** A field of a row in an array: quoted for the row, and that for the array. */
const quotedTwice = (value: string) =>
  isWord(value) ? value : `\\"${value.replace(/["\\]/g, (char) => (char === '"' ? '\\"\\"' : '\\\\\\\\'))}\\"`
const WRITERS: Partial<Record<ColumnType, (value: any) => string>> = {
  uuid: plain,
  bigint: plain,
  int: plain,
  bool: plain,
  text: quoted,
  time: (moment: number) => `"${isoTime(moment)}"`,
}
/** JSON is not among them: it travels beside. */
const FIELD_WRITERS: Partial<Record<ColumnType, (value: any) => string>> = {
  ...WRITERS,
  text: quotedTwice,
  time: isoTime,
}
