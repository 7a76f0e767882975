/** Row reader tests: rows by key as commands see them, many with one statement. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, openStore } from '../../../test/harness/database/database.ts'
import { json, money, orNull, table, text, time } from '../../engine/table.ts'
import type { Store } from '../db/store.ts'
import { readRow } from './row-reader.ts'

const coins = table(
  'coins',
  { name: text(), worthInCents: money, minted: time, details: orNull(json<object>()) },
  { key: 'name' },
)
const [ME, OTHER] = [randomUUID(), randomUUID()]

let database: FreshDatabase
let store: Store
beforeAll(async () => {
  database = await freshDatabase()
  store = await openStore(database)
  await store.script(`
    create table coins (platform_id uuid, name text, worth_in_cents bigint, minted timestamptz, details json, primary key (platform_id, name));
    insert into coins values
      ('${ME}', 'dime', 10, '2026-01-02 03:04:05.678+00', '{"isWorn":true}'),
      ('${ME}', 'quarter', 25, '2026-01-02 00:00:00+00', null),
      ('${OTHER}', 'dime', 11, '2026-01-02 00:00:00+00', null)`)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

it('reads the rows that are requested at the same time with one statement, each for its own platform', async () => {
  const names: (string | undefined)[] = []
  const counting: Pick<Store, 'query'> = {
    query: (text, values, name) => {
      names.push(name)
      return store.query(text, values, name)
    },
  }
  const minted = Date.UTC(2026, 0, 2)
  const found = await Promise.all(
    (
      [
        [ME, 'quarter'],
        [OTHER, 'dime'],
        [OTHER, 'quarter'],
        [ME, 'dime'],
        [ME, 'quarter'],
      ] as const
    ).map(([platformId, name]) => readRow(counting, coins, platformId, name)),
  )
  const quarter = { name: 'quarter', worthInCents: 25n, minted, details: null }
  expect(found).toEqual([
    quarter,
    { name: 'dime', worthInCents: 11n, minted, details: null },
    undefined,
    { name: 'dime', worthInCents: 10n, minted: Date.UTC(2026, 0, 2, 3, 4, 5, 678), details: { isWorn: true } },
    quarter,
  ])
  expect(names).toEqual(['read_coins'])
})

it('fails for every caller when the statement fails, and reads again afterwards', async () => {
  let isAway = true
  const away: Pick<Store, 'query'> = {
    query: (...statement) => (isAway ? Promise.reject(new Error('away')) : store.query(...statement)),
  }
  const both = await Promise.allSettled([readRow(away, coins, ME, 'dime'), readRow(away, coins, ME, 'quarter')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await readRow(away, coins, ME, 'dime')).toMatchObject({ worthInCents: 10n })
})
