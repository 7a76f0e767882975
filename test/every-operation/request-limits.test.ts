/** Request limits: of tokens, platforms, uploads, new tokens and addresses; and the headers of every reply. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { LIMITS } from '../../contract/limits.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import { debitsOf } from '../../src/infra/limits/limit-debits.ts'
import { sharedLimit } from '../../src/infra/limits/rate-limit.ts'
import { connectedAgent, newBankAccount } from '../harness/agents.ts'
import { freshPlace, type TestApp, testApp } from '../harness/app.ts'
import { kind } from '../harness/database/database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    cast: false,
    limits: { tokenPerSecond: 1, platformPerSecond: 1_000, failuresPerMinute: 5 },
    trustedProxies: ['127.0.0.1'],
  })
})
afterAll(() => app.close())

const WRONG = { authorization: 'Basic eDp5' }

describe('a token above its limit', () => {
  it('gets the limit that it has reached and when to retry', async () => {
    const other = await app.anotherPlatform()
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.call('getPlatformConfig', { as: other })))
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.error).toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: { name: 'token', quota: 1, seconds: 1 } },
    })
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(refused?.headers.get('ratelimit-policy')).toBe('"token";q=1;w=1')
    expect(refused?.headers.get('ratelimit')).toBe('"token";r=0;t=1')
  })

  it('gets headers that the contract declares for every operation', () => {
    const { paths, components } = openApiDocument() as any
    const operations = Object.values(paths).flatMap((methods) => Object.values<any>(methods as object))
    const limited = operations.filter(({ responses }) => responses[429])
    expect(limited.length).toBeGreaterThan(100)
    for (const { operationId, responses } of limited)
      expect(Object.keys(responses[429].headers), operationId).toEqual(
        expect.arrayContaining(['Retry-After', 'RateLimit-Policy', 'RateLimit']),
      )
    expect(Object.keys(components.headers)).toEqual(expect.arrayContaining(['RateLimit-Policy', 'RateLimit']))
  })
})

describe('a limit that all processes share', () => {
  const rate = { name: 'test', quota: 1_000, seconds: 86_400 }
  const PLATFORM = '019542f5-b3e7-7d02-8000-000000000001'
  const passes = (limit: ReturnType<typeof sharedLimit>, subject: string): boolean => {
    try {
      limit(PLATFORM, subject)
      return true
    } catch {
      return false
    }
  }

  it.runIf(kind === 'postgres')('is enforced by two together, to within a twentieth for each', async () => {
    const [one, other] = [0, 1].map(() => sharedLimit(rate, debitsOf(app.app.store)))
    let passed = 0
    // In turns, with debits to the database in between, as in processes that run longer than a round trip.
    for (let round = 0; round < 200; round++) {
      for (const limit of [one, other]) for (let i = 0; i < 10; i++) if (passes(limit as never, 'shared')) passed++
      await app.app.store.query('select 1')
      await new Promise(setImmediate)
    }
    expect(passed).toBeGreaterThanOrEqual(1_000)
    expect(passed).toBeLessThan(1_300)
  })

  it('is enforced by each alone while the database does not answer', () => {
    const limit = sharedLimit(rate, () => new Promise(() => {}))
    const passed = Array.from({ length: 3_000 }, () => passes(limit, 'alone')).filter(Boolean)
    expect(passed).toHaveLength(1_000)
  })

  it('continues when a debit has failed, and is enforced when all processes together exceed it', async () => {
    const debited: number[] = []
    const limit = sharedLimit(rate, async (_platform, _subject, used) => {
      debited.push(used)
      if (debited.length === 1) throw new Error('away')
      return -1
    })
    for (let i = 0; i < 50; i++) passes(limit, 'failing')
    // An amount that was not debited is debited with the next one.
    await vi.waitFor(() => expect(passes(limit, 'failing')).toBe(false), { timeout: 20_000 })
    expect(debited[0]).toBe(50)
    expect(debited[1]).toBeGreaterThan(50)
  })
})

describe('an address', () => {
  const fail = (address: string) =>
    app.raw('GET', pathTo('getPlatformConfig'), { as: null, headers: { ...WRONG, 'x-forwarded-for': address } })

  it('is limited when it keeps failing to authenticate, and no other is; valid credentials always pass', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push((await fail('203.0.113.7')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await fail('203.0.113.8')).status).toBe(401)
    const right = await app.call('getPlatformConfig', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(right.status).toBe(200)
  })

  it('is the one that a trusted proxy names last', async () => {
    for (let i = 0; i < 8; i++) await fail('198.51.100.9, 203.0.113.20')
    expect((await fail('203.0.113.20')).status).toBe(429)
    expect((await fail('198.51.100.9')).status).toBe(401)
  })

  it('is that of the connection where no proxy is trusted', async () => {
    const direct = await testApp({ cast: false, limits: { failuresPerMinute: 2 } })
    const from = (address: string) =>
      direct.raw('GET', pathTo('getPlatformConfig'), { as: null, headers: { ...WRONG, 'x-forwarded-for': address } })
    const statuses = [await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.3')]
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 429])
    await direct.close()
  })
})

describe('a platform', () => {
  it('shares one limit among its tokens, apart from other platforms', async () => {
    const busy = await testApp({ cast: false, limits: { platformPerSecond: 1 } })
    const token = await busy.ok('createToken', { body: { name: 'x', permissions: ['VIEW'] } })
    const as = { clientId: token.clientId, clientSecret: token.clientSecret as string }
    const other = await busy.anotherPlatform()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => [busy.call('getPlatformConfig', { as }), busy.call('getPlatformConfig')]).flat(),
    )
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.headers.get('ratelimit-policy')).toBe('"platform";q=1;w=1')
    expect((await busy.call('getPlatformConfig', { as: other })).status).toBe(200)
    await busy.close()
  })

  it('has at most a hundred tokens, however many are made at the same time, at one process or two', async () => {
    const place = await freshPlace()
    const one = await testApp({ place, cast: false })
    const other = kind === 'postgres' ? await testApp({ place, cast: false }) : one
    const make = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          (i % 2 ? other : one).call('createToken', { body: { name: `${i}`, permissions: ['VIEW'] } }),
        ),
      )
    const outcomes = (replies: Awaited<ReturnType<typeof make>>) => ({
      made: replies.filter(({ status }) => status === 201 || status === 200).length,
      refused: replies.filter(({ status, error }) => status === 409 && error.code === 'CONFLICT').length,
    })
    expect(outcomes(await make(LIMITS.tokens - 11))).toEqual({ made: LIMITS.tokens - 11, refused: 0 })
    expect(outcomes(await make(32))).toEqual({ made: 10, refused: 22 })
    const { data, totalCount } = await one.ok('listTokens', { query: { limit: 1 } })
    expect(totalCount).toBe(LIMITS.tokens)
    await one.ok('deleteTokenById', { params: { tokenId: data[0]?.id as never } })
    expect(outcomes(await make(8)), 'a deleted one makes room for one').toEqual({ made: 1, refused: 7 })
    if (other !== one) await other.close()
    await one.close()
    await place.drop()
  })

  it('uploads this many files a minute', async () => {
    const few = await testApp({ cast: false, limits: { uploadsPerMinute: 1 } })
    const upload = () => few.call('uploadDocument', { body: { documentType: 'PASSPORT' } })
    expect((await upload()).status).toBe(400)
    const { status, headers } = await upload()
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"uploads";q=1;w=60'])
    await few.close()
  })
})

describe('an agent, and a customer', () => {
  it('have limits of their own, beside that of the platform', async () => {
    const busy = await testApp({ limits: { agentPerSecond: 1, customerPerSecond: 1 } })
    const [customer] = (await busy.ok('listCustomers', { query: { limit: 1 } })).data
    const customerId = customer?.id as never
    const reached = async (call: () => Promise<{ status: number; headers: Headers }>) => {
      const replies = await Promise.all(Array.from({ length: 10 }, call))
      return new Set(
        replies.flatMap(({ status, headers }) => (status === 429 ? [headers.get('ratelimit-policy')] : [])),
      )
    }
    const CUSTOMER = new Set(['"customer";q=1;w=1'])
    const { as } = await connectedAgent(busy, customerId)
    expect(await reached(() => busy.call('getAgentMe', { as }))).toContain('"agent";q=1;w=1')
    // In its path, its query, and its body.
    expect(await reached(() => busy.call('getCustomerById', { params: { customerId } }))).toEqual(CUSTOMER)
    expect(await reached(() => busy.call('listTransactions', { query: { customerId } }))).toEqual(CUSTOMER)
    expect(
      await reached(() => busy.call('createCustomerExternalAccount', { body: { customerId, ...newBankAccount() } })),
    ).toEqual(CUSTOMER)
    expect(await reached(() => busy.call('getPlatformConfig'))).toEqual(new Set())
    await busy.close()
    const calm = await testApp({ limits: { customerPerSecond: 1 } })
    const [own] = (await calm.ok('listCustomers', { query: { limit: 1 } })).data
    const { as: agent } = await connectedAgent(calm, own?.id as never)
    expect(await reached(() => calm.call('getAgentMe', { as: agent }))).toEqual(CUSTOMER)
    await calm.close()
  })
})

describe('every reply', () => {
  it('forbids content sniffing, and replies of the API forbid caching', async () => {
    const usual = await testApp({ cast: false })
    const header = async (path: string, name: string) => (await usual.raw('GET', path)).headers.get(name)
    const paths = [pathTo('getPlatformConfig'), pathTo('listTokens'), '/nowhere']
    for (const path of [...paths, `${usual.origin}/healthz`, `${usual.origin}/openapi.json`])
      expect(await header(path, 'x-content-type-options'), path).toBe('nosniff')
    for (const path of paths) expect(await header(path, 'cache-control'), path).toBe('no-store')
    const { headers } = await usual.call('createToken', { body: { name: 'x', permissions: ['VIEW'] } })
    expect(headers.get('cache-control')).toBe('no-store')
    await usual.close()
  })
})
