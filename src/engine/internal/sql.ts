/** Text of the engine's statements: one select, insert, update or delete per table, however many rows. */

import { compiled, made, making } from '../../core/compiled.ts'
import type { Statement } from '../database.ts'
import { type ColumnType, type Log, snake, type Table, type Tally } from '../table.ts'
import { arrayOf, type Bytes, type RowTypes, rowsOf } from './binary.ts'
import { neverChanges, type Sight, type Slot } from './slot.ts'
import type { WorkingSet } from './working-set.ts'

const typeOf = (part: Table | Log, name: string): ColumnType => part.columns[name]?.type as ColumnType

const keysOf = (table: Table) => `unnest($1::uuid[], $2::${typeOf(table, table.key)}[])`
/** The order of locks, the same as that of `byKey`. */
const inOrder = (table: Table) =>
  `order by t.platform_id, t.${snake(table.key)}${typeOf(table, table.key) === 'text' ? ' collate "C"' : ''}`
const selectOf = (table: Table, names: readonly string[]) => {
  const key = `t.${snake(table.key)}`
  const columns = names.map((name) => `t.${snake(name)}${typeOf(table, name) === 'json' ? '::text' : ''} as "${name}"`)
  if (!neverChanges(table)) columns.push('t.xmin', 't.written')
  return `select t.platform_id as "platformId", ${columns.join(', ')}
    from ${keysOf(table)} as k(platform_id, key)
    join ${table.name} t on t.platform_id = k.platform_id and ${key} = k.key
    ${inOrder(table)}`
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
    ${inOrder(table)} ${lock}) as proof`
}
const proofOfReliedText = made((table: Table) => proofText(table, 'for no key update of t'))
/** Fails with NOT_MISSING unless no row is there. */
const proofOfAbsenceText = made(
  (table: Table) => `select sqrt(-count(*)) from ${keysOf(table)} as k(platform_id, key)
    join ${table.name} t on t.platform_id = k.platform_id and t.${snake(table.key)} = k.key`,
)
const proofOfPeekedText = made((table: Table) => proofText(table, ''))

export type Key = readonly [platformId: string, key: string]

/**
 * Rows by key, in key order; locked against others' changes until the batch is committed, unless only seen.
 * @param changing only the columns that can change
 */
export function selectRows(
  bytes: Bytes,
  table: Table,
  keys: readonly Key[],
  locked: boolean,
  changing = false,
): Statement {
  const text = changing ? selectChangingText(table) : selectText(table)
  return {
    name: `${locked ? 'lock' : 'see'}_${changing ? 'changes_of_' : ''}${table.name}`,
    text: locked ? `${text} for no key update of t` : text,
    values: keysIn(bytes, table, keys),
  }
}

/** The keys of those rows that another transaction keeps locked; waits for none. */
export const selectLocked = (bytes: Bytes, table: Table, keys: readonly Key[]): Statement => ({
  name: `find_locked_${table.name}`,
  text: lockedText(table),
  values: keysIn(bytes, table, keys),
})
const lockedText = made((table: Table) => {
  const key = `t.${snake(table.key)}`
  const found = `from ${keysOf(table)} as k(platform_id, key) join ${table.name} t on t.platform_id = k.platform_id and ${key} = k.key`
  return `with free as materialized (select t.platform_id, ${key} as key ${found} for no key update of t skip locked)
    select t.platform_id as "platformId", ${key} as key ${found}
    where not exists (select from free f where f.platform_id = t.platform_id and f.key = ${key})`
})

const keysIn = (bytes: Bytes, table: Table, keys: readonly Key[]) => [
  arrayOf(bytes, 'uuid', keys, ([platformId]) => platformId),
  arrayOf(bytes, typeOf(table, table.key), keys, ([, key]) => key),
]

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
 * written to `bytes`. First come the statements that lock rows, table by table as the schema lists them and by platform
 * and key within a table: one order for all. Then what is added, and last what locks nothing: that rows are missing is
 * asked when every row whose lock may guard an absence has been locked or written.
 */
export function writeAll(
  set: WorkingSet,
  types: RowTypes,
  bytes: Bytes,
  version: bigint,
): { proofs: number; statements: Statement[] } {
  set.markProofs()
  const locking: Statement[] = []
  const adding: Statement[] = []
  const looking: Statement[] = []
  let proofs = 0
  for (const [part, slots] of set.slots) {
    if (part.kind === 'tally') {
      const sums = slots.values().filter(({ value }) => value)
      if (sums.length > 0) adding.push(tallied(bytes, part, sums))
      continue
    }
    const work = workOn(part, slots.values())
    proofs += prove(locking, bytes, part, work)
    change(locking, bytes, part, types, work, version)
    if (work.added.length > 0) adding.push(addition(bytes, part, types, work.added, version))
    look(looking, bytes, part, work)
  }
  for (const [log, rows] of set.appended)
    if (rows.length > 0)
      adding.push({
        name: `append_${log.name}`,
        text: insertText(log),
        values: [rowsOf(bytes, log, types, allNames(log), rows, ({ row }) => row)],
      })
  return { statements: [...locking, ...adding, ...looking], proofs: proofs + looking.length }
}

/** What is to be done about the rows of a table, each list in the order of locks. */
interface Work {
  readonly relied: Slot[]
  readonly removed: Slot[]
  readonly changed: Slot[]
  readonly added: Slot[]
  readonly peeked: Slot[]
  readonly missing: Slot[]
}

function workOn(table: Table, slots: readonly Slot[]): Work {
  const work: Work = { relied: [], removed: [], changed: [], added: [], peeked: [], missing: [] }
  for (const slot of slots) {
    const { value, stored, proof } = slot
    if (value === stored) {
      if (proof) (stored === undefined ? work.missing : proof === 'relied' ? work.relied : work.peeked).push(slot)
    } else if (stored !== undefined && value !== undefined && !isAnother(table, slot)) work.changed.push(slot)
    else {
      if (stored !== undefined) work.removed.push(slot)
      if (value !== undefined) work.added.push(slot)
    }
  }
  for (const list of Object.values(work)) if (list.length > 1) list.sort(byKey)
  return work
}

/** Locks the rows that are relied on; where rows are changed as well, or removed, all of them, because one statement locks in one order. */
function prove(statements: Statement[], bytes: Bytes, table: Table, { relied, removed, changed }: Work): number {
  const lists = [relied, removed, changed].filter(({ length }) => length > 0)
  if (lists.length < 2 && relied.length === 0) return 0
  const slots = lists.length === 1 ? relied : lists.flat().sort(byKey)
  const values = seenRows(bytes, table, slots)
  statements.push({ name: `prove_${table.name}`, text: proofOfReliedText(table), values })
  return 1
}

function look(statements: Statement[], bytes: Bytes, table: Table, { peeked, missing }: Work): void {
  if (peeked.length > 0) {
    const values = seenRows(bytes, table, peeked)
    statements.push({ name: `glance_at_${table.name}`, text: proofOfPeekedText(table), values })
  }
  if (missing.length > 0)
    statements.push({
      name: `miss_${table.name}`,
      text: proofOfAbsenceText(table),
      values: keysIn(bytes, table, missing.map(keyOf)),
    })
}

function change(
  statements: Statement[],
  bytes: Bytes,
  table: Table,
  types: RowTypes,
  { removed, changed }: Work,
  version: bigint,
): void {
  if (removed.length > 0)
    statements.push({
      name: `remove_${table.name}`,
      text: deleteText(table),
      values: seenRows(bytes, table, removed),
    })
  if (changed.length > 0)
    statements.push({
      name: `change_${table.name}`,
      text: updateText(table),
      values: [
        rowsOf(bytes, table, types, changeNames(table), changed, pickValue, ({ sight }) => sight?.written),
        arrayOf(bytes, 'xid', changed, ({ sight }) => sight?.xmin),
        version,
      ],
    })
}

const addition = (bytes: Bytes, table: Table, types: RowTypes, added: readonly Slot[], version: bigint): Statement => ({
  name: `add_${table.name}`,
  text: insertText(table),
  values: [rowsOf(bytes, table, types, allNames(table), added, pickValue, () => version)],
})

export const keyOf = ({ platformId, key }: Pick<Slot, 'platformId' | 'key'>): Key => [platformId, key]
const pickValue = ({ value }: Slot) => value

/** Platforms, versions and keys. */
const seenRows = (bytes: Bytes, table: Table, slots: readonly Slot[]) => [
  arrayOf(bytes, 'uuid', slots, ({ platformId }) => platformId),
  arrayOf(bytes, 'xid', slots, ({ sight }) => sight?.xmin),
  arrayOf(bytes, 'bigint', slots, ({ sight }) => sight?.written),
  arrayOf(bytes, typeOf(table, table.key), slots, ({ key }) => key),
]

const byKey = (a: Slot, b: Slot) =>
  a.platformId < b.platformId ? -1 : a.platformId > b.platformId ? 1 : a.key < b.key ? -1 : 1

/** Removed and then added anew: it may differ in columns that a change does not write. */
const isAnother = (table: Table, { stored, value }: Slot) => differs(table)(value, stored)
const differs = made((table: Table) => {
  const fixed = Object.keys(table.columns).filter((name) => !table.changing.includes(name))
  const code = `return ${fixed.map((name) => `value.${name} !== stored.${name}`).join(' || ')}`
  return compiled<(value: unknown, stored: unknown) => boolean>(['value', 'stored'], code)
})

const tallied = (bytes: Bytes, { name }: Tally, sums: readonly Slot<bigint>[]): Statement => ({
  name: `tally_${name}`,
  text: `insert into ${name} (platform_id, key, amount) select * from unnest($1::uuid[], $2::uuid[], $3::bigint[])`,
  values: [
    arrayOf(bytes, 'uuid', sums, (slot) => slot.platformId),
    arrayOf(bytes, 'uuid', sums, (slot) => slot.key),
    arrayOf(bytes, 'bigint', sums, (slot) => slot.value),
  ],
})
