/** Contract tests: promises shared by all operations, generated from the contract, so that a new operation is covered at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { contract, type OperationId } from '../../contract/contract.ts'
import { notFoundCode } from '../../contract/error-codes.ts'
import { NOT_BUILT } from '../../contract/not-built.ts'
import { API_VERSION } from '../../contract/openapi.ts'
import type { Operation, Permission } from '../../contract/operation.ts'
import { agentWorld, type ConnectedAgent, connectedAgent, generous, transferOut } from '../harness/agents.ts'
import { type Reply, type SeededPlatform, type TestApp, testApp } from '../harness/app.ts'
import { cardFor, shopper, terminal } from '../harness/cards.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { asPage, operator } from '../harness/operators.ts'
import { runningReplay } from '../harness/replays.ts'
import { bodyOf, JSON_TYPE, pathWith, queryOf, resourceAt, unknownPath } from '../harness/samples/requests.ts'
import { sampleOf } from '../harness/samples/samples.ts'
import { signed, walletWithSession } from '../harness/samples/wallets.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const PERMISSIONS = ['VIEW', 'TRANSACT', 'MANAGE'] as const
const every = Object.entries<Operation>(contract) as [OperationId, Operation][]
const unbuilt = Object.entries<Pick<Operation, 'method' | 'path'>>(NOT_BUILT)
const withParams = every.filter(([, { params }]) => params)
/** All lists except the two that are never long: credentials and sessions of one wallet. */
const lists = every.filter(
  ([, { replies }]) => 'totalCount' in ((replies[200] as { properties?: object } | undefined)?.properties ?? {}),
)
const addresses = [...every, ...unbuilt].map(([, operation]) => operation)

let app: TestApp
let other: SeededPlatform
/** A token for each permission, with no other. */
let tokens: Record<Permission, { clientId: string; clientSecret: string }>
/** An agent with every permission. */
let agent: ConnectedAgent
/** An agent of another customer. */
let strangers: ConnectedAgent
/** Id of an existing object for each kind of resource. */
let real: Record<string, string>

/** Credentials that an operation accepts; none where the platform's suffice, which `raw` sends by itself. */
const entry = ({ permission }: Operation) => (permission === 'AGENT' ? { as: agent.as } : {})
const send = (operation: Operation, path: string, more: object = {}) =>
  app.raw(operation.method, path + queryOf(operation), { ...bodyOf(operation), ...entry(operation), ...more })
const garbage = { body: '{"this is not JSON', headers: JSON_TYPE }
const withGarbage = ({ method }: Operation) => (method === 'GET' ? {} : garbage)
const refusal = ({ status, error }: Reply<unknown>) => [status, error?.code]

