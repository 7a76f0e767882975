/** SQL of the engine: one select, insert, update or delete per table, however many rows. */
import { compiled, memoized, returnObject } from '../../core/compiled.ts'
import type { Statement } from '../database.ts'
import { type ColumnType, type Log, snake, type Table, type Tally } from '../table.ts'
import { type Bytes, encodeArray, encodeRows, type RowTypes } from './binary.ts'
import { isImmutable, type Slot, type Version } from './slot.ts'
import type { WorkingSet } from './working-set.ts'

const typeIn = (part: Table | Log, name: string): ColumnType => part.columns[name]?.type as ColumnType

const keysOf = (table: Table) => `unnest($2::${typeIn(table, table.key)}[]) as k(key)`
/**
 * The platform's row ($1) of each key `k`, looked up one after another in the order of the keys. A plan can do nothing else
 * with a limited subquery; as a join, one that was made while the table had a few rows reads its whole index.
 * @param key column of `k`
 */
const lookUp = (table: Table, columns: string, { and = '', lock = '', key = 'key' } = {}) =>
  `cross join lateral (select ${columns} from ${table.name} r where r.platform_id = $1::uuid and r.${snake(table.key)} = k.${key} ${and} limit 1 ${lock}) as t`
const selectText = memoized((table: Table) => selecting(table, ''))
const selectAndLockText = memoized((table: Table) => selecting(table, LOCK))
const LOCK = 'for no key update'
const selecting = (table: Table, lock: string) => {
  const columns = allNames(table).map(
    (name) => `t.${snake(name)}${typeIn(table, name) === 'json' ? '::text' : ''} as "${name}"`,
  )
  const versions = isImmutable(table) ? [] : ['xmin', 'written']
  const found = [...allNames(table).map(snake), ...versions].map((column) => `r.${column}`)
  return `select ${[...columns, ...versions.map((column) => `t.${column}`)].join(', ')}
    from ${keysOf(table)} ${lookUp(table, found.join(', '), { lock })}`
}
/** Rows are sent as one array of the table's row type, half the work for the database of one array a column. */
const insertText = memoized((part: Table | Log) => {
  const { name } = part
  if (part.kind === 'table' || !part.isNumbered) return `insert into ${name} select * from unnest($1::${name}[])`
  const columns = ['platform_id', ...allNames(part).map(snake)].join(', ')
  // Computed once a statement: as the column's default it would be computed for each row.
  return `insert into ${name} (${columns}, written_in)
    select ${columns}, (select transaction_order(pg_current_xact_id())) from unnest($1::${name}[])`
})
/** A row is changed or removed only if it has the version that was read. Otherwise the statement fails with ROW_CHANGED, and the batch with it. */
const isUnchanged = (row: string) => `and ${row}.xmin = k.seen_as and ${row}.written = k.written`
const counted = (change: string) =>
  `with done as (${change} returning 1) select 1 / (count(*) = cardinality($2))::int from done`
const proving = (change: string) => counted(`${change} ${isUnchanged('c')}`)
const updateText = memoized((table: Table) =>
  // Each row has the version that was read; the alias names only the first column, so theirs keep their names in any order.
  proving(`update ${table.name} as c set ${table.changing.map((name) => `${snake(name)} = k.${snake(name)}`).join(', ')}, written = $4::bigint
    from unnest($2::xid[], $3::${table.name}[]) as k(seen_as) ${lookUp(table, 'r.ctid', { key: snake(table.key) })}
    where c.ctid = t.ctid`),
)
const seenKeys = (table: Table) =>
  `unnest($2::xid[], $3::bigint[], $4::${typeIn(table, table.key)}[]) as k(seen_as, written, key)`
const deleteText = memoized((table: Table) =>
  proving(`delete from ${table.name} c using ${seenKeys(table)} ${lookUp(table, 'r.ctid')}
    where c.ctid = t.ctid`),
)
/** Of rows that never change, and so have no version: it is enough that they are still there. */
const deleteImmutableText = memoized((table: Table) =>
  counted(`delete from ${table.name} c using ${keysOf(table)} ${lookUp(table, 'r.ctid')}
    where c.ctid = t.ctid`),
)
/** Fails with ROW_CHANGED unless each row has the version that was read. */
const proofText = (table: Table, lock: string) =>
  `select 1 / (count(*) = cardinality($2))::int
    from ${seenKeys(table)} ${lookUp(table, '', { and: isUnchanged('r'), lock })}`
