/** Schema in code against the database: every table has the declared columns, and a version where its rows change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schema } from '../../src/composition/schema.ts'
import { type Columns, snake } from '../../src/engine/table.ts'
import type { Store } from '../../src/infra/db/store.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../harness/database/database.ts'

const TYPES = { time: 'timestamp with time zone', bool: 'boolean', int: 'integer', jsonText: 'text' } as const

/** A declared column, with its database type. */
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
      const own = part.kind === 'log' && part.isNumbered ? 'written_in' : 'written'
      const shown = found.filter((column) => column.name !== own)
      expect([['platform_id', 'uuid'], ...said(part.columns)]).toEqual(
        shown.map((column) => [column.name, column.type]),
      )
    },
  )

  it.each(schema.filter((part) => part.kind === 'table').map((part) => [part.name, part] as const))(
    'keeps a version of each row of %s if its rows change, and none otherwise',
    async (name, part) => {
      const found = await store.query(
        `select format_type(atttypid, null) as type, attnotnull as "isRequired", pg_get_expr(adbin, adrelid) as "default"
         from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where attrelid = $1::regclass and attname = 'written' and not attisdropped`,
        [name],
      )
      const version = { type: 'bigint', isRequired: true, default: 'row_version()' }
      expect(found).toEqual(part.changing.length > 0 ? [version] : [])
    },
  )

  it('gives rows that plain SQL adds their own version', async () => {
    const add = `insert into claims (platform_id, name, holder)
      select gen_random_uuid(), 'by hand', gen_random_uuid() from generate_series(1, 9) returning written`
    const versions = (await store.query<{ written: bigint }>(add)).map(({ written }) => written)
    expect(new Set(versions).size).toBe(9)
  })
})
