/** Owns the proof that the schema in code says of every table what the database says: rows travel in the order of its columns. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../src/domain/schema.ts'
import { type Columns, snake } from '../src/engine/schema.ts'
import type { Store } from '../src/infra/db/store.ts'
import { type FreshDatabase, freshDatabase, openStore } from './database.ts'

const TYPES = { time: 'timestamp with time zone', bool: 'boolean', int: 'integer', jsonText: 'text' } as const

/** A column as the schema says it, with the type of the database. */
const said = (columns: Columns) =>
  Object.entries(columns).map(([name, { type }]) => [snake(name), TYPES[type as keyof typeof TYPES] ?? type])

describe('the schema', () => {
  let database: FreshDatabase
  let store: Store
  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  it.each(schema.filter((part) => part.kind !== 'tally').map((part) => [part.name, part] as const))(
    'has the columns of %s, in the order of the database',
    async (name, part) => {
      const found = await store.query<{ name: string; type: string }>(
        `select attname as name, replace(format_type(atttypid, null), 'amount', 'bigint') as type from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
        [name],
      )
      expect([['platform_id', 'uuid'], ...said(part.columns)]).toEqual(
        found.map((column) => [column.name, column.type]),
      )
    },
  )
})