const proofOfReliedText = memoized((table: Table) => proofText(table, LOCK))
/** Fails with ROW_EXISTS if there is a row. */
const proofOfAbsenceText = memoized(
  (table: Table) => `select sqrt(-count(*)) from ${keysOf(table)} ${lookUp(table, '')}`,
)
const proofOfPeekedText = memoized((table: Table) => proofText(table, ''))

/** Rows by key. If locked, in the order of the keys, no other session changes them before the commit. */
export const selectRows = (
  bytes: Bytes,
  table: Table,
  platformId: string,
  keys: readonly string[],
  isLocked: boolean,
): Statement => ({
  name: `${isLocked ? 'lock' : 'see'}_${table.name}`,
  text: isLocked ? selectAndLockText(table) : selectText(table),
  values: [platformId, keysIn(bytes, table, keys)],
})

/** The keys of the rows that another database transaction keeps locked; waits for none. */
export const selectLocked = (bytes: Bytes, table: Table, platformId: string, keys: readonly string[]): Statement => ({
  name: `find_locked_${table.name}`,
  text: lockedText(table),
  values: [platformId, keysIn(bytes, table, keys)],
})
const lockedText = memoized((table: Table) => {
  const keys = keysOf(table)
  return `with free as materialized (
      select k.key from ${keys} ${lookUp(table, '', { lock: `${LOCK} skip locked` })})
    select k.key from ${keys} ${lookUp(table, '')}
    where not exists (select from free f where f.key = k.key)`
})

const keysIn = (bytes: Bytes, table: Table, keys: readonly string[]) =>
  encodeArray(bytes, typeIn(table, table.key), keys, (key) => key)

/** A row of an answer as commands see it, with its version. */
export const readRow = (table: Table, raw: any): { row: any; version: Version | undefined } => ({
  row: reader(table)(raw),
  version: isImmutable(table) ? undefined : { xmin: Number(raw.xmin), written: raw.written },
})

const reader = memoized((table: Table) =>
  compiled<(raw: any) => any>(
    ['raw'],
    returnObject(allNames(table), (name) =>
      typeIn(table, name) === 'json' ? `raw.${name} === null ? null : JSON.parse(raw.${name})` : `raw.${name}`,
    ),
  ),
)

const allNames = memoized((part: Table | Log): readonly string[] => Object.keys(part.columns))
const changeNames = memoized((table: Table): readonly string[] => [table.key, ...table.changing])

export interface Writing {
  readonly platformId: string
  readonly types: RowTypes
  readonly bytes: Bytes
  /** Of all rows that the attempt writes. */
  readonly written: bigint
}

/**
 * The statements that store what the commands wrote and prove what they assumed. First come those that lock rows, table
 * by table as the schema lists them and by key within a table: every commit locks in this order. Then what is added, and
 * last what locks nothing: the absence of a row is proved when every row whose lock may guard it has been locked or
 * written.
 * @returns `isStoring`: whether there is anything to store, beside proofs
 */
export function commitStatements(set: WorkingSet, writing: Writing): { statements: Statement[]; isStoring: boolean } {
  set.markProofs()
  const { platformId, types, bytes } = writing
  const locking: Statement[] = []
  const adding: Statement[] = []
  const checking: Statement[] = []
  let isChanging = false
  for (const [part, slots] of set.slots) {
    if (part.kind === 'tally') {
      const sums = [...slots.values()].filter(({ value }) => value)
      if (sums.length > 0) adding.push(tallied(part, sums, writing))
      continue
    }
    const work = workOn(part, slots.values())
    const changes = changed(part, work, writing)
    isChanging ||= changes.length > 0
    locking.push(...proved(part, work, writing), ...changes)
    if (work.added.length > 0) adding.push(added(part, work.added, writing))
    checking.push(...checked(part, work, writing))
  }
  for (const [log, rows] of set.appended)
    if (rows.length > 0)
      adding.push({
        name: `append_${log.name}`,
        text: insertText(log),
        values: [encodeRows(bytes, log, types, platformId, allNames(log), rows, (row) => row)],
      })
  return { statements: [...locking, ...adding, ...checking], isStoring: isChanging || adding.length > 0 }
}

