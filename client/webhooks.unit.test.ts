/** Verification of webhooks, with requests as the service sends them. */
import { generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { webhookRequest } from '../src/domain/events/webhook-request.ts'
import { seal, secretKeys } from '../src/infra/crypto/secrets.ts'
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts'

const keys = secretKeys(Buffer.alloc(32, 1))
const [secret, previous] = [1, 2].map(() => `whsec_${randomBytes(24).toString('base64')}`) as [string, string]
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { privateKey, publicKey } = pair()
const jwk = publicKey.export({ format: 'jwk' })
const SENT_AT = Date.UTC(2026, 0, 1)
const now = SENT_AT + 1000
const event = { id: '019542f5-b3e7-7d02-8000-000000000001', sequence: 1, type: 'TEST', data: '{}', createdAt: SENT_AT }

const request = (secrets = [secret]) =>
  webhookRequest(event, {
    signer: { sign: (bytes: Uint8Array) => sign('sha256', bytes, privateKey).toString('base64') } as never,
    keys,
    secrets: secrets.map((one) => seal(keys.sealing, one, 'webhook secret')),
    sentAt: SENT_AT,
  })

describe('verifyWebhook', () => {
  it.each<[string, string | JsonWebKey | { keys: JsonWebKey[] }]>([
    ['the secret', secret],
    ['the public key', jwk],
    ['the key set of a rotation', { keys: [pair().publicKey.export({ format: 'jwk' }), jwk] }],
  ])('returns the event of a request that %s verifies', async (_, key) => {
    const { headers, body } = request([previous, secret])
    const verified = { id: `Webhook:${event.id}`, type: 'TEST', sequence: 1 }
    expect(await verifyWebhook(key, headers, body, { now })).toMatchObject(verified)
    expect(await verifyWebhook(key, new Headers(headers), Buffer.from(body), { now })).toMatchObject(verified)
    const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
    expect(await verifyWebhook(key, upperCase, body, { now })).toMatchObject(verified)
  })

  // A DER number has a sign bit and no leading zeros, so one signature in some is longer, or shorter, than the others.
  it('accepts signatures of every length', async () => {
    for (let i = 0; i < 300; i++) {
      const { headers, body } = request()
      await verifyWebhook(jwk, headers, body, { now })
    }
  })

  it.each([
    ['another body', ({ body }: Made) => ({ body: body.replace('TEST', 'TESS') })],
    ['no signatures', () => ({ headers: { 'webhook-timestamp': `${SENT_AT / 1000}` } })],
    ['no headers', () => ({ headers: {} })],
    [
      'malformed signatures',
      ({ headers }: Made) => ({ headers: withSignatures(headers, '{"v":"1","s":"AAAA"}', 'v1,?') }),
    ],
    [
      'a truncated signature',
      ({ headers }: Made) => ({ headers: withSignatures(headers, '{"v":"1","s":"MEUCIQ=="}', 'v1,') }),
    ],
    [
      'another version',
      ({ headers }: Made) => ({ headers: withSignatures(headers, '{"v":"2","s":"AAAA"}', 'v2,AAAA') }),
    ],
    ['an old request', () => ({ now: now + 301_000 })],
    ['a request from the future', () => ({ now: now - 302_000 })],
  ] as [string, (made: Made) => Partial<Made & { now: number }>][])('refuses %s', async (_, change) => {
    const given = { ...request(), now, ...change(request()) }
    for (const key of [secret, jwk])
      await expect(verifyWebhook(key, given.headers, given.body, { now: given.now })).rejects.toThrow(
        WebhookVerificationError,
      )
  })

  it('refuses another secret, another key, and with the secret another time', async () => {
    const { headers, body } = request()
    const later = { ...headers, 'webhook-timestamp': String(SENT_AT / 1000 + 600) }
    await expect(verifyWebhook(previous, headers, body, { now })).rejects.toThrow('No signature')
    await expect(verifyWebhook(pair().publicKey.export({ format: 'jwk' }), headers, body, { now })).rejects.toThrow(
      'No signature',
    )
    await expect(verifyWebhook(secret, later, body, { now: now + 600_000 })).rejects.toThrow('No signature')
  })
})

type Made = { headers: Record<string, string>; body: string }
const withSignatures = (headers: Record<string, string>, service: string, standard: string) => ({
  ...headers,
  'x-service-signature': service,
  'webhook-signature': standard,
})
