import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { accountOf } from '../../../test/cast.ts'
import { KEY_LIFE_DAYS, tidyUp } from './housekeeping.ts'

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

  it('folds the pieces of a house account into one row of the same sum, also when two do it at once', async () => {
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

  it('forgets idempotency keys after their life, and no earlier', async () => {
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
})