/** What the commit does with the rows of a table, each list in the order of locks. */
interface Work {
  readonly relied: Slot[]
  readonly removed: Slot[]
  readonly changed: Slot[]
  readonly added: Slot[]
  readonly peeked: Slot[]
  readonly missing: Slot[]
}

function workOn(table: Table, slots: Iterable<Slot>): Work {
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

/** Locks the relied-on rows; where rows of the table are changed or removed as well, all of them, so that one statement locks in one order. */
function proved(table: Table, { relied, removed, changed }: Work, writing: Writing): Statement[] {
  const lists = [relied, removed, changed].filter(({ length }) => length > 0)
  if (lists.length < 2 && relied.length === 0) return []
  const values = versionsIn(table, lists.length === 1 ? relied : lists.flat().sort(byKey), writing)
  return [{ name: `prove_${table.name}`, text: proofOfReliedText(table), values }]
}

function checked(table: Table, { peeked, missing }: Work, writing: Writing): Statement[] {
  const statements: Statement[] = []
  if (peeked.length > 0) {
    const values = versionsIn(table, peeked, writing)
    statements.push({ name: `prove_peeked_${table.name}`, text: proofOfPeekedText(table), values })
  }
  if (missing.length > 0) {
    const values = [writing.platformId, keysIn(writing.bytes, table, missing.map(keyOf))]
    statements.push({ name: `prove_absent_${table.name}`, text: proofOfAbsenceText(table), values })
  }
  return statements
}

function changed(table: Table, { removed, changed }: Work, writing: Writing): Statement[] {
  const { platformId, types, bytes, written } = writing
  const statements: Statement[] = []
  if (removed.length > 0)
    statements.push({
      name: `remove_${table.name}`,
      ...(isImmutable(table)
        ? { text: deleteImmutableText(table), values: [platformId, keysIn(bytes, table, removed.map(keyOf))] }
        : { text: deleteText(table), values: versionsIn(table, removed, writing) }),
    })
  if (changed.length > 0)
    statements.push({
      name: `change_${table.name}`,
      text: updateText(table),
      values: [
        platformId,
        encodeArray(bytes, 'xid', changed, ({ version }) => version?.xmin),
        encodeRows(
          bytes,
          table,
          types,
          platformId,
          changeNames(table),
          changed,
          pickValue,
          ({ version }) => version?.written,
        ),
        written,
      ],
    })
  return statements
}

const added = (table: Table, slots: readonly Slot[], { platformId, types, bytes, written }: Writing): Statement => ({
  name: `add_${table.name}`,
  text: insertText(table),
  values: [encodeRows(bytes, table, types, platformId, allNames(table), slots, pickValue, () => written)],
})

const keyOf = ({ key }: Slot) => key
const pickValue = ({ value }: Slot) => value

/** The platform, versions and keys. */
const versionsIn = (table: Table, slots: readonly Slot[], { platformId, bytes }: Writing) => [
  platformId,
  encodeArray(bytes, 'xid', slots, ({ version }) => version?.xmin),
  encodeArray(bytes, 'bigint', slots, ({ version }) => version?.written),
  encodeArray(bytes, typeIn(table, table.key), slots, keyOf),
]

/** The order in which rows of a table are locked, by every statement. */
const byKey = (a: Slot, b: Slot) => (a.key < b.key ? -1 : 1)
export const inLockOrder = (slots: readonly Slot[]): string[] => [...slots].sort(byKey).map(keyOf)

/** Removed and then added again: it may differ in columns that a change does not write. */
const isAnother = (table: Table, { stored, value }: Slot) => differs(table)(value, stored)
const differs = memoized((table: Table) => {
  const fixed = Object.keys(table.columns).filter((name) => !table.changing.includes(name))
  const code = `return ${fixed.map((name) => `value.${name} !== stored.${name}`).join(' || ')}`
  return compiled<(value: unknown, stored: unknown) => boolean>(['value', 'stored'], code)
})

const tallied = ({ name }: Tally, sums: readonly Slot<bigint>[], { platformId, bytes }: Writing): Statement => ({
  name: `tally_${name}`,
  text: `insert into ${name} (platform_id, key, amount) select $1::uuid, * from unnest($2::uuid[], $3::bigint[])`,
  values: [
    platformId,
    encodeArray(bytes, 'uuid', sums, (slot) => slot.key),
    encodeArray(bytes, 'bigint', sums, (slot) => slot.value),
  ],
})
