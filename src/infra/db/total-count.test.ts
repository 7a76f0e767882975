/** Count tests: `totalCount` is exact up to a limit, and beyond it an estimate, marked as one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { COUNTED_MAX } from './reads.ts'

describe('the totalCount of a list', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ cast: false })
  })
  afterAll(() => app.close())

  const add = (count: number, region: string) =>
    app.store.query(
      `insert into customers (platform_id, id, platform_customer_id, type, status, uma_address, region, profile, version, created_at, updated_at)
       select $1, gen_random_uuid(), 'c' || n, 'INDIVIDUAL', 'APPROVED', '$c' || n || '@acme.example', $3, '{}', 0, now(), now()
       from generate_series(1, $2::int) n`,
      [app.platform.platformId, count, region],
    )
  const list = (query: object = {}) => app.ok('listCustomers', { query: { limit: 1, ...query } })

  it('is 0 for an empty table', async () => {
    expect(await list()).toEqual({ data: [], hasMore: false, totalCount: 0 })
  })

  it('is exact up to its limit', async () => {
    await add(COUNTED_MAX - 3, 'US')
    await add(3, 'DE')
    const all = await list()
    expect(all.totalCount).toBe(COUNTED_MAX)
    expect(all).not.toHaveProperty('isTotalCountEstimated')
  })

  it('is an estimate beyond, marked as one, and stays exact for filters with fewer matches', async () => {
    await add(2 * COUNTED_MAX, 'US')
    await app.store.script('analyze customers')
    const all = await list()
    expect(all).toMatchObject({ isTotalCountEstimated: true, hasMore: true })
    expect(all.totalCount).toBeGreaterThan(2 * COUNTED_MAX)
    expect(all.totalCount).toBeLessThan(4 * COUNTED_MAX)
    expect(await list({ region: 'DE' })).toMatchObject({ totalCount: 3 })
    expect(await list({ region: 'DE' })).not.toHaveProperty('isTotalCountEstimated')
    expect((await list({ region: 'FR' })).totalCount).toBe(0)
  })

  it('is never below what was counted, where statistics are missing', async () => {
    await app.store.script("update pg_class set reltuples = 1, relpages = 1 where relname = 'customers'")
    const all = await list()
    expect(all.isTotalCountEstimated).toBe(true)
    expect(all.totalCount).toBeGreaterThan(COUNTED_MAX)
  })
})
