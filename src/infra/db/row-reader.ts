/** Row reader: committed rows by their key. Those that are requested in the same turn of the event loop are read with one statement. */
import { memoized } from '../../core/compiled.ts'
import { snake, type Table } from '../../engine/table.ts'
import { inOneCall } from './in-one-call.ts'
import type { Store } from './store.ts'

type Queries = Pick<Store, 'query'>
type Key = readonly [platformId: string, key: string]
type Read = (key: Key) => Promise<unknown>

const readers = new WeakMap<Queries, Map<Table, Read>>()

/** The row as it was committed last, with all columns of the table; undefined: there is none. @throws as `Store.query` */
export function readRow<Row>(
  store: Queries,
  table: Table<Row>,
  platformId: string,
  key: string,
): Promise<Row | undefined> {
  let ofStore = readers.get(store)
  if (!ofStore) readers.set(store, (ofStore = new Map()))
  let read = ofStore.get(table)
  if (!read) ofStore.set(table, (read = inOneCall((keys) => readRows(store, table, keys))))
  return read([platformId, key]) as Promise<Row | undefined>
}

async function readRows(store: Queries, table: Table, keys: readonly Key[]): Promise<unknown[]> {
  const values = [keys.map(([platformId]) => platformId), keys.map(([, key]) => key)]
  const found = await store.query<Record<string, unknown>>(textOf(table), values, `read_${table.name}`)
  const rows = new Map(found.map(({ platformId, ...row }) => [`${platformId}/${row[table.key]}`, row]))
  return keys.map(([platformId, key]) => rows.get(`${platformId}/${key}`))
}

const textOf = memoized((table: Table) => {
  const columns = Object.keys(table.columns).map((name) => `t.${snake(name)} as "${name}"`)
  return `select t.platform_id as "platformId", ${columns.join(', ')}
    from unnest($1::uuid[], $2::${table.columns[table.key]?.type}[]) as k (platform_id, key)
    join ${table.name} t on t.platform_id = k.platform_id and t.${snake(table.key)} = k.key`
})
