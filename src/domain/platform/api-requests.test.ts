import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../../client/request.ts'
import { contract } from '../../../contract/contract.ts'
import type { Operation } from '../../../contract/operation.ts'
import { REDACTED, REQUEST_LIFE_DAYS, REQUESTS_KEPT } from '../../../contract/platform/api-requests.ts'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf, quoteBetween } from '../../../test/harness/cast.ts'
import { JSON_TYPE, pathWith } from '../../../test/harness/samples/requests.ts'
import { sampleOf } from '../../../test/harness/samples/samples.ts'
import { tidyUp } from '../../infra/jobs/housekeeping.ts'
import { type Exchange, type Recorded, requestLog } from '../../infra/request-log/request-log.ts'

const CANARY = 'canary-7f3a'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.close())

const newest = async (query: object = {}) => {
  const { data } = await app.ok('listApiRequests', { query: { limit: 1, ...query } })
  return data[0] as (typeof data)[number]
}
const shown = (apiRequestId: `ApiRequest:${string}`) => app.ok('getApiRequestById', { params: { apiRequestId } })

describe('listApiRequests', () => {
  it('shows caller, operation, response and Idempotency-Key', async () => {
    const { id: from } = await accountOf(app, 'northwind', 'USD')
    const { id: to } = await accountOf(app, 'alice', 'EUR')
    const { id: quoteId } = await quoteBetween(app, from, to, 1_000)
    const execute = () => app.call('executeQuote', { params: { quoteId }, key: 'pay-once' })
    const { headers } = await execute()
    const first = await newest()
    expect(first).toMatchObject({
      requestId: headers.get('x-request-id'),
      operation: 'executeQuote',
      method: 'POST',
      path: pathTo('executeQuote', { quoteId }),
      status: 200,
      outcome: 'SUCCEEDED',
      tokenId: expect.stringMatching(/^Token:/),
      callerName: expect.any(String),
      idempotencyKey: 'pay-once',
      isReplayed: false,
    })
    await execute()
    expect(await newest()).toMatchObject({ idempotencyKey: 'pay-once', isReplayed: true })
    const underTheKey = await app.ok('listApiRequests', { query: { idempotencyKey: 'pay-once' } })
    expect(underTheKey.totalCount).toBe(2)
  })

  it('finds a refusal by the request id in its details', async () => {
    const refused = await app.raw('POST', contract.createCustomer.path, {
      body: '{"customerType":"NEITHER"}',
      headers: JSON_TYPE,
    })
    const { requestId } = refused.body.details
    const found = await newest({ requestId })
    expect(found).toMatchObject({ operation: 'createCustomer', outcome: 'REFUSED', errorCode: 'INVALID_INPUT' })
    expect((await shown(found.id)).responseBody).toMatchObject({
      code: 'INVALID_INPUT',
      details: { errors: [{ field: 'customerType' }], hint: expect.any(String) },
    })
  })

  it('does not record its own reads, and no request without credentials', async () => {
    const { id } = await newest()
    await app.call('listCustomers', { as: null })
    await newest()
    expect(await newest()).toMatchObject({ id })
  })
})

describe('getApiRequestById', () => {
  it('shows the bodies with everything replaced that is not on the allow-list', async () => {
    const body = { customerType: 'INDIVIDUAL', fullName: `Ann ${CANARY}`, currencies: ['USD'] }
    const made = await app.ok('createCustomer', { body })
    expect(await shown((await newest()).id)).toMatchObject({
      requestBody: { customerType: 'INDIVIDUAL', fullName: REDACTED, currencies: ['USD'] },
      responseBody: { id: made.id, fullName: REDACTED, createdAt: made.createdAt },
    })
    await app.ok('listCustomers', { query: { limit: 2, search: CANARY } })
    expect((await shown((await newest()).id)).query).toEqual({ limit: 2, search: REDACTED })
  })

  it('holds no secret that a request or a response of any operation has', async () => {
    for (const [, operation] of Object.entries<Operation>(contract)) {
      if (operation.multipart) continue
      const query = Object.keys(operation.query?.properties ?? {}).map((name) => [name, CANARY])
      const path = pathWith(operation, () => CANARY)
      const body = JSON.stringify(operation.body ? withCanaries(sampleOf(operation.body as never)) : undefined)
      for (const address of [path, `${path}?${new URLSearchParams(query)}&${CANARY}=${CANARY}`])
        await app.raw(operation.method, address, body ? { body, headers: JSON_TYPE } : {})
    }
    const { clientSecret } = await app.ok('createToken', { body: { name: 'Secret', permissions: ['VIEW'] } })
    const { customerId } = await accountOf(app, 'northwind', 'USD')
    const policy = { permissions: [], spendingLimits: { currency: 'USD', perTransactionLimit: 1 } }
    const { deviceCode } = await app.ok('createAgent', { body: { name: 'Secret', customerId, policy } as never })
    const { accessToken } = await app.ok('redeemAgentDeviceCode', { params: { code: deviceCode.code }, as: null })
    await newest()
    const rows = await app.store.query<{ row: string }>('select r::text as row from api_requests r')
    expect(rows.length).toBeGreaterThan(Object.keys(contract).length)
    const all = rows.map(({ row }) => row).join('\n')
    for (const secret of [CANARY, clientSecret, deviceCode.code, accessToken, app.platform.clientSecret])
      expect(all).not.toContain(secret)
  })
})

