/** Bad input tests: no invalid request is accepted, causes a 5xx, or has its unknown fields stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { contract, type OperationId } from '../../contract/contract.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operation.ts'
import type { PlatformConfig } from '../../contract/platform/config.ts'
import { type ConnectedAgent, connectedAgent } from '../harness/agents.ts'
import { type Reply, type TestApp, testApp } from '../harness/app.ts'
import { everythingStored } from '../harness/books.ts'
import { accountOf, clabe, quoteBetween } from '../harness/cast.ts'
import { accepts, objectsIn, sampleOf, spoiled, WRONG, withUnknownFields } from '../harness/samples/samples.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const every = Object.entries<Operation>(contract) as [OperationId, Operation][]
const writes = every.filter(([, { method }]) => method !== 'GET')
const withBody = every.filter(([, { body, multipart }]) => body && !multipart)
const withQuery = every.filter(([, { query }]) => query)
const lists = every.filter(([, { query }]) => query && 'cursor' in query.properties)

let app: TestApp
/** Ids of existing resources. */
let real: Record<string, string>
/** An agent with every permission. */
let agent: ConnectedAgent
/** The currencies that the samples replace. */
let supportedCurrencies: PlatformConfig['supportedCurrencies']
const pathOf = ({ path, params }: Operation) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(sampleOf(params?.properties[name] as never))))
/** Credentials of a caller that the operation admits. */
const entry = ({ permission }: Operation) => (permission === 'AGENT' ? { as: agent.as } : {})
const send = (operation: Operation, body: string | undefined, headers: Record<string, string> = JSON_TYPE) =>
  app.raw(operation.method, pathOf(operation), { headers, ...entry(operation), ...(body !== undefined && { body }) })
/** Adds the required parameters of a query that are not given. */
const ask = (operation: Operation, query: string) => {
  const given = new URLSearchParams(query)
  const { required = [], properties = {} } = operation.query ?? {}
  const needed = required
    .filter((name) => !given.has(name))
    .map((name) => [name, String(sampleOf(properties[name] as never))])
  const path = `${pathOf(operation)}?${[queryOf(needed), query].filter(Boolean).join('&')}`
  return app.raw(operation.method, path, entry(operation))
}

const queryOf = (pairs: string[][]) => new URLSearchParams(pairs as [string, string][]).toString()

/** A refusal of the request as such, in the form of all errors. */
function expectRefused({ status, error, headers, text }: Reply<unknown>, expected = 400, code = 'INVALID_INPUT') {
  expect([status, error?.code], text).toEqual([expected, code])
  expect(error).toMatchObject({ status, message: expect.any(String) })
  expect(headers.get('x-request-id')).toBeTruthy()
}
const faultsOf = ({ error }: Reply<unknown>): string[] =>
  error.details.errors.map(({ field }: { field: string }) => field)
/**
 * Exactly these fields are named; for a value of the right type with invalid contents, the field inside it is named.
 */
function expectFields(reply: Reply<unknown>, fields: readonly string[]) {
  expectRefused(reply)
  const faults = faultsOf(reply)
  const names = (field: string) => (fault: string) => fault === field || fault.startsWith(`${field}.`)
  expect(
    fields.filter((field) => !faults.some(names(field))),
    reply.text,
  ).toEqual([])
  expect(
    faults.filter((fault) => !fields.some((field) => names(field)(fault))),
    reply.text,
  ).toEqual([])
}

beforeAll(async () => {
  app = await testApp()
  supportedCurrencies = (await app.ok('getPlatformConfig')).supportedCurrencies
  const { id, customerId } = await accountOf(app, 'northwind', 'USD')
  const maria = await clabe(app, '719')
  const quote = await quoteBetween(app, id, maria)
  agent = await connectedAgent(app, customerId as `Customer:${string}`)
  real = {
    InternalAccount: id,
    ExternalAccount: maria,
    Customer: customerId as string,
    Quote: quote.id,
    Transaction: quote.transactionId,
  }
})
afterAll(async () => {
  expect(await app.audit()).toEqual([])
  expect((await app.call('listCustomers')).status, 'the service still answers').toBe(200)
  await app.close()
})

describe('the samples', () => {
  it.each(withBody)('have a valid body for %s', (_id, { body }) => {
    for (const spot of objectsIn(body as never))
      expect(accepts(body as never, spot.put(sampleOf(spot.schema)))).toBe(true)
  })
})

