/** System route tests: health, readiness, metrics, public keys and the contract. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../client/request.ts'
import { contract } from '../../../contract/contract.ts'
import { openApiDocument } from '../../../contract/openapi.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../../../test/harness/cast.ts'
import { bareId } from '../../core/ids.ts'
import { executeQuote } from '../../domain/payments/quotes/execute-quote.ts'

let app: TestApp
const get = (path: string) => app.raw('GET', app.origin + path, { as: null })

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('/healthz', () => {
  it('reports that the process is alive, without authentication', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})

describe('/readyz', () => {
  it('reports that requests can be served', async () => {
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('answers 503 while the database is unreachable; /healthz stays 200', async () => {
    let isAway = false
    const lonely = await testApp({
      cast: false,
      store: (usual) => ({
        ...usual,
        query: (...given) => (isAway ? Promise.reject(new Error('away')) : usual.query(...given)),
      }),
    })
    isAway = true
    const reply = await lonely.raw('GET', `${lonely.origin}/readyz`, { as: null })
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).toBe('1')
    expect((await lonely.raw('GET', `${lonely.origin}/healthz`, { as: null })).status).toBe(200)
    isAway = false
    await lonely.close()
  })
})

describe('while the clock differs from the database’s', () => {
  it('only health and metrics are served; afterwards everything is', async () => {
    let fault: string | undefined
    const wrong = await testApp({ cast: false, clockFault: () => fault })
    const at = (path: string) => wrong.raw('GET', wrong.origin + path, { as: null })
    fault = 'The clock is ahead'
    expect(await at('/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable', reason: fault } })
    expect(await wrong.call('listCustomers')).toMatchObject({
      status: 503,
      error: { code: 'SERVICE_UNAVAILABLE', message: fault },
    })
    expect([(await at('/healthz')).status, (await at('/metrics')).status]).toEqual([200, 200])
    fault = undefined
    expect([(await at('/readyz')).status, (await wrong.call('listCustomers')).status]).toEqual([200, 200])
    await wrong.close()
  })

  it('no job starts, and the clock is not moved past jobs that are due; afterwards they run', async () => {
    let fault: string | undefined
    const wrong = await testApp({ clockFault: () => fault })
    const { id: accountId } = await accountOf(wrong, 'northwind', 'USD')
    const bank = await clabe(wrong, '719')
    const due = await quoteBetween(wrong, accountId, bank)
    const status = async () =>
      (await wrong.store.query<{ status: string }>('select status from quotes where id = $1', [bareId(due.id)]))[0]
        ?.status
    fault = 'The clock is ahead'
    // As for a request that was admitted just before.
    await wrong.app.engine.run(wrong.platform.platformId, (rows) => executeQuote(rows, bareId(due.id)))
    await wrong.settle()
    expect(await status()).toBe('PROCESSING')
    await expect(wrong.advance({ minutes: 10 })).rejects.toThrow(fault)
    fault = undefined
    await wrong.settle()
    expect(await status()).toBe('COMPLETED')
    await wrong.close()
  })
})

describe('/metrics', () => {
  it('counts requests by operation, not by id', async () => {
    const quoteId = 'Quote:019542f5-b3e7-7d02-8000-000000000001'
    await app.call('getQuoteById', { params: { quoteId } })
    const { status, text, headers } = await get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toContain(`/2025-10-13${pathTo('getQuoteById', { quoteId: ':quoteId' })}`)
    expect(text).not.toContain('019542f5')
    for (const line of text.split('\n').filter(Boolean)) expect(line).toMatch(/^(#.*|[a-zA-Z_:][\w:]*(\{.*\})? \S+)$/)
  })
})

describe('/metrics of jobs', () => {
  it('report for each class the subjects due, the lag, and those held back by a silent endpoint', async () => {
    const lonely = await testApp({ cast: false })
    await lonely.app.runner.stop()
    lonely.clock.freeze()
    const { platformId } = lonely.platform
    const at = (seconds: number) => new Date(lonely.clock.now() + seconds * 1000).toISOString()
    await lonely.store.query(
      `insert into jobs (platform_id, key, name, subjects, due_at, attempts, class)
      select $1::uuid, name, name, subjects::json, due_at::timestamptz, 0, class from (values
        ('askPayout', '["a", "b"]', $2, 'money'), ('sendPayout', '["c"]', $3, 'money'), ('askPull', '["d"]', $4, 'money'),
        ('deliverEvents', '["e", "f", "g"]', $2, 'webhooks')) as j (name, subjects, due_at, class)`,
      [platformId, at(-90), at(-5), at(60)],
    )
    await lonely.store.query(
      "insert into circuits (platform_id, class, silences, silent_since, probe_at) values ($1, 'webhooks', 3, $2, $3)",
      [platformId, at(-90), at(5)],
    )
    const { text } = await lonely.raw('GET', `${lonely.origin}/metrics`, { as: null })
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'causeway_jobs_due{class="money"} 3',
        'causeway_jobs_lag_seconds{class="money"} 90',
        'causeway_jobs_due{class="webhooks"} 0',
        'causeway_jobs_held{class="webhooks"} 3',
        'causeway_jobs_lag_seconds{class="webhooks"} 0',
        'causeway_jobs_due{class="other"} 0',
        'causeway_jobs_waiting{state="planned"} 4',
      ]),
    )
    await lonely.close()
  })
})

describe('/openapi.json', () => {
  it('is the contract', async () => {
    const { status, body, headers } = await get('/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
    const described = Object.values<object>(body.paths).flatMap((methods) =>
      Object.values<{ operationId: string }>(methods as never),
    )
    expect(described.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(Object.keys(contract)))
  })
})

describe('/.well-known/jwks.json', () => {
  it('has the public key that verifies events, and nothing private', async () => {
    const { status, body } = await get('/.well-known/jwks.json')
    expect(status).toBe(200)
    expect(body.keys.length).toBeGreaterThan(0)
    for (const key of body.keys) {
      expect(key).toMatchObject({
        kty: 'EC',
        crv: 'P-256',
        use: 'sig',
        alg: 'ES256',
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      })
      expect(key).not.toHaveProperty('d')
    }
  })
})

describe('/.well-known/wallet-export-key.json', () => {
  it('has no key in the sandbox, where exports are not signed', async () => {
    expect((await get('/.well-known/wallet-export-key.json')).body).toEqual({ publicKey: null })
  })
})
