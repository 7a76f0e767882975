import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'

describe('events', () => {
  let app: TestApp
  let receiver: Receiver
  beforeAll(async () => void (app = await testApp()))
  afterAll(() => app.close())
  beforeEach(async () => void (receiver = await openReceiver()))
  afterEach(() => receiver.close())

  const setEndpoint = async () => {
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
    await app.settle()
  }

  it('start with a TEST event when an endpoint is set', async () => {
    await setEndpoint()
    const event = {
      id: expect.stringMatching(/^Webhook:[0-9a-f-]{36}$/),
      type: 'TEST',
      timestamp: expect.any(String),
      sequence: 1,
      data: {},
    }
    expect(receiver.received.map((one) => one.event)).toEqual([event])
  })

  it('report a deposit, with signatures that the published key and the secret verify', async () => {
    await setEndpoint()
    receiver.received.length = 0
    const account = await accountOf(app, 'northwind', 'USD')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: account.id }, body: { amount: 1234 } })
    await app.settle()
    expect(receiver.received.map(({ event }) => event.type).sort()).toContain('INCOMING_PAYMENT.COMPLETED')

    const { keys } = (await (await fetch(`${app.origin}/.well-known/jwks.json`)).json()) as { keys: [JsonWebKey] }
    const publicKey = createPublicKey({ key: keys[0], format: 'jwk' })
    const standard = new Webhook(app.platform.webhookSecret)
    for (const { bytes, headers, event } of receiver.received) {
      const { v, s } = JSON.parse(headers['x-grid-signature'] as string)
      expect(v).toBe('1')
      expect(verify('sha256', bytes, publicKey, Buffer.from(s, 'base64'))).toBe(true)
      expect(headers['x-service-signature']).toBe(headers['x-grid-signature'])
      expect(standard.verify(bytes, headers as Record<string, string>)).toEqual(event)
    }
  })

  /** Tests of both paths of the operation. */
  const sendsTestEvents = (operation: 'sendTestWebhook' | 'sendWebhookTest') => {
    it.each([200, 404, 500])('returns the response of the endpoint, also %d, and does not retry', async (status) => {
      await setEndpoint()
      receiver.received.length = 0
      receiver.answer = (_, response) => void response.writeHead(status).end('received')
      expect(await app.ok(operation)).toEqual({
        url: receiver.url,
        response_status: status,
        response_body: 'received',
      })
      await app.advance({ minutes: 5 })
      expect(receiver.received.map(({ event }) => event.type)).toEqual(['TEST'])
    })

    it('400 when no endpoint is set', async () => {
      const { error } = await app.call(operation, { as: await app.anotherPlatform() })
      expect(error).toMatchObject({ status: 400, code: 'WEBHOOK_ENDPOINT_NOT_SET' })
    })

    it('400 with the reason when the endpoint cannot be called', async () => {
      await setEndpoint()
      await receiver.close()
      const { error } = await app.call(operation)
      expect(error).toMatchObject({
        status: 400,
        code: 'WEBHOOK_DELIVERY_ERROR',
        message: expect.stringContaining('ECONNREFUSED'),
      })
      receiver = await openReceiver()
    })
  }
  describe('sendTestWebhook', () => sendsTestEvents('sendTestWebhook'))
  describe('sendWebhookTest', () => sendsTestEvents('sendWebhookTest'))
})
