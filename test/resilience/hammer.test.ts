/** Hammer tests: 64 simultaneous callers on one key, quote, balance or name, also through two processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type AnyInput, pathTo, requestFor } from '../../client/request.ts'
import type { InternalAccount } from '../../contract/accounts/internal-accounts.ts'
import type { OperationId } from '../../contract/contract.ts'
import { type Reply, type TestApp, testApp } from '../harness/app.ts'
import { accountOf, balanceOf, quoteBetween } from '../harness/cast.ts'
import { kind } from '../harness/database/database.ts'
import { databaseOn } from '../harness/database/postgres.ts'
import { times } from '../harness/engine.ts'

const CALLERS = 64
const ROUNDS = Number(process.env.HAMMER_ROUNDS ?? 3)

/** A second process of the service, on the database of the first. */
async function secondProcess({ store }: TestApp): Promise<{ base: string; end(): Promise<void> }> {
  const [database] = await store.query<{ name: string }>('select current_database() as name')
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-hammer-'))
  const env = {
    ...process.env,
    DATABASE_URL: databaseOn(inject('postgres').url, database?.name as string),
    CAUSEWAY_SECRET_KEY: '07'.repeat(32), // the secret of testApp()
    CAUSEWAY_DATA_DIR: dataDir,
    PORT: '0',
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const base = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The second process does not start: ${said}`)))
    child.stdout.on('data', (bytes) => {
      said += bytes
      const found = /API base:\s+(\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
  })
  const end = async () => {
    child.removeAllListeners('exit')
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(dataDir, { recursive: true })
  }
  return { base, end }
}

const places = kind === 'postgres' ? ['one process', 'two processes'] : ['one process']
describe.each(places)('64 callers at once, %s', (place) => {
  let app: TestApp
  let bases: string[]
  let end = async () => {}
  let usd: InternalAccount
  let eur: InternalAccount
  let alice: InternalAccount

  beforeAll(async () => {
    app = await testApp()
    bases = [app.base]
    if (place === 'two processes') {
      const second = await secondProcess(app)
      bases.push(second.base)
      end = second.end
    }
    usd = await accountOf(app, 'northwind', 'USD')
    eur = await accountOf(app, 'northwind', 'EUR')
    alice = await accountOf(app, 'alice', 'USD')
  })
  afterEach(async () => expect(await app.audit()).toEqual([]))
  afterAll(async () => {
    await end()
    await app.close()
  })

  /** Sends the same request from every caller, to the processes in turn. */
  const hammer = (
    id: OperationId,
    input: (i: number) => Pick<AnyInput, 'params' | 'body'>,
    key: (i: number) => string,
  ): Promise<Reply<any>[]> =>
    Promise.all(
      times(CALLERS, (i) => {
        const { method, path, ...request } = requestFor(id, { ...input(i), idempotencyKey: key(i) })
        return app.raw(method, bases[i % bases.length] + path, request)
      }),
    )
  const statuses = (replies: readonly Reply<any>[]) => {
    const counted: Record<string, number> = {}
    for (const { status, error } of replies) {
      const name = status < 300 ? `${status}` : `${status} ${error.code}`
      counted[name] = (counted[name] ?? 0) + 1
    }
    return counted
  }
  const count = async (table: string) =>
    Number((await app.store.query<{ n: bigint }>(`select count(*) as n from ${table}`))[0]?.n)
  const quoteOver = (amount: number) => ({
    lockedCurrencySide: 'SENDING',
    source: { sourceType: 'ACCOUNT', accountId: usd.id },
    destination: { destinationType: 'ACCOUNT', accountId: eur.id },
    lockedCurrencyAmount: amount,
  })
  /** One effect, and 64 identical replies: the first one, and 63 replays of it. */
  const expectOneAnswer = (replies: readonly Reply<any>[], status: number) => {
    expect(replies.map((reply) => reply.status)).toEqual(times(CALLERS, () => status))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(CALLERS - 1)
  }

  it.each(times(ROUNDS, (round) => round))(
    'with one key create one quote, fund once, and execute once (round %i)',
    async (round) => {
      const quotes = await count('quotes')
      const created = await hammer(
        'createQuote',
        () => ({ body: quoteOver(1_000) }),
        () => `create ${round}`,
      )
      expectOneAnswer(created, 201)
      expect(await count('quotes')).toBe(quotes + 1)

      const before = await balanceOf(app, usd)
      const funded = await hammer(
        'sandboxFundInternalAccount',
        () => ({ params: { accountId: usd.id }, body: { amount: 1_500 } }),
        () => `fund ${round}`,
      )
      expectOneAnswer(funded, 200)
      expect(await balanceOf(app, usd)).toBe(before + 1_500)

      const executed = await hammer(
        'executeQuote',
        () => ({ params: { quoteId: created[0]?.body.id } }),
        () => `execute ${round}`,
      )
      expectOneAnswer(executed, 200)
      expect(await balanceOf(app, usd)).toBe(before + 500)
    },
  )

  it.each(times(ROUNDS, (round) => round))(
    'with a key each execute a quote once; the others are refused (round %i)',
    async (round) => {
      const before = await balanceOf(app, usd)
      const { id } = await quoteBetween(app, usd.id, eur.id, 2_000)
      const replies = await hammer(
        'executeQuote',
        () => ({ params: { quoteId: id } }),
        (i) => `one quote ${round} ${i}`,
      )
      expect(statuses(replies)).toEqual({ 200: 1, '409 QUOTE_ALREADY_EXECUTED': CALLERS - 1 })
      expect(await balanceOf(app, usd)).toBe(before - 2_000)

      const again = await hammer(
        'executeQuote',
        () => ({ params: { quoteId: id } }),
        () => `one no ${round}`,
      )
      expectOneAnswer(again, 409)
    },
  )

  it.each(times(ROUNDS, (round) => 3 + ((20 * round) % 60)))(
    'spend a balance that covers %i payments exactly that many times',
    async (covered) => {
      const amount = 700
      const quotes = await Promise.all(times(CALLERS, () => quoteBetween(app, alice.id, eur.id, amount)))
      await app.ok('sandboxFundInternalAccount', {
        params: { accountId: alice.id },
        body: { amount: covered * amount + amount - 1 },
      })
      const replies = await Promise.all(
        quotes.map(({ id }, i) =>
          app.raw('POST', bases[i % bases.length] + pathTo('executeQuote', { quoteId: id }), {
            headers: { 'idempotency-key': `spend ${id}` },
          }),
        ),
      )
      expect(statuses(replies)).toEqual({ 200: covered, '400 INSUFFICIENT_BALANCE': CALLERS - covered })
      expect(await balanceOf(app, alice)).toBe(amount - 1)
      const emptied = await quoteBetween(app, alice.id, eur.id, amount - 1)
      await app.ok('executeQuote', { params: { quoteId: emptied.id } })
      expect(await balanceOf(app, alice)).toBe(0)
    },
  )

  it('with one key and two requests execute one of them, and refuse the other', async () => {
    const replies = await hammer(
      'createQuote',
      (i) => ({ body: quoteOver(i % 2 === 0 ? 1_111 : 2_222) }),
      () => 'two requests',
    )
    expect(statuses(replies)).toEqual({ 201: CALLERS / 2, '422 IDEMPOTENCY_KEY_REUSED': CALLERS / 2 })
    expect(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
  })

  it('with a key each fund an account 64 times', async () => {
    const before = await balanceOf(app, eur)
    const replies = await hammer(
      'sandboxFundInternalAccount',
      (i) => ({ params: { accountId: eur.id }, body: { amount: i + 1 } }),
      (i) => `each ${i}`,
    )
    expect(statuses(replies)).toEqual({ 200: CALLERS })
    expect(await balanceOf(app, eur)).toBe(before + (CALLERS * (CALLERS + 1)) / 2)
  })

  it('request one name, and one gets it', async () => {
    const customers = await count('customers')
    const request = {
      customerType: 'INDIVIDUAL',
      platformCustomerId: 'the one',
      fullName: 'Ana Ruiz',
      birthDate: '1990-01-15',
      nationality: 'MX',
    }
    const replies = await hammer(
      'createCustomer',
      () => ({ body: request }),
      (i) => `name ${i}`,
    )
    expect(statuses(replies)).toEqual({ 201: 1, '409 CONFLICT': CALLERS - 1 })
    expect(await count('customers')).toBe(customers + 1)
  })
})