beforeAll(async () => {
  app = await testApp()
  other = await app.anotherPlatform()
  const token = async (permission: Permission) => {
    const { clientId, clientSecret } = await app.ok('createToken', {
      body: { name: permission, permissions: [permission] },
    })
    return [permission, { clientId, clientSecret: clientSecret as string }] as const
  }
  tokens = Object.fromEntries(await Promise.all(PERMISSIONS.map(token))) as typeof tokens
  const { id, customerId } = await accountOf(app, 'northwind', 'USD')
  const quote = await quoteBetween(app, id, await clabe(app, '719'))
  const { data } = await app.ok('listTokens', { query: { name: 'VIEW' } })
  const owner = await app.ok('createBeneficialOwner', {
    body: { ...(sampleOf(contract.createBeneficialOwner.body as never) as object), customerId },
  })
  const document = await app.ok('uploadDocument', {
    body: {
      documentHolder: owner.id,
      documentType: 'PASSPORT',
      country: 'US',
      file: new File(['%PDF-1.7 %%EOF'], 'passport.pdf'),
    },
  })
  const verification = await app.ok('createVerification', { body: { customerId } })
  const { jobId } = await app.ok('uploadCustomersCsv', { body: { file: new File(['name'], 'customers.csv') } })
  const { wallet, credential, session } = await walletWithSession(app)
  agent = await connectedAgent(app, customerId as `Customer:${string}`)
  strangers = await connectedAgent(app, (await accountOf(app, 'alice', 'USD')).customerId as `Customer:${string}`)
  const asking = generous({ defaultExecutionMode: 'APPROVAL_REQUIRED' })
  const another = await connectedAgent(app, customerId as `Customer:${string}`, asking)
  const world = await agentWorld(app)
  const action = await app.ok('agentCreateTransferOut', { as: another.as, body: transferOut(world, 5) })
  const { card } = await shopper(app, 100)
  const purchase = await terminal(app, card).tap(100)
  const cardOfWallet = await cardFor(app, {
    customerId: wallet.customerId as `Customer:${string}`,
    accounts: [wallet.id],
  })
  const consent = { cardId: cardOfWallet.id, internalAccountId: wallet.id, nickname: 'Everyday' }
  const { body: delegatedKey } = await signed(app, 'createDelegatedKey', { body: consent }, session)
  real = {
    DelegatedKey: delegatedKey.id,
    Card: card.id,
    CardTransaction: purchase.id,
    Agent: another.agent.id,
    AgentAction: action.id,
    Job: jobId,
    AuthMethod: credential.id,
    Session: session.id,
    BeneficialOwner: owner.id,
    Document: document.id,
    Verification: verification.id,
    Token: data[0]?.id as string,
    Customer: customerId as string,
    InternalAccount: id,
    ExternalAccount: await clabe(app, '720'),
    Quote: quote.id,
    Transaction: quote.transactionId,
    Webhook: (await app.ok('listEvents', { query: { limit: 1 } })).data[0]?.id as string,
    ApiRequest: (await app.ok('listApiRequests', { query: { limit: 1 } })).data[0]?.id as string,
    EventReplay: `EventReplay:${await runningReplay(app, app.platform.platformId)}`,
  }
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  await app.close()
})

/** Reads that need MANAGE: a verification link lets its holder verify as the customer. */
const ALSO_NEEDS: Partial<Record<OperationId, Permission>> = { getCustomerKycLink: 'MANAGE' }

describe.each(every.filter(([, { permission }]) => permission !== 'DEVICE_CODE'))('%s', (id, operation) => {
  it('401 without credentials, whatever else is wrong', async () => {
    const reply = await send(operation, unknownPath(operation), { as: null, ...withGarbage(operation) })
    expect(refusal(reply)).toEqual([401, 'UNAUTHORIZED'])
  })

  it('401 with a wrong secret, an unknown client or another scheme, in the same words', async () => {
    const { clientId, clientSecret } = app.platform
    const without = await send(operation, unknownPath(operation), { as: null })
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const wrong = [
      basic(`${clientId}:${clientSecret.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`),
      basic(`${clientId}:`),
      basic(clientId),
      basic(`unknown:${clientSecret}`),
      basic(`${clientId}:${other.clientSecret}`),
      { authorization: `Bearer ${clientSecret}` },
      operation.permission === 'AGENT'
        ? basic(`${clientId}:${clientSecret}`)
        : { authorization: `Bearer ${agent.as.accessToken}` },
      { authorization: `Bearer ${agent.as.accessToken.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}` },
      basic(`agent:${agent.as.accessToken}`),
      { authorization: 'Basic ***' },
      { authorization: '' },
    ]
    for (const headers of wrong) {
      const reply = await app.raw(operation.method, unknownPath(operation), { as: null, headers })
      expect(reply.status).toBe(401)
      expect(reply.error).toEqual(without.error)
    }
  })

  it.runIf(operation.permission !== 'AGENT')(
    `403 without ${operation.permission}, whatever is wrong with the request`,
    async () => {
      for (const permission of PERMISSIONS) {
        if (permission === operation.permission) continue
        const reply = await app.raw(operation.method, `${unknownPath(operation)}?limit=abc`, {
          as: tokens[permission],
          ...withGarbage(operation),
        })
        expect(refusal(reply)).toEqual([403, 'FORBIDDEN'])
        expect(reply.error.details).toEqual({ requiredPermission: operation.permission })
      }
    },
  )

  const alsoNeeds = ALSO_NEEDS[id]
  it.runIf(alsoNeeds)(`403 with ${operation.permission} alone: it needs ${alsoNeeds}, too`, async () => {
    const reply = await send(operation, unknownPath(operation), { as: tokens[operation.permission as Permission] })
    expect([reply.status, reply.error.details]).toEqual([403, { requiredPermission: alsoNeeds }])
  })

  it.runIf(!alsoNeeds)(`is permitted with ${operation.permission} alone`, async () => {
    const { permission } = operation
    const as = permission === 'AGENT' ? agent.as : tokens[permission as Permission]
    const reply = await send(operation, unknownPath(operation), { as })
    expect([401, 500]).not.toContain(reply.status)
    expect(reply.error?.details ?? {}).not.toHaveProperty('requiredPermission')
  })
})

