/** Key rotation tests: of webhooks from the view of a receiver, and of UMA. */
import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/harness/app.ts'
import { openReceiver, type Received, type Receiver } from '../../test/harness/receiver.ts'
import { rotatePlatformSecret, rotateUma, rotateWebhookKey } from './rotate-keys.ts'

let app: TestApp
let receiver: Receiver
beforeAll(async () => {
  app = await testApp({ cast: false })
  receiver = await openReceiver()
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
  await app.settle()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

/** The request that the endpoint receives for a test event. */
const sent = async (): Promise<Received> => {
  await app.ok('sendWebhookTest')
  return receiver.received.at(-1) as Received
}
const verifies = (secret: string, { bytes, headers }: Received) => {
  try {
    new Webhook(secret).verify(bytes.toString(), headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

describe('rotatePlatformSecret', () => {
  it('signs with both secrets until the overlap ends, then only with the new one', async () => {
    const { webhookSecret: former, platformId } = app.platform
    expect(verifies(former, await sent())).toBe(true)
    const { webhookSecret, formerUntil } = await rotatePlatformSecret(app.app, platformId, { overlapHours: 24 })
    expect(formerUntil).not.toBeNull()
    const during = await sent()
    expect([former, webhookSecret].map((secret) => verifies(secret, during))).toEqual([true, true])
    await app.store.query("update platforms set former_secret_until = now() - interval '1 second' where id = $1", [
      platformId,
    ])
    const after = await sent()
    expect([former, webhookSecret].map((secret) => verifies(secret, after))).toEqual([false, true])
  })

  it('ends the former secret immediately without an overlap', async () => {
    const { webhookSecret: former } = await rotatePlatformSecret(app.app, app.platform.platformId, { overlapHours: 24 })
    const { webhookSecret } = await rotatePlatformSecret(app.app, app.platform.platformId, { overlapHours: 0 })
    const one = await sent()
    expect([former, webhookSecret].map((secret) => verifies(secret, one))).toEqual([false, true])
  })

  it('keeps both secrets sealed', async () => {
    const { platformId } = app.platform
    const secrets = [app.platform.webhookSecret]
    for (const overlapHours of [24, 24])
      secrets.push((await rotatePlatformSecret(app.app, platformId, { overlapHours })).webhookSecret)
    const [row] = await app.store.query<{ text: string }>(
      'select to_jsonb(platforms)::text as text from platforms where id = $1',
      [platformId],
    )
    const forms = secrets.flatMap((secret) => [secret, secret.replace('whsec_', '')])
    expect(row?.text).toContain('acme.example')
    expect(forms.filter((form) => row?.text.includes(form))).toEqual([])
  })

  it('is refused for an unknown platform', async () => {
    await expect(
      rotatePlatformSecret(app.app, '01a1f9bc-8b1c-7000-8000-ab7eb7fb1725', { overlapHours: 1 }),
    ).rejects.toMatchObject({ code: 'PLATFORM_NOT_FOUND' })
  })
})

describe('rotateWebhookKey', () => {
  it('publishes a second key, and every event verifies with one of the two', async () => {
    const keys = async () => (await app.raw('GET', `${app.origin}/.well-known/jwks.json`, { as: null })).body.keys
    const before = await keys()
    const { key, signsFrom } = await rotateWebhookKey(app.app, { atOnce: false })
    expect(Date.parse(signsFrom)).toBeGreaterThan(Date.now())
    const published = await keys()
    expect(published.map(({ kid }: { kid: string }) => kid)).toEqual([key, before[0].kid])
    const { bytes, headers } = await sent()
    const { s } = JSON.parse(headers['x-service-signature'] as string)
    const genuine = published.filter((jwk: any) =>
      verify('sha256', bytes, createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(s, 'base64')),
    )
    expect(genuine.map(({ kid }: { kid: string }) => kid)).toEqual([before[0].kid])
  })
})

describe('rotateUma', () => {
  it('plans new keys for when those that are published now have expired everywhere', async () => {
    const published = async () => (await app.raw('GET', `${app.origin}/.well-known/lnurlpubkey`, { as: null })).body
    const before = await published()
    expect(before.expirationTimestamp * 1000).toBeLessThanOrEqual(Date.now() + 3_600_000)
    const { usedFrom } = await rotateUma(app.app, { atOnce: false })
    expect(Date.parse(usedFrom)).toBeGreaterThan(before.expirationTimestamp * 1000)
    expect(Date.parse((await rotateUma(app.app, { atOnce: true })).usedFrom)).toBeLessThan(Date.parse(usedFrom))
  })
})
