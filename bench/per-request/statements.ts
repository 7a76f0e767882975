/** Database work of the per-request server: statements one after another, prepared by name. */
import type pg from 'pg'
import { snake, type Table } from '../../src/engine/table.ts'

export interface Work {
  readonly platformId: string
  readonly now: number
  // biome-ignore lint/suspicious/noExplicitAny: each statement knows its own columns
  ask(name: string, text: string, values: readonly unknown[]): Promise<any[]>
  insert(table: string, ...rows: Readonly<Record<string, unknown>>[]): Promise<void>
  find<Row>(table: Table<Row>, key: string, lock?: string): Promise<Row>
}

export function workOn(client: pg.PoolClient, platformId: string, now: number): Work {
  const ask: Work['ask'] = async (name, text, values) =>
    (await client.query({ name, text, values: values as unknown[] })).rows
  return {
    platformId,
    now,
    ask,
    async insert(table, ...rows) {
      const columns = Object.keys(rows[0] as object)
      const values = rows.flatMap((row) => columns.map((name) => onTheWire(name, row[name])))
      const tuples = rows.map((_, i) => `($1, ${columns.map((_, j) => `$${2 + i * columns.length + j}`).join(', ')})`)
      const text = `insert into ${table} (platform_id, ${columns.map(snake).join(', ')}) values ${tuples.join(', ')}`
      await ask(`add_${table}_${rows.length}`, text, [platformId, ...values])
    },
    async find<Row>(table: Table<Row>, key: string, lock = '') {
      const columns = Object.keys(table.columns).map((name) => `${snake(name)} as "${name}"`)
      const text = `select ${columns.join(', ')} from ${table.name} where platform_id = $1 and id = $2 ${lock}`
      const [row] = await ask(`find_${table.name}_${lock}`, text, [platformId, key])
      if (!row) throw new Error(`No row ${key} in ${table.name}`)
      return row
    },
  }
}

const onTheWire = (name: string, value: unknown) =>
  /At$/.test(name) && typeof value === 'number' ? new Date(value).toISOString() : value
