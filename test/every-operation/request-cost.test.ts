/**
 * Cost of requests: whatever a body, a query or a form contains, the main thread's work is proportional to its length,
 * and a refusal is short.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Operation } from '../../contract/operation.ts'
import { operationTools } from '../../src/mcp/operation-tools.ts'
import { ownTools } from '../../src/mcp/own-tools.ts'
import { type ConnectedAgent, connectedAgent } from '../harness/agents.ts'
import { type TestApp, testApp } from '../harness/app.ts'
import { accountOf } from '../harness/cast.ts'
import { sampleOf } from '../harness/samples/samples.ts'
import { bodiesOfAnySchema, worstBodies } from '../harness/samples/worst-bodies.ts'
import { type WorkCounter, workCounter } from '../harness/work/work-counter.ts'

/** Blocks of code that a request may execute: a fixed number, and a number for each of its bytes. */
const FOR_ANY = 300_000
const FOR_A_BYTE = 40
const REPLY_MAX = 64 * 1024

type Ask = Readonly<{ method: string; path: string; headers?: Record<string, string>; payload?: string | Buffer }>

let app: TestApp
let agent: ConnectedAgent
let counter: WorkCounter
beforeAll(async () => {
  app = await testApp()
  const { customerId } = await accountOf(app, 'northwind', 'USD')
  agent = await connectedAgent(app, customerId as `Customer:${string}`)
  counter = workCounter()
})
afterAll(async () => {
  counter.stop()
  expect(await app.audit()).toEqual([])
  await app.close()
})

const pathOf = ({ path, params }: Operation) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(sampleOf(params?.properties[name] as never))))

const basic = () => `Basic ${Buffer.from(`${app.platform.clientId}:${app.platform.clientSecret}`).toString('base64')}`
const bearer = () => `Bearer ${(agent.as as { accessToken: string }).accessToken}`

async function send({ method, path, headers, payload }: Ask, authorization: string) {
  const reply = await app.app.server.inject({
    method: method as 'POST',
    url: path,
    headers: { authorization, ...headers },
    ...(payload !== undefined && { payload }),
  })
  return { status: reply.statusCode, text: reply.payload }
}

/** Sends it and returns why its cost is too high; undefined when it is not. */
async function overspent(what: string, ask: Ask, authorization: string): Promise<string | undefined> {
  const { status, text } = await send(ask, authorization)
  const blocks = counter.take()
  const bytes = (ask.payload?.length ?? 0) + ask.path.length
  const allowed = FOR_ANY + FOR_A_BYTE * bytes
  if (blocks > allowed) return `${what}: ${blocks} blocks for ${bytes} bytes`
  if (status >= 500 && status !== 501) return `${what}: ${status} ${text.slice(0, 200)}`
  // Over MCP a refusal is an ordinary reply.
  const isRefusal = status >= 400 || text.includes('"isError":true') || text.includes('"error":{')
  if (isRefusal && text.length > REPLY_MAX) return `${what}: a refusal of ${text.length} bytes`
  const faults = status >= 400 ? (JSON.parse(text).details?.errors?.length ?? 0) : 0
  return faults > 100 ? `${what}: ${faults} faults` : undefined
}

const every = Object.entries<Operation>(contract)
const entryOf = ({ permission }: Operation) => (permission === 'AGENT' ? bearer() : basic())
const BASE = '/2025-10-13'
const JSON_TYPE = { 'content-type': 'application/json' }
/** Compiles schemas that are compiled at first use. */
const warmUp = async (operation: Operation) => {
  for (const payload of ['{}', '{"a":0}'])
    await send(
      { method: operation.method, path: BASE + pathOf(operation), headers: JSON_TYPE, payload },
      entryOf(operation),
    )
  counter.take()
}

/** The requests among these whose cost is too high. */
async function overspending(operation: Operation, bodies: Iterable<readonly [string, string]>): Promise<string[]> {
  await warmUp(operation)
  const wrong: (string | undefined)[] = []
  for (const [shape, payload] of bodies) {
    expect(payload.length, shape).toBeLessThanOrEqual(LIMITS.bodyBytes)
    const ask = { method: operation.method, path: BASE + pathOf(operation), headers: JSON_TYPE, payload }
    wrong.push(await overspent(shape, ask, entryOf(operation)))
  }
  return wrong.filter((what) => what !== undefined)
}

describe('a body', () => {
  it.each(every.filter(([, { body, multipart }]) => body && !multipart))(
    'of %s costs what its length allows',
    async (_id, operation) => {
      expect(await overspending(operation, worstBodies(operation.body as never))).toEqual([])
    },
    120_000,
  )

  it.each(['createCustomer', 'deleteTokenById', 'getPlatformConfig'] as const)(
    'that no schema describes costs what its length allows, sent to %s',
    async (id) => {
      expect(await overspending(contract[id], bodiesOfAnySchema())).toEqual([])
    },
    120_000,
  )
})

