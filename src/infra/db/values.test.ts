/** Value tests: stored values are read back unchanged, from both databases and by every reader. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase, openStore } from '../../../test/harness/database/database.ts'
import type { Store } from './store.ts'

const CASES: [type: string, stored: string | null, read: unknown][] = [
  ['int8', '9000000000000000', 9_000_000_000_000_000n],
  ['int8', '-9223372036854775808', -9_223_372_036_854_775_808n],
  ['int4', '-7', -7],
  ['int2', '7', 7],
  ['float8', '0.1', 0.1],
  ['numeric', '12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['text', 'é "quoted" \\ \n 漢字 🏦', 'é "quoted" \\ \n 漢字 🏦'],
  ['text', '', ''],
  ['text', null, null],
  ['uuid', '0190a1b2-c3d4-7000-8000-0123456789ab', '0190a1b2-c3d4-7000-8000-0123456789ab'],
  ['timestamptz', '2026-11-20T13:09:46.123Z', Date.parse('2026-11-20T13:09:46.123Z')],
  ['timestamptz', '2026-11-20T13:09:46.123999+02:00', Date.parse('2026-11-20T11:09:46.123Z')],
  ['timestamptz', '1969-12-31T23:59:59.999Z', -1],
  ['date', '2026-11-20', '2026-11-20'],
  ['timestamp', '2026-11-20T13:09:46', '2026-11-20 13:09:46'],
  ['interval', '1 day 02:00:00', '1 day 02:00:00'],
  ['json', '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
  ['jsonb', '{"amount":12,"nested_name":"x"}', { amount: 12, nested_name: 'x' }],
  ['bytea', '\\x00ff10', Buffer.from([0, 255, 16])],
  ['int8[]', '{1,NULL,9000000000000000}', [1n, null, 9_000_000_000_000_000n]],
  ['int4[]', '{1,2}', [1, 2]],
  ['text[]', '{a,"b,c",NULL}', ['a', 'b,c', null]],
  ['numeric[]', '{1.10,2}', ['1.10', '2']],
  ['timestamptz[]', '{2026-11-20T13:09:46Z,NULL}', [Date.parse('2026-11-20T13:09:46Z'), null]],
  ['date[]', '{2026-11-20}', ['2026-11-20']],
]

describe('a value', () => {
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

  for (const [type, stored, read] of CASES) {
    it(`of type ${type} is read back: ${stored}`, async () => {
      const text = `select $1::text::${type} as value`
      expect(await store.query(text, [stored])).toEqual([{ value: read }])
      expect(await store.query(text, [stored], `select_${type}`)).toEqual([{ value: read }])

      const { rows } = await sql`select ${stored}::text::${sql.raw(type)} as value`.execute(store.reads)
      expect(rows).toEqual([{ value: read }])

      let answers: unknown[][] = []
      await store.lanes[0]?.atomic(async (send) => {
        answers = await send([{ name: `see_${type}`, text, values: [stored] }])
        return []
      })
      expect(answers).toEqual([[{ value: read }]])
    })
  }

  it('of type json stays the text it was written as when it is read as text', async () => {
    const written = '{ "b":1,  "a": 1.0 }'
    expect(await store.query('select $1::json::text as value', [written])).toEqual([{ value: written }])
  })

  it('may be given as text, number, bigint, boolean, null, Buffer or a list', async () => {
    const values = ['x', 1, 9_000_000_000_000_000n, true, null, Buffer.from('y'), ['a', null], [1n, 2n]]
    const types = ['text', 'int', 'int8', 'boolean', 'text', 'bytea', 'text[]', 'int8[]']
    const text = `select ${types.map((type, i) => `$${i + 1}::${type} as v${i}`).join(', ')}`
    const [row] = await store.query<Record<string, unknown>>(text, values)
    expect(Object.values(row ?? {})).toEqual(values)
  })
})
