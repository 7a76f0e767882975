import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, type ClientOptions, createClient } from './api.ts'
import {
  ApiError,
  ConflictError,
  InvalidRequestError,
  NoReplyError,
  NotAuthorizedError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  SignatureRequiredError,
} from './api-error.ts'
import { pathTo } from './request.ts'

const BASE = 'https://pay.example/2025-10-13'
const quoteId = 'Quote:0199a000-0000-7000-8000-000000000001' as const
const challenge = {
  payloadToSign: '{"statement":"Pay 5 USD"}',
  requestId: 'Request:0199a000-0000-7000-8000-000000000001',
  expiresAt: '2026-01-01T00:00:00.000Z',
}

interface Sent {
  readonly url: string
  readonly init: RequestInit
  readonly headers: Headers
}
type Answer = Response | Error | ((sent: Sent) => Response | Promise<Response>)

const json = (status: number, body: unknown, headers?: Record<string, string>) =>
  Response.json(body, { status, ...(headers && { headers }) })
const unavailable = () => json(503, { status: 503, code: 'SERVICE_UNAVAILABLE', message: 'Later' })

describe('the client', () => {
  let sent: Sent[]
  let answers: Answer[]
  beforeEach(() => {
    vi.useFakeTimers()
    sent = []
    answers = []
  })
  afterEach(() => {
    vi.useRealTimers()
    expect(answers, 'replies that no request has fetched').toEqual([])
  })

  const client = (options: Partial<ClientOptions> = {}): Client =>
    createClient({
      baseUrl: BASE,
      credentials: { clientId: 'x', clientSecret: 'y' },
      fetch: async (url, init = {}) => {
        const request = { url: String(url), init, headers: new Headers(init.headers) }
        sent.push(request)
        const answer = answers.shift()
        if (answer instanceof Error || answer === undefined) throw answer ?? new Error('No more replies')
        return typeof answer === 'function' ? answer(request) : answer
      },
      ...options,
    })
  /** Advances the timers of all waits between attempts. */
  const done = async <Result>(work: Promise<Result>): Promise<Result> => {
    const [result] = await Promise.all([work, vi.runAllTimersAsync()])
    return result
  }
  const errorOf = async (work: Promise<unknown>): Promise<ApiError> => {
    const error = await done(work.catch((thrown) => thrown))
    expect(error).toBeInstanceOf(ApiError)
    return error as ApiError
  }
  const keys = () => sent.map(({ headers }) => headers.get('idempotency-key'))

  describe('requests', () => {
    it('are built from the contract: method, path, query, body, headers', async () => {
      answers.push(json(200, { id: quoteId }), json(200, { data: [] }), new Response(null, { status: 204 }))
      const api = client({ headers: { 'x-all': '1' } })
      expect(await api('executeQuote', { params: { quoteId }, idempotencyKey: 'k' })).toEqual({ id: quoteId })
      await api('listTransactions', { query: { limit: 5, status: 'COMPLETED', cursor: undefined } })
      expect(await api('deleteTokenById', { params: { tokenId: 'Token:1' } })).toBeUndefined()
      expect(sent.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
        `POST ${BASE}/quotes/${quoteId}/execute`,
        `GET ${BASE}/transactions?limit=5&status=COMPLETED`,
        `DELETE ${BASE}/tokens/Token:1`,
      ])
      expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
        authorization: 'Basic eDp5',
        'idempotency-key': 'k',
        'x-all': '1',
      })
    })

    it('carry JSON, or a form where the operation takes one', async () => {
      answers.push(json(201, {}), json(201, {}))
      const api = client({ credentials: { accessToken: 'agt_1' } })
      await api('createToken', { body: { name: 'Ledger', permissions: ['VIEW'] } })
      const file = new Blob(['%PDF'])
      const documentHolder = 'Customer:1'
      await api('uploadDocument', {
        body: { documentHolder, documentType: 'PASSPORT', file } as never,
      })
      const [token, document] = sent
      expect(token?.init.body).toBe('{"name":"Ledger","permissions":["VIEW"]}')
      expect(token?.headers.get('content-type')).toBe('application/json')
      expect(token?.headers.get('authorization')).toBe('Bearer agt_1')
      expect([...((document as Sent).init.body as FormData).keys()]).toEqual(['documentHolder', 'documentType', 'file'])
      expect(document?.headers.has('content-type')).toBe(false)
    })

    it('are the same from one object: the path takes its parameters, the rest is the body or the query', async () => {
      answers.push(...[1, 2, 3, 4].map(() => json(200, { data: [], hasMore: false })))
      const api = client()
      await api.updateCustomerById({ customerId: 'Customer:1', fullName: 'Ann' } as never, { idempotencyKey: 'k' })
      await api.listTransactions({ limit: 5 })
      await api.executeQuote({ quoteId })
      await api.createToken({ name: 'Ledger', permissions: ['VIEW'] })
      expect(sent.map(({ url, init }) => [init.method, url.slice(BASE.length), init.body])).toEqual([
        ['PATCH', '/customers/Customer:1', '{"fullName":"Ann"}'],
        ['GET', '/transactions?limit=5', undefined],
        ['POST', `/quotes/${quoteId}/execute`, undefined],
        ['POST', '/tokens', '{"name":"Ledger","permissions":["VIEW"]}'],
      ])
      expect(keys()[0]).toBe('k')
    })

    it('never leave the path of their operation, whatever a parameter is', () => {
      const path = (value: string) => pathTo('getCustomerById', { customerId: value })
      expect(['../tokens', '..', '.', '', 'a/b?c#d'].map(path)).toEqual([
        '/customers/..%2Ftokens',
        '/customers/%20..',
        '/customers/%20.',
        '/customers/%20',
        '/customers/a%2Fb%3Fc%23d',
      ])
      expect(pathTo('lookupUma', { receiverUmaAddress: '$ann@bank.example' })).toMatch(/\/\$ann@bank\.example$/)
      expect(() => pathTo('getCustomerById')).toThrow('params.customerId of getCustomerById is required')
    })
  })

  describe('errors', () => {
    it('contain everything that the API reports', async () => {
      const errors = [{ field: 'amount', message: 'must be a positive integer' }]
      const body = { status: 400, code: 'INVALID_INPUT', message: 'Invalid', reason: 'r', details: { errors } }
      answers.push(json(400, body, { 'x-request-id': 'req-1' }))
      const error = await errorOf(client()('executeQuote', { params: { quoteId }, idempotencyKey: 'k' }))
      expect(error).toMatchObject({
        status: 400,
        code: 'INVALID_INPUT',
        message: 'Invalid',
        reason: 'r',
        details: { errors },
        requestId: 'req-1',
        idempotencyKey: 'k',
      })
      expect(error.summary).toBe('amount must be a positive integer')
    })

    it('are thrown also for a reply that is not from the API', async () => {
      answers.push(new Response('<html>Moved</html>', { status: 404 }))
      expect(await errorOf(client()('listTokens'))).toMatchObject({ status: 404, code: 'UNKNOWN' })
    })

    it('have a class for each reaction of a caller', async () => {
      const classes = { 400: InvalidRequestError, 403: NotAuthorizedError, 404: NotFoundError, 409: ConflictError }
      for (const [status, expected] of Object.entries({ ...classes, 500: ServiceError })) {
        answers.push(json(Number(status), { code: 'CODE' }))
        expect(await errorOf(client().listTokens())).toBeInstanceOf(expected)
      }
      answers.push(...Array.from({ length: 3 }, () => new TypeError('fetch failed')))
      expect(await errorOf(client().listTokens())).toBeInstanceOf(NoReplyError)
    })

    it('send() returns them as replies', async () => {
      answers.push(json(404, { code: 'NOT_FOUND' }, { 'ignored-fields': 'a' }))
      const reply = await client().send('listTokens')
      expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(reply.headers.get('ignored-fields')).toBe('a')
    })
  })

  describe('retries', () => {
    it('repeat a write under one generated key, after no reply and after 503', async () => {
      answers.push(new TypeError('fetch failed'), unavailable(), json(201, { id: 'Token:1' }))
      const body = { name: 'Ledger', permissions: ['VIEW'] as ['VIEW'] }
      expect(await done(client()('createToken', { body }))).toEqual({ id: 'Token:1' })
      expect(keys()).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
      expect(new Set(keys()).size).toBe(1)
    })

    it('use another key for another call, and the caller’s where there is one', async () => {
      answers.push(json(200, {}), json(200, {}), unavailable(), json(200, {}))
      const api = client()
      await api('executeQuote', { params: { quoteId } })
      await api('executeQuote', { params: { quoteId } })
      await done(api('executeQuote', { params: { quoteId }, idempotencyKey: 'mine' }))
      expect(new Set(keys().slice(0, 2)).size).toBe(2)
      expect(keys().slice(2)).toEqual(['mine', 'mine'])
    })

    it('wait for an earlier attempt that still runs', async () => {
      const inUse = json(409, { status: 409, code: 'IDEMPOTENCY_KEY_IN_USE', message: 'Running' })
      answers.push(new TypeError('fetch failed'), inUse, json(200, { id: quoteId }))
      expect(await done(client()('executeQuote', { params: { quoteId } }))).toEqual({ id: quoteId })
    })

    it('repeat reads without a key', async () => {
      answers.push(unavailable(), json(200, { data: [] }))
      await done(client()('listTokens'))
      expect(keys()).toEqual([null, null])
    })

    it('never repeat a write that takes no key', async () => {
      answers.push(unavailable())
      const body = { clientPublicKey: '04' }
      const error = await errorOf(client()('exportInternalAccount', { params: { id: 'InternalAccount:1' }, body }))
      expect(error.status).toBe(503)
      expect(keys()).toEqual([null])
    })

    it('never repeat a write without a key: with retries off none is generated', async () => {
      answers.push(unavailable())
      expect((await errorOf(client({ retries: 0 })('executeQuote', { params: { quoteId } }))).status).toBe(503)
      expect(keys()).toEqual([null])
    })

    it('never repeat a refusal', async () => {
      answers.push(json(409, { status: 409, code: 'QUOTE_EXPIRED', message: 'Expired' }))
      expect(await errorOf(client()('executeQuote', { params: { quoteId } }))).toMatchObject({ code: 'QUOTE_EXPIRED' })
    })

    it('end with the key, under which the outcome can be queried later', async () => {
      answers.push(...Array.from({ length: 3 }, () => new TypeError('fetch failed')))
      const error = await errorOf(client()('executeQuote', { params: { quoteId } }))
      expect(error).toMatchObject({ status: 0, code: 'NO_REPLY', cause: expect.any(TypeError) })
      expect(keys()).toEqual(Array(3).fill(error.idempotencyKey))
      expect(error.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    })

    it('wait as long as Retry-After requires, and leave long waits to the caller', async () => {
      const later = (seconds: number) => json(503, { code: 'SERVICE_UNAVAILABLE' }, { 'retry-after': String(seconds) })
      answers.push(later(5), json(200, { data: [] }))
      const before = Date.now()
      await done(client()('listTokens'))
      expect(Date.now() - before).toBe(5000)
      answers.push(later(60))
      expect(await errorOf(client()('listTokens'))).toMatchObject({ status: 503, retryAfter: 60 })
    })

    it("wait with the caller's clock and random source: twice as long each time", async () => {
      const waits: number[] = []
      const wait = async (ms: number) => void waits.push(ms)
      for (const chance of [0, 1]) {
        answers.push(unavailable(), unavailable(), json(200, { data: [] }))
        await client({ wait, chance: () => chance }).listTokens()
      }
      expect(waits).toEqual([125, 250, 250, 500])
    })

    it('repeat a rate-limited request when the service states how long to wait', async () => {
      const tooMany = (headers?: Record<string, string>) => json(429, { code: 'RATE_LIMITED' }, headers)
      answers.push(tooMany({ 'retry-after': '2' }), json(200, { id: quoteId }), tooMany())
      const before = Date.now()
      await done(client().executeQuote({ quoteId }))
      expect(Date.now() - before).toBe(2000)
      expect(new Set(keys()).size).toBe(1)
      expect(await errorOf(client().executeQuote({ quoteId }))).toBeInstanceOf(RateLimitedError)
    })

    it('end when the caller aborts', async () => {
      const controller = new AbortController()
      answers.push(unavailable())
      const work = client()('listTokens', { signal: controller.signal })
      const outcome = expect(work).rejects.toThrow('Not needed any more')
      await vi.advanceTimersByTimeAsync(1)
      controller.abort(new Error('Not needed any more'))
      await outcome
    })
  })

  describe('lists', () => {
    const pages = () => [
      json(200, { data: [{ id: 1 }, { id: 2 }], hasMore: true, nextCursor: 'c1', totalCount: 3 }),
      json(200, { data: [{ id: 3 }], hasMore: false, totalCount: 3 }),
    ]

    it('are iterated over all pages, with the same filter', async () => {
      answers.push(...pages())
      const ids: unknown[] = []
      for await (const { id } of client().listTransactions({ limit: 2 })) ids.push(id)
      expect(ids).toEqual([1, 2, 3])
      expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=c1'])
    })

    it('are their first page when awaited, fetched once', async () => {
      answers.push(pages()[0] as Response)
      const list = client().listTransactions({ limit: 2 })
      expect(await list).toMatchObject({ totalCount: 3 })
      for await (const { id } of list) if (id === (2 as never)) break
      expect(sent).toHaveLength(1)
    })

    it('fetch no page that is not wanted', async () => {
      answers.push(pages()[0] as Response)
      for await (const { totalCount } of client().listTransactions().pages()) {
        expect(totalCount).toBe(3)
        break
      }
      expect(sent).toHaveLength(1)
    })

    it('survive a page that is not available at first', async () => {
      const [first, second] = pages() as [Response, Response]
      answers.push(first, unavailable(), second)
      const count = async () => {
        let items = 0
        for await (const _ of client().listTransactions()) items++
        return items
      }
      expect(await done(count())).toBe(3)
    })
  })

  describe('withSignature()', () => {
    const pay = (api: Client, sign: (one: typeof challenge) => string | Promise<string>) =>
      api.withSignature(sign as never).executeQuote({ quoteId }, { headers: { 'x-mine': '1' } })

    it('signs the challenge and repeats the identical request under the same key', async () => {
      answers.push(json(202, challenge), json(200, { id: quoteId }))
      const seen: unknown[] = []
      const paid = await pay(client(), (one) => {
        seen.push(one)
        return `signed ${one.payloadToSign}`
      })
      expect(paid).toEqual({ id: quoteId })
      expect(seen).toEqual([challenge])
      const [first, second] = sent
      expect(second?.url).toBe(first?.url)
      expect(second?.init.body).toBe(first?.init.body)
      expect(new Set(keys()).size).toBe(1)
      expect(keys()[0]).toBeTruthy()
      expect(first?.headers.has('service-wallet-signature')).toBe(false)
      expect(Object.fromEntries(second?.headers ?? [])).toMatchObject({
        'service-wallet-signature': `signed ${challenge.payloadToSign}`,
        'request-id': challenge.requestId,
        'x-mine': '1',
      })
    })

    it('repeats the signed request with its signature when there is no reply', async () => {
      answers.push(json(202, challenge), new TypeError('fetch failed'), json(200, { id: quoteId }))
      let signatures = 0
      await done(pay(client(), () => `${++signatures}`))
      expect(signatures).toBe(1)
      expect(sent.map(({ headers }) => headers.get('service-wallet-signature'))).toEqual([null, '1', '1'])
    })

    it('is answered immediately when nothing is to be signed', async () => {
      answers.push(json(200, { id: quoteId }))
      expect(await pay(client(), () => expect.fail('nothing to sign'))).toEqual({ id: quoteId })
    })

    it('ends when the signer refuses: no further request is sent', async () => {
      answers.push(json(202, challenge))
      await expect(pay(client(), () => Promise.reject(new Error('No, thanks')))).rejects.toThrow('No, thanks')
      expect(sent).toHaveLength(1)
    })

    it("throws the API's error about the signature", async () => {
      answers.push(json(202, challenge), json(401, { code: 'UNAUTHORIZED', reason: 'Invalid Wallet-Signature' }))
      const error = await errorOf(pay(client(), () => 'x'))
      expect(error).toMatchObject({ status: 401, reason: 'Invalid Wallet-Signature' })
    })

    it('is required by a plain call that is answered with a challenge', async () => {
      answers.push(json(202, challenge))
      const error = await errorOf(client()('executeQuote', { params: { quoteId } }))
      expect(error).toBeInstanceOf(SignatureRequiredError)
      expect(error).toMatchObject({ status: 202, code: 'SIGNATURE_REQUIRED', details: challenge, challenge })
    })
  })

  it('knows at compile time what an operation takes and answers', () => {
    const api = (() => Promise.resolve({})) as unknown as Client
    const never = () => {
      // @ts-expect-error there is no such operation
      api('payQuote')
      // @ts-expect-error the path has a parameter
      api('executeQuote')
      // @ts-expect-error a body is required
      api('createToken')
      // @ts-expect-error a read takes no key
      api('listTokens', { idempotencyKey: 'k' })
      // @ts-expect-error it is not a list
      api.getPlatformConfig().pages()
      // @ts-expect-error the path has a parameter
      api.executeQuote()
      // @ts-expect-error the quote has no such field
      api.executeQuote({ quoteId, amount: 5 })
      // @ts-expect-error there is no such field in the reply
      api('executeQuote', { params: { quoteId } }).then(({ nothing }) => nothing)
      return api('executeQuote', { params: { quoteId } }).then(({ status }) => status === 'COMPLETED')
    }
    expect(never).toBeTypeOf('function')
  })
})