/** The longest request line with headers that Node accepts. */
const QUERY_LENGTH = 15_000
const repeated = (text: (index: number) => string) => {
  let query = ''
  for (let index = 0; query.length < QUERY_LENGTH; index++) query += `&${text(index)}`
  return query.slice(1)
}

describe('a query', () => {
  it.each(every)(
    'of %s costs what its length allows',
    async (_id, operation) => {
      await warmUp(operation)
      const known = Object.keys(operation.query?.properties ?? { unknown: {} })
      const share = Math.floor(QUERY_LENGTH / known.length) - 50
      const each = (text: (name: string) => string) => known.map((name) => `${name}=${text(name)}`).join('&')
      const wrong: (string | undefined)[] = []
      for (const [shape, query] of Object.entries({
        'known parameters, repeated': repeated((index) => `${known[index % known.length]}=1`),
        'commas alone': each(() => ','.repeat(share)),
        'long texts': each(() => 'a'.repeat(share)),
        'text that cannot be stored': each(() => '%00'.repeat(share / 3)),
        'unknown parameters': repeated((index) => `p${index}`),
      }))
        wrong.push(
          await overspent(
            shape,
            { method: operation.method, path: `${BASE}${pathOf(operation)}?${query}` },
            entryOf(operation),
          ),
        )
      expect(wrong.filter(Boolean)).toEqual([])
    },
    120_000,
  )
})

/** Parts of a form, each with its headers. */
const part = (headers: string, content: string) => `--limit\r\n${headers}\r\n\r\n${content}\r\n`
const text = (name: string, content: string) => part(`Content-Disposition: form-data; name="${name}"`, content)
const LONG = 256 * 1024
const FORMS: Readonly<Record<string, string>> = {
  'many texts': text('documentType', 'x').repeat(3_000),
  'many unknown texts': Array.from({ length: 49 }, (_, index) => text(`f${index}`, 'x')).join(''),
  'many files': part('Content-Disposition: form-data; name="file"; filename="a"', 'x').repeat(3_000),
  'many headers': part(`${'X-A: b\r\n'.repeat(20_000)}Content-Disposition: form-data; name="a"`, 'x'),
  'one huge text': text('documentType', 'x'.repeat(LONG)),
  'one huge name': text('n'.repeat(LONG), 'x'),
  'no name': part('Content-Disposition: form-data', 'x').repeat(1_000),
  'near misses of the boundary': `--limit\r\n${'\r\n--limi'.repeat(25_000)}`,
  'parts without an end': '--limit\r\n'.repeat(25_000),
  'a header without an end': `--limit\r\nContent-Disposition: form-data; ${'a=b; '.repeat(50_000)}`,
  'escaped quotes': part(`Content-Disposition: form-data; name="${'\\"'.repeat(5_000)}"`, 'x'),
  nothing: '',
}

describe('a form', () => {
  it.each(every.filter(([, { multipart }]) => multipart))(
    'of %s costs what its length allows',
    async (_id, operation) => {
      const ask = (payload: string) => ({
        method: operation.method,
        path: BASE + pathOf(operation),
        headers: { 'content-type': 'multipart/form-data; boundary=limit' },
        payload,
      })
      await send(ask(`${text('a', 'b')}--limit--\r\n`), basic())
      counter.take()
      const wrong: (string | undefined)[] = []
      for (const [shape, form] of Object.entries(FORMS)) {
        wrong.push(await overspent(shape, ask(`${form}--limit--\r\n`), basic()))
        wrong.push(await overspent(`${shape}, not ended`, ask(form), basic()))
      }
      expect(wrong.filter(Boolean)).toEqual([])
    },
    120_000,
  )
})

describe('arguments of a tool', () => {
  const headers = { ...JSON_TYPE, accept: 'application/json, text/event-stream' }
  const call = (name: string, args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`
  it.each([...operationTools, ...ownTools].map((tool) => [tool.name, tool] as const))(
    'of %s cost what their length allows',
    async (name, { inputSchema }) => {
      const ask = (args: string) => ({ method: 'POST', path: '/mcp', headers, payload: call(name, args) })
      for (const args of ['{}', '{"a":0}']) await send(ask(args), bearer())
      counter.take()
      const wrong: (string | undefined)[] = []
      for (const [shape, args] of worstBodies(inputSchema)) wrong.push(await overspent(shape, ask(args), bearer()))
      expect(wrong.filter(Boolean)).toEqual([])
    },
    120_000,
  )
})
