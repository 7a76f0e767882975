import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { bareId, newId } from '../../core/ids.ts'
import { REMOVED_AT_ONCE, RETENTION, tidyUp } from './housekeeping.ts'

/** A row of each table. */
const ROWS = {
  idempotency_keys: `insert into idempotency_keys (platform_id, key, fingerprint, status, reply, created_at)
    select gen_random_uuid(), gen_random_uuid(), '', 200, 'null', now()`,
  delivery_attempts: `insert into delivery_attempts (platform_id, event_id, object_id, sequence, outcome, duration_ms, attempted_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'DELIVERED', 1, now()`,
  api_requests: `insert into api_requests (platform_id, id, request_id, operation, method, path, status, duration_ms, is_replayed)
    select gen_random_uuid(), gen_random_uuid(), 'old', 'listCustomers', 'GET', '/customers', 200, 1, false`,
} as const

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
    await app.store.script(
      `update idempotency_keys set created_at = created_at - interval '${RETENTION.replies + 1} days'`,
    )
    await fund('young')
    await tidyUp(app.store)
    expect((await fund('old')).headers.get('idempotent-replayed')).toBeNull()
    expect((await fund('young')).headers.get('idempotent-replayed')).toBe('true')
  })

  /** Ids of the customer's documents and of the files on disk. */
  const stored = async () => {
    const rows = await app.store.query<{ id: string }>('select file_id as id from documents')
    return [rows.length, readdirSync(join(app.folder, 'documents', app.platform.platformId)).length]
  }

  it('removes the documents of a customer who was deleted long enough ago, with their files', async () => {
    const { id } = await app.ok('createCustomer', { body: { customerType: 'BUSINESS' } })
    const file = new File([Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n%%EOF\n')], 'certificate.pdf')
    await app.ok('uploadDocument', {
      body: { documentHolder: id, documentType: 'CERTIFICATE_OF_INCORPORATION', country: 'DE', file },
    })
    const documents = { ...RETENTION, documents: 40 }
    await tidyUp(app.store, { ...documents, documents: 0 })
    await app.ok('deleteCustomerById', { params: { customerId: id } })
    const ago = (days: number) =>
      app.store.script(`update customers set deleted_at = now() - interval '${days} days' where id = '${bareId(id)}'`)
    await ago(41)
    await tidyUp(app.store)
    await ago(39)
    await tidyUp(app.store, documents)
    await app.settle()
    expect(await stored()).toEqual([1, 1])
    await ago(41)
    await tidyUp(app.store, documents)
    await app.settle()
    expect(await stored()).toEqual([0, 0])
  })

  it('removes events of their age if it is set, but none of an object that waits for delivery', async () => {
    const { platformId } = app.platform
    const add = (object: string, sequence: number, days: number, isWanted: boolean) =>
      app.store.query(
        `insert into events (platform_id, object_id, sequence, id, type, data, created_at, is_wanted)
         values ($1, $2, $3, $4, 'TEST', '{}', now(), $5)`,
        [platformId, object, sequence, newId(Date.now() - days * 86_400_000), isWanted],
      )
    const [done, waiting] = [newId(0), newId(0)]
    await add(done, 1, 21, true)
    await add(done, 2, 19, true)
    await add(waiting, 1, 21, true)
    await add(waiting, 2, 21, false)
    await app.store.query(
      `insert into deliveries (platform_id, object_id, delivered, attempts, again) values ($1, $2, 2, 0, false), ($1, $3, 0, 0, false)`,
      [platformId, done, waiting],
    )
    const kept = () =>
      app.store.query<{ place: string }>(
        `select case object_id when $1 then 'done' else 'waiting' end || sequence as place from events
         where object_id = any($2) order by 1`,
        [done, [done, waiting]],
      )
    const names = async () => (await kept()).map(({ place }) => place)
    await tidyUp(app.store)
    expect(await names()).toEqual(['done1', 'done2', 'waiting1', 'waiting2'])
    await tidyUp(app.store, { ...RETENTION, events: 20 })
    expect(await names()).toEqual(['done2', 'waiting1', 'waiting2'])
    expect(await app.audit()).toEqual([])
    await app.store.script("delete from events where type = 'TEST' and sequence = 1")
    await app.store.query('update deliveries set delivered = 2 where object_id = $1', [waiting])
    await tidyUp(app.store, { ...RETENTION, events: 20 })
    expect(await names()).toEqual(['done2'])
  })

  it.each([
    ['replies', 'idempotency_keys', 'created_at'],
    ['attempts', 'delivery_attempts', 'attempted_at'],
    ['requests', 'api_requests', 'recorded_at'],
  ] as const)('keeps %s for the days that are set', async (name, table, column) => {
    await app.store.script(ROWS[table])
    const age = (days: number) => app.store.script(`update ${table} set ${column} = now() - interval '${days} days'`)
    // Requests of other tests may be recorded in the meantime.
    const count = async () =>
      (await app.store.query(`select from ${table} where ${column} < now() - interval '1 day'`)).length
    const set = { ...RETENTION, [name]: 50 }
    await age(49)
    const before = await count()
    expect(before).toBeGreaterThan(0)
    await tidyUp(app.store, set)
    expect(await count()).toBe(before)
    await age(51)
    await tidyUp(app.store, set)
    expect(await count()).toBe(0)
  })

  it('keeps all attempts of an event that was given up, also the one that delivered it later', async () => {
    const [platform, object] = [randomUUID(), randomUUID()]
    const outcomes = async () =>
      (
        await app.store.query<{ outcome: string }>(
          'select outcome from delivery_attempts where platform_id = $1 order by sequence, attempted_at',
          [platform],
        )
      ).map(({ outcome }) => outcome)
    await app.store.script(`insert into delivery_attempts
        (platform_id, event_id, object_id, sequence, outcome, duration_ms, attempted_at)
      select '${platform}', gen_random_uuid(), '${object}', sequence, outcome, 1, now() - days * interval '1 day'
      from (values (1, 'FAILED', 60), (1, 'GIVEN_UP', 53), (1, 'DELIVERED', 52), (2, 'FAILED', 53), (2, 'DELIVERED', 52))
        as attempts (sequence, outcome, days)`)
    await tidyUp(app.store)
    expect(await outcomes()).toEqual(['FAILED', 'GIVEN_UP', 'DELIVERED'])
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
