/**
 * Row reader: committed rows by their key. Rows that are requested in the same turn of the event loop are read with
 * one statement.
 */
import { memoized } from '../../core/compiled.ts'
import { snake, type Table } from '../../engine/table.ts'
import type { Store } from '../db/store.ts'
import { inOneCall, oncePer } from './in-one-call.ts'

type Queries = Pick<Store, 'query'>
type Key = readonly [platformId: string, key: string]

const readersOf = oncePer((store: Queries) =>
  memoized((table: Table) => inOneCall((keys: readonly Key[]) => readRows(store, table, keys))),
)

/** The row as it was committed last, with all columns of the table; undefined: there is none. @throws as `Store.query` */
export const readRow = <Row>(
  store: Queries,
  table: Table<Row>,
  platformId: string,
  key: string,
): Promise<Row | undefined> => readersOf(store)(table)([platformId, key]) as Promise<Row | undefined>

async function readRows(store: Queries, table: Table, keys: readonly Key[]): Promise<unknown[]> {
  const distinct = [...new Map(keys.map((key) => [key.join('/'), key])).values()]
  const values = [distinct.map(([platformId]) => platformId), distinct.map(([, key]) => key)]
  const found = await store.query<Record<string, unknown>>(textOf(table), values, `read_${table.name}`)
  const rows = new Map(found.map(({ platformId, ...row }) => [`${platformId}/${row[table.key]}`, row]))
  return keys.map(([platformId, key]) => rows.get(`${platformId}/${key}`))
}

/** Row by row: as a join, a plan that was made while the table had a few rows reads its whole index. */
const textOf = memoized((table: Table) => {
  const columns = Object.keys(table.columns).map((name) => `t.${snake(name)} as "${name}"`)
  return `select t.platform_id as "platformId", ${columns.join(', ')}
    from unnest($1::uuid[], $2::${table.columns[table.key]?.type}[]) as k (platform_id, key)
    cross join lateral (
      select * from ${table.name} r where r.platform_id = k.platform_id and r.${snake(table.key)} = k.key limit 1) t`
})
