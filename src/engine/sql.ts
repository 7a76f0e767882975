/** Owns the text of the engine's statements: one select, insert, update or delete per table, however many rows. */
import { arrayOf, type Bytes, type RowTypes, rowsOf } from './binary.ts'
import { compiled, making } from './compiled.ts'
import type { Statement } from './database.ts'
import { type ColumnType, type Log, snake, type Table, type Tally } from './schema.ts'
import type { Slot } from './slot.ts'
import type { WorkingSet } from './working-set.ts'

const typeOf = (part: Table | Log, name: string): ColumnType => part.columns[name]?.type as ColumnType

/** Texts and lists of columns are made once a table. */
const made = <Part extends object, Made>(make: (part: Part) => Made) => {
  const known = new Map<Part, Made>()
  return (part: Part) => known.get(part) ?? (known.set(part, make(part)).get(part) as Made)
}

const keysOf = (table: Table) => `unnest($1::uuid[], $2::${typeOf(table, table.key)}[])`
const selectOf = (table: Table, names: readonly string[]) => {
  const key = `t.${snake(table.key)}`
  const columns = names.map((name) => `t.${snake(name)}${typeOf(table, name) === 'json' ? '::text' : ''} as "${name}"`)
  return `select t.platform_id as "platformId", ${columns.join(', ')}
    from ${keysOf(table)} as k(platform_id, key)
    join ${table.name} t on t.platform_id = k.platform_id and ${key} = k.key
    order by t.platform_id, ${key}`
}
const selectText = made((table: Table) => selectOf(table, allNames(table)))
const selectChangingText = made((table: Table) => selectOf(table, [table.key, ...table.changing]))
/**
 * Rows travel as one array of the table's own row type: half the work for the database that an array a column is. So a
 * table's columns stand in the schema as they stand in the database.
 */
const insertText = made(({ name }: Table | Log) => `insert into ${name} select * from unnest($1::${name}[])`)
const updateText = made((table: Table) => {
  const key = snake(table.key)
  return `update ${table.name} as t set ${table.changing.map((name) => `${snake(name)} = u.${snake(name)}`).join(', ')}
    from unnest($1::${table.name}[]) as u where t.platform_id = u.platform_id and t.${key} = u.${key}`
})
const deleteText = made(
  (table: Table) =>
    `delete from ${table.name} t using ${keysOf(table)} as u(platform_id, key)
    where t.platform_id = u.platform_id and t.${snake(table.key)} = u.key`,
)

/**
 * Rows by key, in key order; locked against others' changes until the batch is committed, unless only seen.
 * @param changing only the columns that can change
 */
export function selectRows(
  bytes: Bytes,
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
      arrayOf(bytes, 'uuid', keys, ([platformId]) => platformId),
      arrayOf(bytes, typeOf(table, table.key), keys, ([, key]) => key),
    ],
  }
}

/**
 * A row of the answer as commands know it.
 * @param last an earlier sight of the row, when only what can change was asked for
 */
export const rowOf = (table: Table, raw: any, last?: any): { platformId: string; row: any } => ({
  platformId: raw.platformId,
  row: last ? readChanging(table)(raw, last) : readAll(table)(raw),
})

type Read = (raw: any, last?: any) => any
const readAll = made((table: Table): Read => reader(table, Object.keys(table.columns)))
const readChanging = made((table: Table): Read => reader(table, table.changing))
/** What is not read anew is taken from the last sight of the row. */
const reader = (table: Table, read: readonly string[]): Read =>
  compiled(
    ['raw', 'last'],
    making(Object.keys(table.columns), (name) => {
      if (!read.includes(name)) return `last.${name}`
      return typeOf(table, name) === 'json' ? `raw.${name} === null ? null : JSON.parse(raw.${name})` : `raw.${name}`
    }),
  )

const allNames = made((part: Table | Log): readonly string[] => Object.keys(part.columns))
const changeNames = made((table: Table): readonly string[] => [table.key, ...table.changing])

/** Everything the commands did, as at most three statements a table; their values are written to `bytes`. */
export function writeAll(set: WorkingSet, types: RowTypes, bytes: Bytes): Statement[] {
  const statements: Statement[] = []
  for (const [part, slots] of set.slots) {
    if (part.kind === 'tally')
      writeTally(
        statements,
        bytes,
        part,
        slots.values().filter(({ value }) => value),
      )
    else writeTable(statements, bytes, part, types, slots.values())
  }
  for (const [log, rows] of set.appended)
    if (rows.length > 0)
      statements.push({
        name: `append_${log.name}`,
        text: insertText(log),
        values: [rowsOf(bytes, log, types, allNames(log), rows, ({ row }) => row)],
      })
  return statements
}

function writeTable(statements: Statement[], bytes: Bytes, table: Table, types: RowTypes, slots: Iterable<Slot>): void {
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
        arrayOf(bytes, 'uuid', removed, (slot) => slot.platformId),
        arrayOf(bytes, typeOf(table, table.key), removed, (slot) => slot.key),
      ],
    })
  if (added.length > 0)
    statements.push({
      name: `add_${table.name}`,
      text: insertText(table),
      values: [rowsOf(bytes, table, types, allNames(table), added, pick)],
    })
  if (changed.length > 0)
    statements.push({
      name: `change_${table.name}`,
      text: updateText(table),
      values: [rowsOf(bytes, table, types, changeNames(table), changed, pick)],
    })
}

/** Two lanes that add the same keys meet at the first of them, instead of each waiting for the other's. */
const byKey = (a: Slot, b: Slot) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.platformId < b.platformId ? -1 : 1)

/** Removed and then added anew: it may differ in columns that a change does not write. */
const isAnother = (table: Table, { stored, value }: Slot) =>
  fixedColumns(table).some((name) => value[name] !== stored[name])
const fixedColumns = made((table: Table) => Object.keys(table.columns).filter((name) => !table.changing.includes(name)))

function writeTally(statements: Statement[], bytes: Bytes, { name }: Tally, sums: readonly Slot<bigint>[]): void {
  if (sums.length === 0) return
  statements.push({
    name: `tally_${name}`,
    text: `insert into ${name} (platform_id, key, amount) select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])`,
    values: [
      arrayOf(bytes, 'uuid', sums, (slot) => slot.platformId),
      arrayOf(bytes, 'uuid', sums, (slot) => slot.key),
      arrayOf(bytes, 'bigint', sums, (slot) => slot.value),
    ],
  })
}
