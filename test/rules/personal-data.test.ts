/** Personal data rule: every column that can hold texts is classified, and no other column is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/infra/db/store.ts'
import { PERSONAL_DATA } from '../../src/operator/erasure/personal-data.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../harness/database/database.ts'

const TEXTS = `
  select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    and a.attnum > 0 and not a.attisdropped
    and format_type(a.atttypid, null) in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'inet')`

describe('columns with texts, JSON or bytes', () => {
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

  it('are each either personal data, with what ends it, or plain: src/operator/erasure/personal-data.ts', async () => {
    const found = (await store.query<{ name: string }>(TEXTS)).map(({ name }) => name)
    const classified = Object.entries(PERSONAL_DATA).flatMap(([table, { personal, plain }]) =>
      [...Object.keys(personal), ...plain].map((column) => `${table}.${column}`),
    )
    expect(classified.sort()).toEqual(found.sort())
  })
})
