/** Security log: each event leaves one line with actor, action, origin and outcome, and no secret. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { contract, type OperationId } from '../../contract/contract.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import { Refusal } from '../../src/core/refusal.ts'
import { refusalEvents } from '../../src/infra/http/security-events.ts'
import { SECURITY_EVENTS } from '../../src/infra/telemetry/security-log.ts'
import { connectedAgent } from '../harness/agents.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await testApp({ logTo: (line) => lines.push(line) })
})
afterAll(() => app.close())

const TAKEN_AS_IS = { authorization: 'Basic d3Jvbmc6d3JvbmctYW5kLXNlY3JldA==' }
/** Lines of the security log during some work. */
async function linesDuring(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines.length = 0
  await work()
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ security }) => security !== undefined)
    .map(({ time: _time, pid: _pid, hostname: _hostname, ...line }) => line)
}
const { info, warn } = { info: 30, warn: 40 }
const from = { address: '127.0.0.1', requestId: 'the-request', msg: 'security' }
const headers = { 'x-request-id': 'the-request' }

/** An operation as named in the log. */
const routeOf = (id: OperationId) => `${contract[id].method} /${API_VERSION}${contract[id].path}`

/** Lines of other refusals during some work. */
async function refusalsDuring(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines.length = 0
  await work()
  return lines.map((line) => JSON.parse(line)).filter(({ refusal, security }) => refusal && !security)
}

describe('the log of the service', () => {
  it('has one line for each refusal of a known caller, with its code, operation and request', async () => {
    const dollars = await accountOf(app, 'northwind', 'USD')
    const quote = await quoteBetween(app, dollars.id, await clabe(app, '719'), 90_000_000)
    const input = { params: { quoteId: quote.id }, headers, key: 'refused-once' }
    const line = {
      level: info,
      msg: 'refused',
      refusal: 'INSUFFICIENT_BALANCE',
      operation: 'executeQuote',
      platformId: app.platform.platformId,
      tokenId: expect.any(String),
      requestId: 'the-request',
    }
    expect(await refusalsDuring(() => app.call('executeQuote', input))).toMatchObject([line])
    expect(await refusalsDuring(() => app.call('createQuote', { headers }))).toMatchObject([
      { ...line, refusal: 'INVALID_INPUT', operation: 'createQuote' },
    ])
    const unknown = { params: { quoteId: `Quote:${dollars.id.slice(-36)}` as const }, headers }
    expect(await refusalsDuring(() => app.call('getQuoteById', unknown))).toMatchObject([
      { ...line, refusal: 'QUOTE_NOT_FOUND', operation: 'getQuoteById' },
    ])
    expect(await refusalsDuring(() => app.ok('getPlatformConfig', { headers }))).toEqual([])
  })

  it('names the agent whose payment its policy refuses', async () => {
    const { customerId } = await accountOf(app, 'northwind', 'USD')
    const { agent, as } = await connectedAgent(app, customerId as `Customer:${string}`)
    const dollars = await accountOf(app, 'northwind', 'USD')
    const transfer = {
      source: { accountId: dollars.id },
      destination: { accountId: await clabe(app, '719') },
      amount: 9_000_000,
    }
    lines.length = 0
    await app.call('agentCreateTransferOut', { body: transfer, as } as never)
    const written = lines.map((one) => JSON.parse(one)).filter(({ refusal }) => refusal)
    expect(written).toMatchObject([{ agentId: agent.id.replace('Agent:', '') }])
  })
})

