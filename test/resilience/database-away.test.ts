/** Database outage tests: every kind of request reports it, and recovers without a restart. */
import { tmpdir } from 'node:os'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { type App, createApp } from '../../src/composition/app.ts'
import { sandboxProviders } from '../../src/composition/providers/sandbox.ts'
import { seedPlatform } from '../../src/composition/seed/seed.ts'
import { movableClock } from '../../src/core/clock.ts'
import { ConnectionLost } from '../../src/engine/database.ts'
import { readsOver } from '../../src/infra/db/dialect.ts'
import type { Store } from '../../src/infra/db/store.ts'
import { fileStore } from '../../src/infra/files/file-store.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../harness/database/database.ts'
import { WALLETS } from '../harness/samples/wallet-settings.ts'

describe('while the database is unreachable', () => {
  let database: FreshDatabase
  let store: Store
  let app: App
  let authorization: string
  let isAway = false

  /** A store whose connections the test can break. */
  const breakable = (store: Store): Store => {
    const unlessAway = <Result>(work: () => Promise<Result>): Promise<Result> =>
      isAway ? Promise.reject(new ConnectionLost('away')) : work()
    const query: Store['query'] = (text, values, name) => unlessAway(() => store.query(text, values, name))
    const lanes = store.lanes.map(({ atomic }) => ({
      atomic: (work: Parameters<typeof atomic>[0]) => unlessAway(() => atomic(work)),
    }))
    return { ...store, query, lanes, reads: readsOver(query) }
  }

  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    const clock = movableClock()
    const log = pino({ level: 'silent' })
    const providers = sandboxProviders(clock, { wallets: WALLETS })
    app = await createApp({
      store: breakable(store),
      files: fileStore(tmpdir()),
      clock,
      log,
      secrets: { current: Buffer.alloc(32, 7), former: [] },
      providers,
      feeRate: '0.005',
      publicUrl: 'http://localhost',
    })
    const { clientId, clientSecret } = await seedPlatform(app, 'Acme Pay', 'acme.example')
    authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  })
  afterAll(async () => {
    await app.close()
    await store.close()
    await database.drop()
  })

  const person = {
    customerType: 'INDIVIDUAL',
    platformCustomerId: 'ana',
    fullName: 'Ana Ruiz',
    birthDate: '1990-01-15',
    nationality: 'MX',
  }
  const requests = [
    ['a read', 'GET', `/2025-10-13${pathTo('listCustomers')}`, undefined],
    ['a command', 'POST', `/2025-10-13${pathTo('createCustomer')}`, person],
    ['the readiness', 'GET', '/readyz', undefined],
  ] as const
  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.server.inject({
      method,
      url,
      headers: { authorization, 'idempotency-key': 'first' },
      ...(payload && { payload }),
    })

  it.each(requests)('%s is answered by 503 with Retry-After', async (_name, method, url, payload) => {
    isAway = true
    const reply = await send(method, url, payload)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '1'])
    if (url !== '/readyz') expect(reply.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it.each(requests)('%s succeeds as soon as the database is reachable', async (_name, method, url, payload) => {
    isAway = false
    expect((await send(method, url, payload)).statusCode).toBeLessThan(300)
  })
})