describe.each(withParams)('the address of %s', (_id, operation) => {
  const names = Object.keys(operation.params?.properties ?? {})
  const resource = resourceAt(operation, names[0] as string)

  it.runIf(resource)(
    '404 for an id that is unknown, of another platform, or malformed: in the same words',
    async () => {
      const code = notFoundCode(resource as string)
      const unknown = await send(operation, unknownPath(operation))
      expect(refusal(unknown), unknown.text).toEqual([404, code])
      expect(real, 'an example of each resource').toHaveProperty(resource as string)
      const foreign = await send(
        operation,
        pathWith(operation, (name) => real[resourceAt(operation, name) as string] as string),
        { as: operation.permission === 'AGENT' ? strangers.as : other },
      )
      expect(foreign.error).toEqual(unknown.error)
      const none = [
        'nonsense',
        `${resource}:`,
        `${resource}:1`,
        `Nothing:019542f5-b3e7-7d02-8000-000000000001`,
        (real[resource as string] as string).toUpperCase(),
        '%00',
        '%F0%9F%99%82',
        'x'.repeat(3_000),
      ]
      for (const id of none)
        expect(
          (
            await send(
              operation,
              pathWith(operation, (name) =>
                name === names[0] ? id : encodeURI(String(sampleOf(operation.params?.properties[name] as never))),
              ),
            )
          ).error,
          id,
        ).toEqual(unknown.error)
    },
  )

  it.runIf(resource)('takes the colon of an id plain or escaped', async () => {
    const plain = await send(operation, unknownPath(operation))
    const escaped = await send(operation, unknownPath(operation).replaceAll(':', '%3A'))
    expect(escaped.error).toEqual(plain.error)
  })
})

describe.each(lists)('the list of %s', (_id, operation) => {
  it('has the envelope', async () => {
    const { status, body, text } = await send(operation, unknownPath(operation))
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      data: expect.any(Array),
      hasMore: expect.any(Boolean),
      totalCount: expect.any(Number),
    })
    expect(body.totalCount).toBeGreaterThanOrEqual(body.data.length)
    expect(body.hasMore).toBe('nextCursor' in body)
  })
})

describe.runIf(unbuilt.length > 0)('an operation that is not built', () => {
  it.each(unbuilt)('501 for %s, marked as not worth a retry', async (_id, { method, path }) => {
    const reply = await app.raw(
      method,
      path.replace(/\{\w+\}/g, 'anything'),
      method === 'GET' ? {} : { body: '{}', headers: JSON_TYPE },
    )
    expect(refusal(reply)).toEqual([501, 'NOT_IMPLEMENTED'])
    expect(reply.headers.get('x-should-retry')).toBe('false')
  })
})

