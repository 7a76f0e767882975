/** Migration tests: they run in order, once, also when processes start concurrently, and are never rewritten. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, kind, openStore } from '../../../test/harness/database/database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Store } from './store.ts'

const FILES = fileURLToPath(new URL('migrations', import.meta.url))

describe('migrating', () => {
  let database: FreshDatabase
  let store: Store
  let folder: string
  const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
  const tables = async () => {
    const rows = await store.query<{ name: string }>(
      "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
    )
    return rows.map(({ name }) => name)
  }

  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
  })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-migrations-'))
    await store.script('drop schema public cascade; create schema public')
    write('0001_coins.sql', 'create table coins (id int primary key);\ninsert into coins values (1), (2)')
    write('0002_notes.sql', '-- Notes are worth ten coins.\ncreate table notes as select id * 10 as id from coins;')
    write('readme.md', 'not a migration')
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  afterAll(async () => {
    await store.close()
    await database.drop()
  })

  it('runs the files in order, and each once', async () => {
    expect(await migrate(store, { folder })).toEqual(['0001_coins.sql', '0002_notes.sql'])
    expect(await store.query('select id from notes order by id')).toEqual([{ id: 10 }, { id: 20 }])
    expect(await migrate(store, { folder })).toEqual([])
  })

  it('continues where an older program ended', async () => {
    await migrate(store, { folder })
    write(
      '0003_more.sql',
      "insert into coins values (3); create function twice(int) returns int language sql as 'select $1 * 2';",
    )
    expect(await migrate(store, { folder })).toEqual(['0003_more.sql'])
    expect(await store.query('select twice(id) as id from coins order by id')).toEqual([
      { id: 2 },
      { id: 4 },
      { id: 6 },
    ])
  })

  it('rolls back a file that fails, and runs it when it is correct', async () => {
    write('0003_wrong.sql', 'create table good (id int); select 1 / 0;')
    await expect(migrate(store, { folder })).rejects.toThrow('0003_wrong.sql: division by zero')
    expect(await tables()).toEqual(['coins', 'notes', 'schema_migrations'])
    write('0003_wrong.sql', 'create table good (id int);')
    expect(await migrate(store, { folder })).toEqual(['0003_wrong.sql'])
  })

  it('refuses when a file that ran was changed', async () => {
    await migrate(store, { folder })
    write('0001_coins.sql', 'create table coins (id bigint primary key)')
    await expect(migrate(store, { folder })).rejects.toThrow('0001_coins.sql was changed after it ran')
  })

  it('does not treat other line endings as a change', async () => {
    await migrate(store, { folder })
    write('0001_coins.sql', 'create table coins (id int primary key);\r\ninsert into coins values (1), (2)')
    expect(await migrate(store, { folder })).toEqual([])
  })

  it('refuses a database of a newer program, and changes nothing', async () => {
    write('0004_future.sql', 'create table future (id int)')
    await migrate(store, { folder })
    unlinkSync(join(folder, '0004_future.sql'))
    write('0003_late.sql', 'create table late (id int)')
    await expect(migrate(store, { folder })).rejects.toThrow(
      'The database is newer than this program (0004_future.sql)',
    )
    expect(await tables()).not.toContain('late')
  })

  it('runs each file once when several start at the same time', async () => {
    for (let number = 3; number <= 9; number++) write(`000${number}_more.sql`, `insert into coins values (${number})`)
    const others = kind === 'postgres' ? [await openPostgres(database.url ?? ''), await openStore(database)] : []
    const ran = await Promise.all([store, ...others, store].map((each) => migrate(each, { folder })))
    expect(ran.flat().sort()).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => expect.stringContaining(`000${number}_`)),
    )
    expect(await store.query('select count(*)::int as n from coins')).toEqual([{ n: 9 }])
    for (const other of others) await other.close()
  })

  it('brings an empty database to this program’s version with the files beside it', async () => {
    const ran = await migrate(store)
    expect(ran.length).toBeGreaterThan(0)
    expect(await migrate(store)).toEqual([])
  })

  it('delivers afterwards no event recorded without an endpoint, and all that an endpoint waits for', async () => {
    for (const name of readdirSync(FILES).filter((file) => file.endsWith('.sql') && file < '0015'))
      copyFileSync(join(FILES, name), join(folder, name))
    for (const name of ['0001_coins.sql', '0002_notes.sql']) unlinkSync(join(folder, name))
    await migrate(store, { folder })
    const platform = '00000000-0000-7000-8000-000000000001'
    const [halfway, unheard, soon] = [2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
    await store.script(`
      insert into events (platform_id, object_id, sequence, id, type, data, created_at)
        select '${platform}', object::uuid, sequence, gen_random_uuid(), 'TEST', '{}', now()
        from unnest(array['${halfway}', '${unheard}', '${soon}']) object, generate_series(1, 3) sequence;
      insert into deliveries (platform_id, object_id, delivered, attempts, again) values ('${platform}', '${halfway}', 1, 2, false);
      insert into jobs (platform_id, key, name, subjects, due_at, attempts)
        values ('${platform}', 'a key', 'deliverEvents', '["${soon}"]', now(), 0)`)
    copyFileSync(join(FILES, '0015_wanted_events.sql'), join(folder, '0015_wanted_events.sql'))
    expect(await migrate(store, { folder })).toEqual(['0015_wanted_events.sql'])
    expect(await store.query('select object_id, delivered, attempts from deliveries order by object_id')).toEqual([
      { object_id: halfway, delivered: 1, attempts: 2 },
      { object_id: unheard, delivered: 3, attempts: 0 },
    ])
    expect(await store.query('select distinct is_wanted from events')).toEqual([{ is_wanted: true }])
  })
})