/** The value with a canary in each text that is not a word of a fixed list. */
const withCanaries = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, field) =>
    typeof field === 'string' && !/^[A-Z_]+$/.test(field) ? CANARY : field,
  )

describe('the request log', () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const openLog = (recorded: Recorded, store = app.store) => requestLog({ store, clock: app.clock, log }, recorded)
  const exchange = (more: Partial<Exchange> = {}): Exchange => ({
    operation: 'listCustomers',
    caller: { platformId: app.platform.platformId, tokenId: 'someone', permissions: [] },
    requestId: 'by-hand',
    url: contract.listCustomers.path,
    params: {},
    idempotencyKey: undefined,
    body: undefined,
    status: 200,
    reply: '{}',
    isReplayed: false,
    durationMs: 1,
    ...more,
  })
  const count = async (condition = 'true') =>
    (await app.store.query<{ n: number }>(`select count(*)::int as n from api_requests where ${condition}`))[0]?.n

  it('keeps only refusals, or nothing, if configured so', async () => {
    for (const [recorded, kept] of [
      ['all', 2],
      ['refused', 1],
      ['off', 0],
    ] as const) {
      const under = openLog(recorded)
      for (const status of [200, 409]) under.record(exchange({ status, requestId: `mode-${recorded}` }))
      await under.close()
      expect([recorded, await count(`request_id = 'mode-${recorded}'`)]).toEqual([recorded, kept])
    }
  })

  it('drops and counts what arrives faster than it is written, and what cannot be written', async () => {
    const full = openLog('all')
    const reply = 'x'.repeat(4 * 1024 * 1024)
    for (let i = 0; i < 6; i++) full.record(exchange({ reply, requestId: 'large' }))
    await full.close()
    expect(full.stats).toEqual({ recorded: 4, dropped: 2 })
    const broken = openLog('all', { query: () => Promise.reject(new Error('away')) } as never)
    broken.record(exchange())
    await broken.close()
    expect(broken.stats).toEqual({ recorded: 0, dropped: 1 })
    expect(lines.join('')).toContain('requests could not be recorded')
  })

  it(`keeps the newest ${REQUESTS_KEPT} of a platform, for ${REQUEST_LIFE_DAYS} days`, async () => {
    await app.store.script(
      `insert into api_requests (platform_id, id, request_id, operation, method, path, status, duration_ms, is_replayed)
       select '${app.platform.platformId}', ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'old', 'listCustomers',
         'GET', '/customers', 200, 1, false from generate_series(1, ${REQUESTS_KEPT + 10}) n`,
    )
    const log = openLog('all')
    log.record(exchange({ requestId: 'newest' }))
    await log.close()
    expect(await count()).toBe(REQUESTS_KEPT)
    expect(await count(`request_id = 'newest'`)).toBe(1)
    await app.store.script(
      `update api_requests set recorded_at = now() - interval '${REQUEST_LIFE_DAYS} days 1 hour' where request_id = 'old'`,
    )
    await tidyUp(app.store)
    expect(await count(`request_id = 'old'`)).toBe(0)
    expect(await count(`request_id = 'newest'`)).toBe(1)
  })
})
