import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { wallClock } from '../../core/clock.ts'
import { seal, secretKeys } from '../../infra/crypto/secrets.ts'
import { webhookRequest } from './webhook-request.ts'

const keys = secretKeys(Buffer.alloc(32, 1))
const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const signer = {
  sign: (bytes: Uint8Array) => sign('sha256', bytes, pair.privateKey).toString('base64'),
  jwks: async () => ({ keys: [] }),
  rotate: async () => ({ id: 'whk_2', signsFrom: 0 }),
}
const event = {
  id: '019b0000-0000-7000-8000-000000000001',
  type: 'OUTGOING_PAYMENT.COMPLETED',
  sequence: 3,
  createdAt: Date.UTC(2026, 0, 15, 12, 30, 0, 7),
  data: '{ "amount": 1.00,\n "name": "Zoë \\u00e9 \u{1F4B8}" }',
}
const signing = { signer, keys, secrets: [seal(keys.sealing, webhookSecret, 'webhook secret')] }
const sentAt = (moment: number) => webhookRequest(event, { ...signing, sentAt: moment })

describe('a webhook request', () => {
  const { body, headers } = sentAt(wallClock())

  it('contains the data exactly as it was stored', () => {
    expect(body).toBe(
      `{"id":"Webhook:${event.id}","type":"OUTGOING_PAYMENT.COMPLETED","timestamp":"2026-01-15T12:30:00.007Z","sequence":3,"data":${event.data}}`,
    )
    expect(JSON.parse(body).data.name).toBe('Zoë é 💸')
  })

  it('has a signature over the bytes of the body, under two names', () => {
    const { v, s, ...rest } = JSON.parse(headers['x-service-signature'])
    expect([v, rest]).toEqual(['1', {}])
    expect(headers['x-grid-signature']).toBe(headers['x-service-signature'])
    const isGenuine = (bytes: string) => verify('sha256', Buffer.from(bytes), pair.publicKey, Buffer.from(s, 'base64'))
    expect(isGenuine(body)).toBe(true)
    expect(isGenuine(body.replace('1.00', '9.00'))).toBe(false)
  })

  it('satisfies Standard Webhooks', () => {
    const receiver = new Webhook(webhookSecret)
    expect(headers['webhook-id']).toBe(`Webhook:${event.id}`)
    expect(receiver.verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => receiver.verify(body.replace('1.00', '9.00'), headers)).toThrow('No matching signature')
    expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'Webhook:other' })).toThrow('No matching signature')
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(() => receiver.verify(body, { ...headers, 'webhook-timestamp': later })).toThrow('No matching signature')
  })

  it('has the same id and body when it is sent again', () => {
    const [first, second] = [sentAt(1_000_999), sentAt(1_001_000)]
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect([first, second].map((one) => one.headers['webhook-timestamp'])).toEqual(['1000', '1001'])
  })

  it('has a signature with each secret during a rotation, and each secret verifies it', () => {
    const former = `whsec_${randomBytes(32).toString('base64')}`
    const secrets = [...signing.secrets, seal(keys.sealing, former, 'webhook secret')]
    const sent = webhookRequest(event, { ...signing, secrets, sentAt: wallClock() })
    expect(sent.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const secret of [webhookSecret, former])
      expect(new Webhook(secret).verify(sent.body, sent.headers)).toMatchObject({ sequence: 3 })
  })
})
