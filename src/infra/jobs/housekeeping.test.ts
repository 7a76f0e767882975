import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { KEY_LIFE_DAYS, REMOVED_AT_ONCE, tidyUp } from './housekeeping.ts'

describe('housekeeping', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  const house = () =>
    app.store.query<{ key: string; rows: bigint; total: string }>(
      'select key, count(*) as rows, sum(amount)::text as total from house_balances group by key order by key',
    )

  it('folds the rows of a house account into one with the same sum, even when two do it concurrently', async () => {
    const account = await accountOf(app, 'northwind', 'USD')
    for (let i = 0; i < 3; i++)
      await app.ok('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: 100 } })
    const before = await house()
    expect(before.some(({ rows }) => rows > 1n)).toBe(true)
    await Promise.all([tidyUp(app.store), tidyUp(app.store)])
    const after = await house()
    expect(after.map(({ key, total }) => [key, total])).toEqual(before.map(({ key, total }) => [key, total]))
    expect(after.every(({ rows }) => rows === 1n)).toBe(true)
    expect(await app.audit()).toEqual([])
  })

  it('removes idempotency keys after their lifetime, and no earlier', async () => {
    const account = await accountOf(app, 'northwind', 'USD')
    const fund = (key: string) =>
      app.call('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: 1 }, key })
    await fund('old')
    await app.store.script(`update idempotency_keys set created_at = created_at - interval '${KEY_LIFE_DAYS + 1} days'`)
    await fund('young')
    await tidyUp(app.store)
    expect((await fund('old')).headers.get('idempotent-replayed')).toBeNull()
    expect((await fund('young')).headers.get('idempotent-replayed')).toBe('true')
  })

  it('folds a sum that has grown beyond 64 bits', async () => {
    const platform = '00000000-0000-8000-8000-00000000feed'
    const piece = `('${platform}', '${platform}', 9000000000000000000)`
    await app.store.script(`insert into house_balances values ${piece}, ${piece}`)
    await tidyUp(app.store)
    const query = `select amount::text from house_balances where platform_id = '${platform}'`
    expect(await app.store.query(query)).toEqual([{ amount: '18000000000000000000' }])
    await app.store.script(`delete from house_balances where platform_id = '${platform}'`)
  })

  it('removes markers of batches after a day, a bounded number at a time', async () => {
    const count = 2 * REMOVED_AT_ONCE + 1
    const add = (age: string, many: number) =>
      app.store.script(`insert into batches (id, committed_at)
        select gen_random_uuid(), now() - interval '${age}' from generate_series(1, ${many})`)
    await add('23 hours', 3)
    const markers = () => app.store.query<{ n: number }>('select count(*)::int as n from batches')
    const before = await markers()
    await add('25 hours', count)
    const removed: number[] = []
    const query: typeof app.store.query = async (text, ...rest) => {
      const rows = await app.store.query<any>(text, ...rest)
      if (text.includes('delete from batches')) removed.push(rows[0].removed)
      return rows
    }
    await tidyUp({ ...app.store, query })
    expect(removed).toEqual([REMOVED_AT_ONCE, REMOVED_AT_ONCE, 1])
    expect(await markers()).toEqual(before)
  })

  it('completes the rest where one part fails, and reports what failed', async () => {
    await app.store.script(
      "insert into batches (id, committed_at) values (gen_random_uuid(), now() - interval '2 days')",
    )
    const failing = tidyUp({ ...app.store, script: () => Promise.reject(new Error('no fold')) })
    await expect(failing).rejects.toMatchObject({ errors: [new Error('no fold')] })
    const old = "select from batches where committed_at < now() - interval '1 day'"
    expect(await app.store.query(old)).toEqual([])
  })
})