describe.each(withBody)('the body of %s', (_id, operation) => {
  const body = operation.body as never

  it('names every invalid field, whatever its fault', async () => {
    let requests = 0
    for (const spot of objectsIn(body))
      for (const value of Object.values(WRONG)) {
        const bad = spoiled(spot, value)
        if (!bad) continue
        expectFields(await send(operation, JSON.stringify(bad.body)), bad.fields)
        requests++
      }
    expect(requests).toBeGreaterThan(operation.bodyOptional ? -1 : 10)
  })

  it('names every field that is missing', async () => {
    for (const { schema, path, put } of objectsIn(body)) {
      const required: string[] = schema.required ?? []
      if (required.length === 0) continue
      const tag = Object.entries<object>(schema.properties).filter(
        ([name, field]) => required.includes(name) && 'const' in field,
      )
      const { status, ...reply } = await send(
        operation,
        JSON.stringify(put(Object.fromEntries(tag.map(([name]) => [name, sampleOf(schema.properties[name])])))),
      )
      const missing = required.filter((name) => !tag.some(([known]) => known === name))
      if (missing.length === 0) continue
      expect(status).toBe(400)
      const fields = faultsOf({ status, ...reply })
      for (const name of missing) expect(fields).toContain(path === '' ? name : `${path}.${name}`)
    }
  })

  it.each(['null', '[]', '"text"', '5', 'true'])('is not %s', async (text) => {
    const reply = await send(operation, text)
    expectRefused(reply)
    expect(faultsOf(reply)).toEqual(['body'])
  })

  it.runIf(!operation.bodyOptional)('is not empty', async () => {
    for (const reply of [
      await send(operation, ''),
      await send(operation, ' \n'),
      await send(operation, undefined, {}),
    ]) {
      expectRefused(reply)
      expect(faultsOf(reply)).toEqual(['body'])
    }
  })

  it.each([
    '{',
    '{"a":}',
    '{"a":1}}',
    "{'a':1}",
    '{"a":1,}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
    'undefined',
    '\ufeff{}',
    '{} {}',
    '{"a":"\\ud8"}',
  ])('is not %j, which is not JSON', async (text) => {
    const reply = await send(operation, text)
    expectRefused(reply)
    expect(faultsOf(reply)).toEqual(['body'])
  })

  it('is not nested too deeply', async () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expectRefused(await send(operation, nested(LIMITS.bodyDepth)), 413, 'PAYLOAD_TOO_LARGE')
    expectRefused(await send(operation, nested(50_000)), 413, 'PAYLOAD_TOO_LARGE')
    expect((await send(operation, nested(LIMITS.bodyDepth - 1))).status).not.toBe(413)
  })

  it('has at most 256 KiB', async () => {
    const long = JSON.stringify({ ...(sampleOf(body) as object), padding: 'x'.repeat(LIMITS.bodyBytes) })
    expectRefused(await send(operation, long), 413, 'PAYLOAD_TOO_LARGE')
  })

  it.each([
    ['plain text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['JSON of another kind', { 'content-type': 'application/merge-patch+json' }],
    ['an invalid type', { 'content-type': 'json' }],
  ])('is not %s', async (_what, headers) => {
    expectRefused(await send(operation, JSON.stringify(sampleOf(body)), headers), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('is JSON in any spelling of its media type', async () => {
    for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'])
      expect((await send(operation, JSON.stringify(sampleOf(body)), { 'content-type': type })).status).not.toBe(415)
  })
})

/** Invalid values of parameters; those that a schema accepts are skipped. */
const NAMES_AT_ONCE = 14
const WRONG_TEXTS = [
  '',
  'maybe',
  'x'.repeat(1_100),
  '-1',
  '99999999999999999999',
  'Nothing:019542f5-b3e7-7d02-8000-000000000001',
  '2026-02-30T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '1.5',
  'null',
  '[object Object]',
]
/** Requires one of its two parameters, which the schema cannot express. */
const ONE_OF_THEM = contract.listDelegatedKeys.path

/** JSON values that a parameter's text can represent. */
function readings(text: string): unknown[] {
  const numeric = text.trim() !== '' && Number.isFinite(Number(text))
  return [
    text,
    [text],
    ...(numeric ? [Number(text)] : []),
    ...(['true', 'false'].includes(text) ? [text === 'true'] : []),
  ]
}
const LOOKS_RIGHT = new Set(['2026-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00+23:59'])

describe.each(withQuery)('the query of %s', (_id, operation) => {
  const properties = Object.entries<Record<string, unknown>>(operation.query?.properties as never)

  it('names every parameter that is wrong', async () => {
    for (const text of WRONG_TEXTS) {
      const isTime = (schema: Record<string, unknown>) => schema.format === 'date-time' && LOOKS_RIGHT.has(text)
      const wrong = properties.filter(
        ([, schema]) => isTime(schema) || !readings(text).some((value) => accepts(schema, value)),
      )
      const names = wrong.map(([name]) => name)
      // The request line has a limit.
      for (let first = 0; first < names.length; first += NAMES_AT_ONCE) {
        const some = names.slice(first, first + NAMES_AT_ONCE)
        expectFields(await ask(operation, queryOf(some.map((name) => [name, text]))), some)
      }
    }
  })

  it('has no U+0000 in it', async () => {
    const texts = properties.filter(([, schema]) => schema.type === 'string')
    for (const [name] of texts) expectFields(await ask(operation, `${name}=a%00b`), [name])
  })

  it('has each parameter once, except for lists', async () => {
    for (const [name, schema] of properties) {
      if (schema.type === 'array') continue
      const value = encodeURIComponent(String(sampleOf(schema)))
      expectFields(await ask(operation, `${name}=${value}&${name}=${value}`), [name])
    }
  })

  it('may have unknown parameters, however often and however written, and the reply names them', async () => {
    const required = properties.filter(
      ([name]) => operation.query?.required?.includes(name) || operation.path === ONE_OF_THEM,
    )
    const known = queryOf(required.map(([name, schema]) => [name, String(sampleOf(schema))]))
    const { status, error, text, headers } = await ask(
      operation,
      `${known}&unknown=1&unknown=2&__proto__=x&constructor=y&%00=z&%E0%A4%A&=`,
    )
    expect(status < 500 && error?.code !== 'INVALID_INPUT', text).toBe(true)
    expect(headers.get('ignored-fields')).toMatch(/^unknown, __proto__, constructor, \?, /)
  })

  it('has no misspelt parameter', async () => {
    for (const [name] of properties) {
      const misspelt = `${name.toUpperCase()}_`
      const reply = await ask(operation, `${misspelt}=1`)
      expectFields(reply, [misspelt])
      expect(reply.text).toContain(`did you mean ${name}?`)
    }
  })
})

describe.each(lists)('the pages of %s', (id, operation) => {
  const paged = (query: string) => ask(operation, query)

  it.each(['0', '-1', '101', '1.5', 'abc', '', '1e400'])('do not have %s rows', async (limit) => {
    expectFields(await paged(`limit=${limit}`), ['limit'])
  })

  it.each(['x', '.', 'a.b', 'eyJpZCI6IjEifQ==', '%00', '../..', "';--", 'x'.repeat(900)])(
    'have no cursor like %s',
    async (cursor) => {
      const reply = await paged(`cursor=${encodeURIComponent(cursor)}`)
      expectRefused(reply)
      expect(faultsOf(reply)).toEqual(['cursor'])
    },
  )

  it('do not continue with the cursor of another list', async () => {
    const another = id === 'listCustomers' ? 'listCustomerInternalAccounts' : 'listCustomers'
    const { nextCursor } = await app.ok(another, { query: { limit: 1 } })
    const reply = await paged(`cursor=${encodeURIComponent(nextCursor as string)}`)
    expectRefused(reply)
    expect(faultsOf(reply)).toEqual(['cursor'])
  })
})

describe('a cursor', () => {
  it('is refused with 400 with another filter, and for another platform', async () => {
    const { nextCursor: cursor } = await app.ok('listCustomers', { query: { limit: 1 } })
    expectFields(await app.call('listCustomers', { query: { cursor, region: 'US' } }), ['cursor'])
    expectFields(await app.call('listCustomers', { query: { cursor }, as: await app.anotherPlatform() }), ['cursor'])
    expect((await app.call('listCustomers', { query: { cursor, limit: 5 } })).status).toBe(200)
  })
})

describe.each(writes.filter(([, { noIdempotencyKey }]) => !noIdempotencyKey))(
  'the Idempotency-Key of %s',
  (_id, operation) => {
    const body = operation.body && !operation.multipart ? JSON.stringify(sampleOf(operation.body as never)) : undefined

    it.runIf(!operation.multipart).each([
      ['empty', ''],
      ['longer than 255 characters', 'k'.repeat(256)],
    ])('is not %s', async (_what, key) => {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => real[resourceAt(operation, name)] ?? 'unknown')
      const reply = await app.raw(operation.method, path, {
        headers: { ...JSON_TYPE, 'idempotency-key': key },
        ...entry(operation),
        ...(body && { body }),
      })
      expectFields(reply, ['Idempotency-Key'])
    })
  },
)

/** The resource that a parameter names, from the pattern of its ids. */
const resourceAt = ({ params }: Operation, name: string) =>
  /^\^\(?([A-Za-z]+)/.exec((params?.properties[name] as { pattern?: string })?.pattern ?? '')?.[1] as string

describe('unknown fields', () => {
  const CANARY = 'canaryThatSings'

  it('are dropped wherever they occur, and stored nowhere', async () => {
    let names = 0
    /** Ids of what exists, and names that are still free. */
    const fitted = (text: string) =>
      text
        .replace(/\b(\w+):019542f5-[0-9a-f-]+/g, (id, resource) => real[resource] ?? id)
        .replaceAll('user-4711', `canary-${++names}`)
        .replaceAll('$alice@', `$canary${++names}@`)
    const taken: string[] = []
    for (const [id, operation] of withBody)
      for (const spot of objectsIn(operation.body as never)) {
        const body = JSON.stringify(withUnknownFields(spot.put(sampleOf(spot.schema)), CANARY))
        const path = fitted(decodeURIComponent(pathOf(operation)))
        const reply = await app.raw(operation.method, path, {
          headers: JSON_TYPE,
          ...entry(operation),
          body: fitted(body),
        })
        expect(reply.status < 500 || reply.error.code === 'NOT_IMPLEMENTED', `${id}: ${reply.text}`).toBe(true)
        expect(reply.text).not.toContain(CANARY)
        expect(reply.headers.get('ignored-fields'), id).toContain(spot.path === '' ? CANARY : `${spot.path}.${CANARY}`)
        if (reply.status < 300) taken.push(id)
      }
    const must = [
      'updatePlatformConfig',
      'createToken',
      'createCustomer',
      'createCustomerExternalAccount',
      'updateCustomerById',
      'sandboxFundInternalAccount',
    ]
    expect(must.filter((id) => !taken.includes(id))).toEqual([])
    expect(await everythingStored(app)).not.toContain(CANARY)
  })

  it('are dropped from a quote too, also when it is executed', async () => {
    await app.ok('updatePlatformConfig', { body: { supportedCurrencies } })
    const quote = {
      source: { sourceType: 'ACCOUNT', accountId: real.InternalAccount },
      destination: { destinationType: 'ACCOUNT', accountId: real.ExternalAccount },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 1_000,
      immediatelyExecute: true,
    }
    const { status, text } = await app.call('createQuote', {
      body: withUnknownFields(quote, CANARY) as never,
      key: 'with a canary',
    })
    expect(status, text).toBe(201)
    await app.settle()
    expect(await everythingStored(app)).not.toContain(CANARY)
  })

  it('are 400 when they are misspelt, with the name that was probably meant, in every object of every body', async () => {
    for (const [id, operation] of withBody)
      for (const { schema, path, put } of objectsIn(operation.body as never)) {
        const [name] = Object.keys(schema.properties)
        if (!name) continue
        const misspelt = `${name.slice(0, -1).toUpperCase()}_${name.slice(-1)}`
        const whole = sampleOf(schema) as object
        const reply = await send(operation, JSON.stringify(put({ ...whole, [misspelt]: 1 })))
        expectFields(reply, [path === '' ? misspelt : `${path}.${misspelt}`])
        expect(reply.text, id).toContain(`did you mean ${name}?`)
      }
  })

  it.each(writes.filter(([, { body, permission }]) => !body && permission !== 'DEVICE_CODE'))(
    'are ignored in any body for %s, which takes none',
    async (_id, operation) => {
      for (const [text, type] of [
        ['{"a":1}', 'application/json'],
        ['{', 'application/json'],
        ['a', 'text/plain'],
      ] as const) {
        const reply = await send(operation, text, { 'content-type': type })
        expect([400, 415], reply.text).not.toContain(reply.status)
        expect(reply.headers.get('ignored-fields')).toBe('body')
      }
      expect((await send(operation, '{}')).headers.get('ignored-fields')).toBeNull()
    },
  )

  it('may have names of JavaScript built-ins', async () => {
    const body =
      '{"customerType":"INDIVIDUAL","__proto__":{"kycStatus":"X"},"constructor":{"prototype":{"a":1}},"toString":1,"hasOwnProperty":null}'
    const reply = await app.raw('POST', pathTo('createCustomer'), { headers: JSON_TYPE, body })
    expect(reply.status, reply.text).toBe(201)
    expect(({} as { a?: number }).a).toBeUndefined()
  })
})

describe('numbers that JSON cannot carry', () => {
  it.each(['1e400', '-1e400', '9007199254740993', '9000000000000000.5', '1e16', '-0.0000001', '0x10', '1_000'])(
    '400 for an amount of %s',
    async (amount) => {
      const { id } = await accountOf(app, 'alice', 'USD')
      const reply = await app.raw('POST', pathTo('sandboxFundInternalAccount', { accountId: id }), {
        headers: JSON_TYPE,
        body: `{"amount":${amount}}`,
      })
      expectRefused(reply)
    },
  )

  it('are accepted as whole numbers in any notation', async () => {
    const { id } = await accountOf(app, 'alice', 'GBP')
    for (const amount of ['100', '1e2', '100.0'])
      expect(
        (
          await app.raw('POST', pathTo('sandboxFundInternalAccount', { accountId: id }), {
            headers: JSON_TYPE,
            body: `{"amount":${amount}}`,
          })
        ).status,
      ).toBe(200)
    expect((await accountOf(app, 'alice', 'GBP')).balance.amount).toBe(300)
  })
})
