/** Hostile requests: ambiguous framing, forged origins, SQL in texts and path traversal have no effect. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathTo } from '../../client/request.ts'
import { type TestApp, testApp } from '../harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ dashboard: true, cast: false })
})
afterAll(() => app.close())

const authorization = () =>
  `Basic ${Buffer.from(`${app.platform.clientId}:${app.platform.clientSecret}`).toString('base64')}`

/** Everything that is returned for these bytes until the service or the caller ends the connection. */
function exchange(bytes: string): Promise<string> {
  const { port, hostname } = new URL(app.origin)
  return new Promise((resolve, reject) => {
    let answer = ''
    // Kept open: Node treats a caller that has closed its side as disconnected.
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

/** Asks for a customer of this name, with headers and a body as they are given. */
const post = (name: string, headers: string, body: (json: string) => string) =>
  exchange(
    `POST /2025-10-13/customers HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}\r\n${body(`{"customerType":"INDIVIDUAL","platformCustomerId":"${name}"}`)}`,
  )
const statusesIn = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
const chunked = (json: string) => `${json.length.toString(16)}\r\n${json}\r\n0\r\n\r\n`
const customers = async (platformCustomerId: string) =>
  (await app.ok('listCustomers', { query: { platformCustomerId } })).data.length

describe('a request whose length can be read in two ways', () => {
  const SMUGGLED = 'GET /2025-10-13/config HTTP/1.1\r\nHost: localhost\r\n\r\n'
  it.each([
    ['Content-Length beside Transfer-Encoding', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', chunked],
    ['Transfer-Encoding beside Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', chunked],
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n', (json: string) => json],
    ['the same length twice', 'Content-Length: 58\r\nContent-Length: 58\r\n', (json: string) => json],
    ['a list of lengths', 'Content-Length: 4, 5\r\n', (json: string) => json],
    ['a length with a sign', 'Content-Length: +4\r\n', (json: string) => json],
    ['a length below zero', 'Content-Length: -1\r\n', (json: string) => json],
    ['another encoding', 'Transfer-Encoding: chunked, identity\r\n', chunked],
    ['an encoding with a space before the colon', 'Transfer-Encoding : chunked\r\n', chunked],
    [
      'a chunk whose length is not a number',
      'Transfer-Encoding: chunked\r\n',
      (json: string) => `zz\r\n${json}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk that is longer than its stated length',
      'Transfer-Encoding: chunked\r\n',
      (json: string) => `2\r\n${json}\r\n0\r\n\r\n`,
    ],
    [
      'a chunk length beyond the largest number',
      'Transfer-Encoding: chunked\r\n',
      (json: string) => `${'f'.repeat(40)}\r\n${json}`,
    ],
    ['bare line feeds', 'X-A: b\nContent-Length: 4\n', (json: string) => json],
    ['a header that continues on the next line', 'X-A: b\r\n c\r\nContent-Length : 4\r\n', (json: string) => json],
    ['no length', '', (json: string) => json],
  ])('is refused or has no body: %s', async (what, headers, body) => {
    const answer = await post(what, headers, (json) => body(json) + SMUGGLED)
    expect(statusesIn(answer)[0], answer).toBe(400)
    // No bytes after it are read as a second request.
    expect(statusesIn(answer)).toHaveLength(1)
    expect(await customers(what)).toBe(0)
  })

  it('is processed when it has only one length', async () => {
    expect(statusesIn(await post('plain', 'Content-Length: 64\r\n', (json) => json.padEnd(64)))).toEqual([201])
    expect(statusesIn(await post('chunked', 'Transfer-Encoding: chunked\r\n', chunked))).toEqual([201])
  })
})

describe('a header', () => {
  it.each([
    ['a line feed', 'a\nSet-Cookie: x=1'],
    ['a carriage return', 'a\rSet-Cookie: x=1'],
    ['U+0000', 'a\u0000b'],
  ])('is not echoed with %s in it', async (_what, value) => {
    const answer = await exchange(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-Id: ${value}\r\n\r\n`,
    )
    expect(answer).not.toMatch(/^set-cookie/im)
  })

  it('that lists names from the request cannot inject another header', async () => {
    const body = JSON.stringify({ customerType: 'INDIVIDUAL', 'x\r\nSet-Cookie: a=b': 1 })
    const { status, headers } = await app.raw('POST', pathTo('createCustomer'), {
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(status).toBe(201)
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('ignored-fields')).toBe('x??Set-Cookie:?a?b')
  })
})

describe('pages of other sites', () => {
  const FOREIGN = { origin: 'https://evil.example' }

  it('may not read the API’s replies', async () => {
    for (const [method, path] of [
      ['GET', pathTo('getPlatformConfig')],
      ['OPTIONS', pathTo('getPlatformConfig')],
      ['OPTIONS', pathTo('listTokens')],
    ] as const) {
      const { headers } = await app.raw(method, path, {
        headers: {
          ...FOREIGN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })
      expect(
        [...headers.keys()].filter((name) => name.startsWith('access-control-')),
        `${method} ${path}`,
      ).toEqual([])
    }
  })

  it('cannot use the dashboard’s cookie, whatever host name they resolve to this machine', async () => {
    const kinds: Record<string, string>[] = [
      FOREIGN,
      { host: 'evil.example' },
      { ...FOREIGN, 'content-type': 'text/plain' },
    ]
    for (const headers of kinds) {
      const { status } = await app.raw('POST', pathTo('createCustomer'), {
        as: null,
        headers: { ...headers, cookie: 'causeway_session=x' },
        body: '{"customerType":"INDIVIDUAL"}',
      })
      expect(status).toBe(401)
    }
  })

  it('are refused by /mcp, and so are foreign host names that resolve to this machine', async () => {
    const ask = (headers: Record<string, string>) =>
      exchange(
        `POST /mcp HTTP/1.1\r\nConnection: close\r\n${Object.entries({ host: 'localhost', ...headers })
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}Content-Length: 0\r\n\r\n`,
      )
    expect(statusesIn(await ask(FOREIGN))).toEqual([403])
    expect(statusesIn(await ask({ host: 'evil.example' }))).toEqual([403])
    expect(statusesIn(await ask({}))).toEqual([401])
  })
})

describe('a text that is also SQL', () => {
  const texts = [
    "x' or '1'='1",
    "x'; drop table customers; --",
    'x\\',
    '%',
    "x' || pg_sleep(60) || '",
    "a:* | !b & ('c' <-> d)",
    '$1',
  ]

  it.each(texts)('is stored as it was sent, and matches only itself: %s', async (text) => {
    const body = { customerType: 'INDIVIDUAL', platformCustomerId: text, fullName: `Ann ${text}` } as const
    const { id, fullName } = (await app.ok('createCustomer', { body })) as { id: string; fullName?: string }
    expect(fullName).toBe(body.fullName)
    const { data } = await app.ok('listCustomers', { query: { platformCustomerId: text } })
    expect(data.map((customer) => customer.id)).toEqual([id])
  })

  it.each(texts)('finds no stranger as a search: %s', async (text) => {
    await app.ok('createCustomer', { body: { customerType: 'INDIVIDUAL', fullName: 'Zoe Stranger' } })
    const { data } = await app.ok('listCustomers', { query: { search: `zzz ${text}` } })
    expect(data).toEqual([])
  })
})

describe('a path', () => {
  it.each([
    '/../../etc/passwd',
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/reference/../../package.json',
    '/2025-10-13/../package.json',
    '/2025-10-13/documents/..%2f..%2fsecret.key',
    '//etc/passwd',
    '/%00',
    '/\\..\\..\\package.json',
  ])('cannot escape its folder: %s', async (path) => {
    const answer = await exchange(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${authorization()}\r\n\r\n`,
    )
    expect(answer).not.toMatch(/root:|"dependencies"/)
    expect([400, 404], answer.slice(0, 200)).toContain(statusesIn(answer)[0])
  })
})
