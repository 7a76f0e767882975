/** Atomicity tests: key, transitions, postings, events and jobs are committed together or not at all. */
import { tmpdir } from 'node:os'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyInput, requestFor } from '../../client/request.ts'
import type { OperationId } from '../../contract/contract.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import type { QuoteRequest } from '../../contract/payments/quotes.ts'
import { type App, createApp } from '../../src/composition/app.ts'
import { sandboxProviders } from '../../src/composition/providers/sandbox.ts'
import { seedCast, seedPlatform } from '../../src/composition/seed/seed.ts'
import { movableClock } from '../../src/core/clock.ts'
import { houseBalances } from '../../src/domain/ledger/house.ts'
import { postings } from '../../src/domain/ledger/post.ts'
import type { Store } from '../../src/infra/db/store.ts'
import { fileStore } from '../../src/infra/files/file-store.ts'
import { type FreshDatabase, freshDatabase, openStore } from '../harness/database/database.ts'
import { type WatchedLane, watched } from '../harness/engine.ts'
import { WALLETS } from '../harness/samples/wallet-settings.ts'

type Content = ReadonlyMap<string, readonly string[]>

describe('the data that an operation writes', () => {
  let database: FreshDatabase
  let store: Store
  let app: App
  let lanes: WatchedLane[]
  let authorization: string
  let usd: string
  let eur: string
  let bank: string

  beforeAll(async () => {
    database = await freshDatabase()
    store = await openStore(database)
    lanes = store.lanes.map(watched)
    const clock = movableClock()
    const log = pino({ level: 'silent' })
    const providers = sandboxProviders(clock, { wallets: WALLETS })
    app = await createApp({
      store: { ...store, lanes },
      files: fileStore(tmpdir()),
      clock,
      log,
      secrets: { current: Buffer.alloc(32, 7), former: [] },
      providers,
      feeRate: '0.005',
      publicUrl: 'http://localhost',
    })
    const platform = await seedPlatform(app, 'Acme Pay', 'acme.example')
    await seedCast(app, platform.platformId)
    authorization = `Basic ${Buffer.from(`${platform.clientId}:${platform.clientSecret}`).toString('base64')}`
    const accountIn = async (currency: string) => {
      const [row] = await store.query<{ id: string }>(
        'select a.id from accounts a join customers c on c.id = a.customer_id where c.platform_customer_id = $1 and a.currency = $2',
        ['northwind', currency],
      )
      return `InternalAccount:${row?.id}`
    }
    ;[usd, eur] = [await accountIn('USD'), await accountIn('EUR')]
    const [external] = await store.query<{ id: string }>('select id from external_accounts')
    bank = `ExternalAccount:${external?.id}`
  })
  afterAll(async () => {
    await app.close()
    await store.close()
    await database.drop()
  })

  const send = async (id: OperationId, input: AnyInput) => {
    const { method, path, headers, body } = requestFor(id, input)
    const reply = await app.server.inject({
      method,
      url: `/${API_VERSION}${path}`,
      headers: { ...headers, authorization },
      ...(body && { payload: body as string }),
    })
    return { status: reply.statusCode, body: reply.json() as any, headers: reply.headers }
  }
  const quote = (destination: string): QuoteRequest => ({
    source: { sourceType: 'ACCOUNT', accountId: usd as never },
    destination: { destinationType: 'ACCOUNT', accountId: destination as never },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 5_000,
  })
  const execution = async (destination: string): Promise<[OperationId, AnyInput]> => {
    const { body } = await send('createQuote', { body: quote(destination) })
    return ['executeQuote', { params: { quoteId: body.id } }]
  }
  /** Every row of every table. Requests are recorded in the background. */
  const content = async (): Promise<Content> => {
    const tables = await store.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('api_requests', 'token_uses') order by 1",
    )
    const rows = await Promise.all(
      tables.map(({ name }) =>
        store.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t order by 1`),
      ),
    )
    return new Map(tables.map(({ name }, i) => [name, (rows[i] ?? []).map(({ row }) => row)]))
  }
  /** Tables with added, removed or changed rows. */
  const touched = (before: Content, after: Content) =>
    [...after.keys()].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)))

  const operations: [name: string, tables: string[], prepare: () => Promise<[OperationId, AnyInput]>][] = [
    [
      'funding an account',
      ['balances', 'batches', 'events', 'house_balances', 'idempotency_keys', 'postings', 'transactions'],
      async () => ['sandboxFundInternalAccount', { params: { accountId: usd }, body: { amount: 100_000 } }],
    ],
    [
      'creating a quote',
      ['batches', 'events', 'idempotency_keys', 'jobs', 'quotes', 'transactions'],
      async () => ['createQuote', { body: quote(eur) }],
    ],
    [
      'executing a quote between internal accounts',
      ['balances', 'batches', 'events', 'house_balances', 'idempotency_keys', 'postings', 'quotes', 'transactions'],
      () => execution(eur),
    ],
    [
      'executing a quote towards the outside',
      [
        'balances',
        'batches',
        'events',
        'house_balances',
        'idempotency_keys',
        'jobs',
        'postings',
        'quotes',
        'transactions',
      ],
      () => execution(bank),
    ],
  ]

  describe.each(operations)('by %s', (name, tables, prepare) => {
    const strike = (trouble: WatchedLane['troubles'][number]) => {
      for (const lane of lanes) lane.troubles.length = 0
      for (const lane of lanes) lane.troubles.push(trouble)
    }
    const calm = () => strike(undefined)

    it('is not stored at all when its transaction breaks after the last write', async () => {
      const [id, input] = await prepare()
      const before = await content()
      strike({ code: 'XX000' })
      expect((await send(id, { ...input, idempotencyKey: `broken ${name}` })).status).toBe(500)
      expect(touched(before, await content())).toEqual([])
      calm()
      expect((await send(id, { ...input, idempotencyKey: `broken ${name}` })).status).toBeLessThan(300)
    })

    it('is stored completely when its transaction was committed, even if the caller got no answer', async () => {
      const [id, input] = await prepare()
      const before = await content()
      strike('lost after the commit')
      const reply = await send(id, { ...input, idempotencyKey: `lost ${name}` })
      expect(reply.status).toBeLessThan(300)
      const after = await content()
      expect(touched(before, after)).toEqual(tables)
      calm()
      const again = await send(id, { ...input, idempotencyKey: `lost ${name}` })
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([reply.body, 'true'])
      expect(touched(after, await content())).toEqual([])
    })

    it('is one batch of at most one statement per table and kind', async () => {
      const [id, input] = await prepare()
      calm()
      for (const lane of lanes) lane.transactions.length = 0
      await send(id, { ...input, idempotencyKey: `counted ${name}` })
      const transactions = lanes.flatMap((lane) => lane.transactions)
      expect(transactions).toHaveLength(1)
      const writes = transactions[0]?.at(-1) as string[]
      expect(new Set(writes).size).toBe(writes.length)
      expect(writes[0]).toBe('mark')
      // The others fetch rows that are not cached: for a quote the account, its customer, the platform and its listeners.
      expect(transactions[0]?.length).toBeLessThanOrEqual(5)
      expect(writes.includes(`append_${postings.name}`)).toBe(writes.includes(`tally_${houseBalances.name}`))
    })
  })

  it('is only the reply under its key when the operation is refused', async () => {
    const { body } = await send('createQuote', { body: { ...quote(eur), lockedCurrencyAmount: 90_000_000 } })
    const before = await content()
    const refused = await send('executeQuote', { params: { quoteId: body.id }, idempotencyKey: 'refused' })
    expect(refused.body.code).toBe('INSUFFICIENT_BALANCE')
    expect(touched(before, await content())).toEqual(['batches', 'idempotency_keys'])
  })
})
