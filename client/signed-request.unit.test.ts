import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openReceiver, type Receiver } from '../test/harness/receiver.ts'
import { ApiError, type ApiRequest, type Send, sender } from './send.ts'
import { sendSigned } from './signed-request.ts'

const challenge = {
  payloadToSign: '{"statement":"Pay 5 USD"}',
  requestId: 'Request:0199a000-0000-7000-8000-000000000001',
  expiresAt: '2026-01-01T00:00:00.000Z',
}
const request: ApiRequest = {
  method: 'PATCH',
  path: '/internal-accounts/InternalAccount:1',
  body: { privateEnabled: true },
  headers: { 'Idempotency-Key': 'k' },
}
const signer = { sign: async (payload: string) => `signed ${payload}` }

describe('requests of the client', () => {
  let api: Receiver
  let send: Send
  const replies: [number, unknown, Record<string, string>?][] = []
  beforeAll(async () => {
    api = await openReceiver((_, response) => {
      const [status, body, headers = {}] = replies.shift() ?? [200, undefined]
      response.writeHead(status, headers)
      response.end(typeof body === 'string' ? body : body && JSON.stringify(body))
    })
    send = sender({ baseUrl: `${new URL(api.url).origin}/2025-10-13`, headers: { authorization: 'Basic eDp5' } })
  })
  afterAll(() => api.close())
  beforeEach(() => {
    api.received.length = 0
    replies.length = 0
  })
  const refusalOf = async (work: Promise<unknown>): Promise<ApiError> => {
    const error = await work.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    return error as ApiError
  }

  it('go to the version of the API, with the headers of all of them and their own', async () => {
    replies.push([200, { a: 1 }], [204, undefined])
    expect(await send(request)).toEqual({ status: 200, body: { a: 1 } })
    expect(await send({ method: 'DELETE', path: '/auth/sessions/1' })).toEqual({ status: 204, body: undefined })
    const [first, second] = api.received
    expect(first).toMatchObject({
      path: '/2025-10-13/internal-accounts/InternalAccount:1',
      headers: { authorization: 'Basic eDp5', 'content-type': 'application/json', 'idempotency-key': 'k' },
      event: { privateEnabled: true },
    })
    expect(second?.headers).not.toHaveProperty('content-type')
    expect(second?.bytes.length).toBe(0)
  })

  it('throw what the API says when it refuses', async () => {
    replies.push([
      429,
      { status: 429, code: 'RATE_LIMITED', message: 'Wait', reason: 'r', details: { a: 1 } },
      { 'retry-after': '30' },
    ])
    expect(await refusalOf(send(request))).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Wait',
      reason: 'r',
      details: { a: 1 },
      retryAfter: 30,
    })
  })

  it('throw also when somebody in between answers something else', async () => {
    replies.push([502, '<html>Bad gateway</html>'])
    expect(await refusalOf(send(request))).toMatchObject({ status: 502, code: 'UNKNOWN', retryAfter: undefined })
  })

  describe('that are signed', () => {
    it('are repeated exactly, with the signature of what came', async () => {
      replies.push([202, challenge], [200, { done: true }])
      const seen: unknown[] = []
      const reply = await sendSigned(send, request, signer, (one) => seen.push(one))
      expect(reply).toEqual({ status: 200, body: { done: true } })
      expect(seen).toEqual([challenge])
      const [first, second] = api.received
      expect(second?.bytes).toEqual(first?.bytes)
      expect(second?.path).toBe(first?.path)
      expect(first?.headers).not.toHaveProperty('service-wallet-signature')
      expect(second?.headers).toMatchObject({
        'service-wallet-signature': `signed ${challenge.payloadToSign}`,
        'request-id': challenge.requestId,
        'idempotency-key': 'k',
      })
    })

    it('are answered at once when nothing is to be signed', async () => {
      replies.push([201, { id: 'AuthMethod:1' }])
      expect((await sendSigned(send, request, signer)).status).toBe(201)
      replies.push([202, { jobId: 'Job:1' }])
      expect((await sendSigned(send, request, signer)).body).toEqual({ jobId: 'Job:1' })
      expect(api.received).toHaveLength(2)
    })

    it('end when the person says no: nothing more is sent', async () => {
      replies.push([202, challenge])
      const no = () => Promise.reject(new Error('No, thanks'))
      await expect(sendSigned(send, request, signer, no)).rejects.toThrow('No, thanks')
      expect(api.received).toHaveLength(1)
    })

    it('throw what the API says about the signature', async () => {
      replies.push([202, challenge], [401, { code: 'UNAUTHORIZED', reason: 'Invalid Wallet-Signature' }])
      expect(await refusalOf(sendSigned(send, request, signer))).toMatchObject({ reason: 'Invalid Wallet-Signature' })
    })
  })
})
