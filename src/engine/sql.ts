/** Owns the text of the engine's statements: one select, insert, update or delete per table, however many rows. */
import { arrayOf, type Bytes, type RowTypes, rowsOf } from './binary.ts'
import { compiled, made, making } from './compiled.ts'
import type { Statement } from './database.ts'
import { type ColumnType, type Log, snake, type Table, type Tally } from './schema.ts'
import { neverChanges, type Sight, type Slot } from './slot.ts'
import type { WorkingSet } from './working-set.ts'

const typeOf = (part: Table | Log, name: string): ColumnType => part.columns[name]?.type as ColumnType

const keysOf = (table: Table) => `unnest($1::uuid[], $2::${typeOf(table, table.key)}[])`
const selectOf = (table: Table, names: readonly string[]) => {
  const key = `t.${snake(table.key)}`
  const columns = names.map((name) => `t.${snake(name)}${typeOf(table, name) === 'json' ? '::text' : ''} as "${name}"`)
  if (!neverChanges(table)) columns.push('t.xmin', 't.written')
  return `select t.platform_id as "platformId", ${columns.join(', ')}
    from ${keysOf(table)} as k(platform_id, key)
    join ${table.name} t on t.platform_id = k.platform_id and ${key} = k.key
    order by t.platform_id, ${key}`
}
const selectText = made((table: Table) => selectOf(table, allNames(table)))
const selectChangingText = made((table: Table) => selectOf(table, [table.key, ...table.changing]))
/**
 * Rows travel as one array of the table's own row type: half the work for the database that an array a column is.
 */
const insertText = made(({ name }: Table | Log) => `insert into ${name} select * from unnest($1::${name}[])`)
/**
 * A row is written over, or removed, only while it is as it was seen: `xmin` and `written` together are its version. If
 * a single one is not, the statement fails with NOT_SO, and the batch with it.
 */
const asSeen = 't.xmin = u.seen_as and t.written = u.written'
const proved = (change: string) =>
  `with done as (${change} and ${asSeen} returning 1) select 1 / (count(*) = cardinality($2))::int from done`
const updateText = made((table: Table) => {
  const key = snake(table.key)
  // Rows bring the version that was seen; the alias names only the first column, so theirs keep their names in any order.
  return proved(`update ${table.name} as t set ${table.changing.map((name) => `${snake(name)} = u.${snake(name)}`).join(', ')}, written = $3::bigint
    from unnest($2::xid[], $1::${table.name}[]) as u(seen_as)
    where t.platform_id = u.platform_id and t.${key} = u.${key}`)
})
const seenKeys = (table: Table) =>
  `unnest($1::uuid[], $2::xid[], $3::bigint[], $4::${typeOf(table, table.key)}[]) as u(platform_id, seen_as, written, key)`
