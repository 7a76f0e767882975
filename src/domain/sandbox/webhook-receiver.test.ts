import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness/app.ts'
import { accountOf } from '../../../test/harness/cast.ts'

describe('getSandboxWebhookReceiver', () => {
  let app: TestApp
  let url: string
  beforeAll(async () => {
    app = await testApp()
    url = (await app.ok('getSandboxWebhookReceiver')).url
  })
  afterAll(() => app.close())

  const post = (address: string, body: string, headers: Record<string, string> = {}) =>
    fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })

  it('404 for a platform without an endpoint, or none at all', async () => {
    expect((await post(url, '{}')).status).toBe(404)
    expect((await post(url.replace(/[^/]+$/, 'unknown'), '{}')).status).toBe(404)
  })

  it('accepts events and shows that their signatures are valid', async () => {
    await app.ok('updatePlatformConfig', { body: { webhookEndpoint: url } })
    const { id } = await accountOf(app, 'northwind', 'USD')
    await app.ok('sandboxFundInternalAccount', { params: { accountId: id }, body: { amount: 1234 } })
    await app.settle()
    const { received } = await app.ok('getSandboxWebhookReceiver')
    expect(received.map(({ body }) => JSON.parse(body).type)).toContain('INCOMING_PAYMENT.COMPLETED')
    for (const each of received)
      expect(each).toMatchObject({ isServiceSignatureValid: true, isStandardSignatureValid: true })
    const { data } = await app.ok('listEvents', { query: { type: 'INCOMING_PAYMENT.COMPLETED', limit: 1 } })
    expect(data[0]?.deliveryStatus).toBe('DELIVERED')
  })

  it('refuses unsigned requests, and reports which signature is wrong', async () => {
    const { data } = await app.ok('listEvents', { query: { deliveryStatus: 'DELIVERED', limit: 1 } })
    const { body, attempts } = await app.ok('getEventById', { params: { eventId: data[0]?.id as `Webhook:${string}` } })
    const headers = attempts[0]?.requestHeaders as Record<string, string>
    expect((await post(url, body, headers)).status).toBe(200)
    expect((await post(url, '{}')).status).toBe(401)
    expect((await post(url, `${body} `, headers)).status).toBe(401)
    expect((await post(url, body, { ...headers, 'webhook-timestamp': '1700000000' })).status).toBe(401)
    const newest = (await app.ok('getSandboxWebhookReceiver')).received[0]
    expect(newest).toMatchObject({ isServiceSignatureValid: true, isStandardSignatureValid: false })
  })
})