describe('the security log', () => {
  it('has a line for refused credentials, without them', async () => {
    const found = await linesDuring(() =>
      app.raw('GET', pathTo('getPlatformConfig'), { as: null, headers: { ...headers, ...TAKEN_AS_IS } }),
    )
    expect(found).toEqual([
      {
        ...from,
        level: warn,
        security: 'authentication.refused',
        outcome: 'refused',
        operation: routeOf('getPlatformConfig'),
        refusal: 'UNAUTHORIZED',
      },
    ])
    expect(lines.join()).not.toMatch(/wrong-and-secret|d3Jvbmc6/)
  })

  it('has a line for a permission that a token lacks', async () => {
    const viewer = await app.ok('createToken', { body: { name: 'x', permissions: ['VIEW'] } })
    const as = { clientId: viewer.clientId, clientSecret: viewer.clientSecret as string }
    const [line, ...more] = await linesDuring(() =>
      app.call('createCustomer', { body: { customerType: 'INDIVIDUAL' }, as, headers }),
    )
    expect(more).toEqual([])
    expect(line).toMatchObject({
      ...from,
      level: warn,
      security: 'permission.refused',
      outcome: 'refused',
      platformId: app.platform.platformId,
      tokenId: viewer.id.replace('Token:', ''),
      operation: routeOf('createCustomer'),
      refusal: 'FORBIDDEN',
    })
  })

  it('has a line for the creation of a token and one for its deletion, neither with its secret', async () => {
    let id = '' as `Token:${string}`
    let secret = ''
    const made = await linesDuring(async () => {
      const token = await app.ok('createToken', {
        body: { name: 'Payroll', permissions: ['VIEW'] },
        headers,
        key: 'made once',
      })
      id = token.id
      secret = token.clientSecret as string
    })
    expect(made).toMatchObject([
      {
        ...from,
        level: info,
        security: 'token.created',
        outcome: 'done',
        target: id,
        operation: routeOf('createToken'),
      },
    ])
    expect(lines.join()).not.toContain(secret)
    expect(lines.join()).not.toContain('Payroll')
    const ended = await linesDuring(() => app.call('deleteTokenById', { params: { tokenId: id }, headers }))
    expect(ended).toMatchObject([{ ...from, security: 'token.deleted', outcome: 'done', target: id }])
  })

  it('has no second line for a replayed reply', async () => {
    const body = { umaDomain: 'acme.example' }
    const change = () => app.ok('updatePlatformConfig', { body, headers, key: 'changed once' })
    expect(await linesDuring(change)).toMatchObject([{ security: 'configuration.changed', outcome: 'done' }])
    expect(await linesDuring(change)).toEqual([])
  })

  it('has a line for each change of an agent, without its tokens', async () => {
    const { customerId } = await accountOf(app, 'northwind', 'USD')
    const found = await linesDuring(() => connectedAgent(app, customerId as `Customer:${string}`))
    expect(found.map(({ security }) => security)).toEqual(['agent.created'])
    expect(lines.join()).not.toMatch(/agt_/)
  })

  it('has a line for a wrong signature', async () => {
    const { id } = await accountOf(app, 'alice', 'USDB')
    const found = await linesDuring(() =>
      app.call('exportInternalAccount', {
        params: { id },
        body: { clientPublicKey: `04${'11'.repeat(64)}` },
        headers: { ...headers, 'service-wallet-signature': 'not-a-signature', 'request-id': 'Request:x' },
      }),
    )
    expect(found).toMatchObject([
      { ...from, security: 'signature.refused', outcome: 'refused', refusal: 'UNAUTHORIZED' },
    ])
    expect(lines.join()).not.toContain('not-a-signature')
  })

  it('has a line for a rate-limited caller, and at most one a second', async () => {
    const logTo = (line: string) => lines.push(line)
    const busy = await testApp({ cast: false, logTo, limits: { tokenPerSecond: 1 } })
    const ask = () => busy.call('getPlatformConfig', { headers })
    const found = await linesDuring(() => Promise.all(Array.from({ length: 20 }, ask)))
    await busy.close()
    expect(found[0]).toMatchObject({
      ...from,
      security: 'limit.reached',
      outcome: 'refused',
      refusal: 'RATE_LIMITED',
      platformId: busy.platform.platformId,
    })

    const written: string[] = []
    const tell = refusalEvents((name) => written.push(name))
    const tooFast = new Refusal('RATE_LIMITED', 'Too fast')
    const asked = { caller: undefined, operation: 'GET /x', address: '203.0.113.7', requestId: 'x' }
    for (let i = 0; i < 100; i++) tell(tooFast, asked)
    tell(tooFast, { ...asked, address: '203.0.113.8' })
    expect(written.length).toBeGreaterThanOrEqual(2)
    expect(written.length).toBeLessThan(100)
  })

  it('is documented, event by event', () => {
    const page = readFileSync('docs/operating.md', 'utf8')
    for (const [event, about] of Object.entries(SECURITY_EVENTS)) expect(page).toContain(`| \`${event}\` | ${about} |`)
  })
})