const deleteText = made((table: Table) =>
  proved(`delete from ${table.name} t using ${seenKeys(table)}
    where t.platform_id = u.platform_id and t.${snake(table.key)} = u.key`),
)
/** Fails with NOT_SO unless each row is as it was seen. */
const proofText = (table: Table, lock: string) => {
  const key = `t.${snake(table.key)}`
  return `select 1 / (count(*) = cardinality($2))::int from (
    select from ${seenKeys(table)}
    join ${table.name} t on t.platform_id = u.platform_id and ${key} = u.key and ${asSeen}
    order by t.platform_id, ${key} ${lock}) as proof`
}
const proofOfReliedText = made((table: Table) => proofText(table, 'for no key update of t'))
/** Fails with NOT_MISSING unless no row is there. */
const proofOfAbsenceText = made(
  (table: Table) => `select sqrt(-count(*)) from ${keysOf(table)} as k(platform_id, key)
    join ${table.name} t on t.platform_id = k.platform_id and t.${snake(table.key)} = k.key`,
)
const proofOfPeekedText = made((table: Table) => proofText(table, ''))

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
export const rowOf = (
  table: Table,
  raw: any,
  last?: any,
): { platformId: string; row: any; sight: Sight | undefined } => ({
  platformId: raw.platformId,
  row: last ? readChanging(table)(raw, last) : readAll(table)(raw),
  sight: neverChanges(table) ? undefined : { xmin: Number(raw.xmin), written: raw.written },
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

/**
 * Everything the commands did, as at most three statements a table, and the proof of all that they believed; values are
 * written to `bytes`. Proofs come in their table's place, because they lock rows: one order for all.
 * @param version of the rows that are added or changed
 */
export function writeAll(
  set: WorkingSet,
  types: RowTypes,
  bytes: Bytes,
  version: bigint,
): { proofs: number; statements: Statement[] } {
  const statements: Statement[] = []
  let proofs = 0
  set.markProofs()
  for (const [part, slots] of set.slots) {
    if (part.kind === 'tally')
      writeTally(
        statements,
        bytes,
        part,
        slots.values().filter(({ value }) => value),
      )
    else {
      proofs += prove(statements, bytes, part, slots.values())
      writeTable(statements, bytes, part, types, slots.values(), version)
    }
  }
  for (const [log, rows] of set.appended)
    if (rows.length > 0)
      statements.push({
        name: `append_${log.name}`,
        text: insertText(log),
        values: [rowsOf(bytes, log, types, allNames(log), rows, ({ row }) => row)],
      })
  // Last, when every row whose lock may guard an absence has been locked or written.
  for (const [part, slots] of set.slots)
    if (part.kind === 'table') proofs += proveMissing(statements, bytes, part, slots.values())
  return { statements, proofs }
}

/** What is changed or removed is proved by that. @returns how many statements */
function prove(statements: Statement[], bytes: Bytes, table: Table, slots: readonly Slot[]): number {
  const relied: Slot[] = []
  const peeked: Slot[] = []
  for (const slot of slots)
    if (slot.proof && slot.stored !== undefined) (slot.proof === 'relied' ? relied : peeked).push(slot)
  const add = (name: string, text: string, of: Slot[]) =>
    statements.push({ name, text, values: keysAndSights(bytes, table, of.sort(byKey)) })
  if (relied.length > 0) add(`prove_${table.name}`, proofOfReliedText(table), relied)
  if (peeked.length > 0) add(`glance_at_${table.name}`, proofOfPeekedText(table), peeked)
  return Number(relied.length > 0) + Number(peeked.length > 0)
}

function proveMissing(statements: Statement[], bytes: Bytes, table: Table, slots: readonly Slot[]): number {
  const missing = slots.filter(({ proof, stored }) => proof && stored === undefined)
  if (missing.length === 0) return 0
  statements.push({
    name: `miss_${table.name}`,
    text: proofOfAbsenceText(table),
    values: [
      arrayOf(bytes, 'uuid', missing, ({ platformId }) => platformId),
      arrayOf(bytes, typeOf(table, table.key), missing, ({ key }) => key),
    ],
  })
  return 1
}

function writeTable(
  statements: Statement[],
  bytes: Bytes,
  table: Table,
  types: RowTypes,
  slots: readonly Slot[],
  version: bigint,
): void {
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
  changed.sort(byKey)
  const pick = ({ value }: Slot) => value
  if (removed.length > 0)
    statements.push({
      name: `remove_${table.name}`,
      text: deleteText(table),
      values: keysAndSights(bytes, table, removed),
    })
  if (added.length > 0)
    statements.push({
      name: `add_${table.name}`,
      text: insertText(table),
      values: [rowsOf(bytes, table, types, allNames(table), added, pick, () => version)],
    })
  if (changed.length > 0)
    statements.push({
      name: `change_${table.name}`,
      text: updateText(table),
      values: [
        rowsOf(bytes, table, types, changeNames(table), changed, pick, ({ sight }) => sight?.written),
        arrayOf(bytes, 'xid', changed, ({ sight }) => sight?.xmin),
        version,
      ],
    })
}

/** Platforms, versions and keys. */
const keysAndSights = (bytes: Bytes, table: Table, slots: readonly Slot[]) => [
  arrayOf(bytes, 'uuid', slots, ({ platformId }) => platformId),
  arrayOf(bytes, 'xid', slots, ({ sight }) => sight?.xmin),
  arrayOf(bytes, 'bigint', slots, ({ sight }) => sight?.written),
  arrayOf(bytes, typeOf(table, table.key), slots, ({ key }) => key),
]

/** Two lanes that add the same keys meet at the first of them, instead of each waiting for the other's. */
const byKey = (a: Slot, b: Slot) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.platformId < b.platformId ? -1 : 1)

/** Removed and then added anew: it may differ in columns that a change does not write. */
const isAnother = (table: Table, { stored, value }: Slot) => differs(table)(value, stored)
const differs = made((table: Table) => {
  const fixed = Object.keys(table.columns).filter((name) => !table.changing.includes(name))
  const code = `return ${fixed.map((name) => `value.${name} !== stored.${name}`).join(' || ')}`
  return compiled<(value: unknown, stored: unknown) => boolean>(['value', 'stored'], code)
})

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