describe('every reply', () => {
  const paths = [
    pathTo('listCustomers'),
    '/nothing',
    pathTo('getQuoteById', { quoteId: 'Quote:x' }),
    pathTo('listCards'),
    pathTo('getPlatformConfig', {}, { limit: 'x' }),
  ]

  it.each(paths)('has an X-Request-Id of its own: %s', async (path) => {
    const [a, b] = [await app.raw('GET', path), await app.raw('GET', path)]
    expect(a.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(a.headers.get('x-request-id')).not.toBe(b.headers.get('x-request-id'))
  })

  it("has the caller's own X-Request-Id, unless that is not a plain word", async () => {
    const given = async (id: string) =>
      (await app.raw('GET', pathTo('getPlatformConfig'), { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      )
    expect(await given('order-4711.a_b')).toBe('order-4711.a_b')
    for (const id of ['a b', '<script>', 'x'.repeat(65), '"', 'a,b']) expect(await given(id)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is JSON, also when it is an error', async () => {
    for (const path of paths) {
      const reply = await app.raw('GET', path)
      expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
      if (reply.status >= 400) expect(Object.keys(reply.error).slice(0, 3)).toEqual(['status', 'code', 'message'])
    }
  })
})

describe('an address', () => {
  const known = [...new Set(addresses.map(({ path }) => path))]

  it.each(known)('405 for another method of %s, with those that it has', async (path) => {
    const pattern = (it: string) => new RegExp(`^${it.replace(/\{\w+\}/g, '[^/]+')}$`)
    const concrete = path.replace(/\{\w+\}/g, 'anything')
    const allowed = new Set(addresses.filter((it) => pattern(it.path).test(concrete)).map(({ method }) => method))
    for (const method of METHODS) {
      if (allowed.has(method)) continue
      const reply = await app.raw(method, concrete)
      expect(refusal(reply), method).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(new Set(reply.headers.get('allow')?.split(', '))).toEqual(allowed)
    }
  })

  it.each([
    '/',
    '/nothing',
    '/config/',
    '/customers/x/y/z',
    '/Customers',
    '/quotes/x/execute/y',
    '//customers',
    '/customers;a=b',
  ])('404 for %s', async (path) => {
    for (const method of METHODS) expect(refusal(await app.raw(method, path))).toEqual([404, 'NOT_FOUND'])
  })

  it('is answered by 404 also when the body is not JSON, or the path cannot be decoded', async () => {
    expect(refusal(await app.raw('POST', '/nothing', garbage))).toEqual([404, 'NOT_FOUND'])
    for (const path of ['/quotes/%E0%A4%A', '/%', '/customers/%zz']) {
      const reply = await app.raw('GET', path)
      expect(refusal(reply)).toEqual([404, 'NOT_FOUND'])
      expect(reply.headers.get('x-request-id')).toBeTruthy()
    }
  })

  it.each(['2025-10-12', '2025-10-14', '2024-01-01', '2025-10-13-beta', 'v1', '', '2025-10-130'])(
    '404 under the date %s',
    async (date) => {
      for (const path of [pathTo('listCustomers'), pathTo('getPlatformConfig'), pathTo('listCards')]) {
        const reply = await app.raw('GET', `${app.origin}/${date}${path}`)
        expect(refusal(reply)).toEqual([404, 'NOT_FOUND'])
      }
    },
  )
})

describe('in production', () => {
  let production: TestApp
  let cookie: string
  const sandboxOnly = every.filter(([, { sandbox }]) => sandbox)
  const ofInstallation = every.filter(([, { installation }]) => installation)
  beforeAll(async () => {
    production = await testApp({
      cast: false,
      dashboard: 'PASSKEY',
      providers: (usual) => ({ ...usual, sandbox: undefined }),
    })
    cookie = (await operator(production, 'Vera Viewer', 'VIEWER')).cookie
  })
  afterAll(() => production.close())

  it.each(sandboxOnly)('404 for %s, as if there were no such path', async (_id, operation) => {
    const { method } = operation
    const path = unknownPath(operation)
    const reply = await production.raw(method, path, bodyOf(operation))
    const nothing = await production.raw(method, '/nothing')
    expect([404, 405]).toContain(reply.status)
    if (path.startsWith('/sandbox/')) expect(reply.error).toEqual(nothing.error)
  })

  it.each(ofInstallation)(
    '403 for %s with a token, whatever its permissions; an operator reads it',
    async (_id, operation) => {
      const path = unknownPath(operation)
      expect(refusal(await production.raw('GET', path))).toEqual([403, 'FORBIDDEN'])
      const { status } = await asPage(production, 'GET', `/${API_VERSION}${path}`, { cookie })
      // The installation of the test has no chain.
      expect(status).toBe(operation.params ? 404 : 200)
    },
  )

  it('still serves the rest', async () => {
    expect((await production.call('listCustomers')).status).toBe(200)
  })
})
