/** Webhook request: the envelope of an event and two signatures over it. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { wireId } from '../../core/ids.ts'
import { LruMap } from '../../core/lru-map.ts'
import { isoTime } from '../../core/time.ts'
import { type SecretKeys, unseal } from '../../infra/crypto/secrets.ts'
import { oncePer } from '../../infra/reads/in-one-call.ts'
import type { WebhookSigner } from './signing-keys.ts'

export interface WebhookEvent {
  readonly id: string
  readonly sequence: number
  readonly type: string
  /** The stored JSON text, sent unchanged. */
  readonly data: string
  readonly createdAt: number
}

/** @param sentAt real time in milliseconds, also in the sandbox: receivers compare it with their own clocks */
export interface Signing {
  readonly signer: WebhookSigner
  readonly keys: Pick<SecretKeys, 'sealing'>
  /** The platform's `webhookSecret`, sealed; during a rotation also the previous one. */
  readonly secrets: readonly string[]
  readonly sentAt: number
}

/** The parts that differ between the requests of one event: the time in seconds since 1970, and the signatures. */
export interface Stamp {
  readonly sentAt: string
  /** DER, in base64. */
  readonly signature: string
  /** One for each secret, in the form of Standard Webhooks. */
  readonly standard: string
}

/** Body of an event: the same bytes in every attempt. */
export const webhookBody = ({ id, type, createdAt, sequence, data }: WebhookEvent): string =>
  `{"id":"${wireId('Webhook', id)}","type":${JSON.stringify(type)},"timestamp":"${isoTime(createdAt)}","sequence":${sequence},"data":${data}}`

/** Headers of an attempt. @param eventId bare */
export function webhookHeaders(eventId: string, { sentAt, signature, standard }: Stamp) {
  const own = JSON.stringify({ v: '1', s: signature })
  return {
    'content-type': 'application/json',
    'user-agent': 'Causeway',
    'x-service-signature': own,
    'x-grid-signature': own,
    'webhook-id': wireId('Webhook', eventId),
    'webhook-timestamp': sentAt,
    'webhook-signature': standard,
  }
}

/** A retry has the same `webhook-id` and the same body, byte for byte, under new signatures. */
export function webhookRequest(event: WebhookEvent, { signer, keys, secrets, sentAt }: Signing) {
  const body = webhookBody(event)
  const timestamp = String(Math.floor(sentAt / 1000))
  const text = `${wireId('Webhook', event.id)}.${timestamp}.${body}`
  const stamp: Stamp = {
    sentAt: timestamp,
    signature: signer.sign(Buffer.from(body)),
    standard: secrets.map((secret) => standardSignature(keys.sealing, secret, text)).join(' '),
  }
  return { body, headers: webhookHeaders(event.id, stamp), stamp }
}

/** Signature in the form of Standard Webhooks. @param secret sealed @param text id, time and body, joined by dots */
export const standardSignature = (sealing: KeyObject, secret: string, text: string): string =>
  `v1,${createHmac('sha256', signingKey(sealing, secret)).update(text).digest('base64')}`

/** Keys of the platforms that were sent to last: to unseal one takes longer than to sign with it. */
const KEYS_MAX = 1000
const opened = oncePer((_sealing: KeyObject) => new LruMap<string, KeyObject>(KEYS_MAX))

/** The key behind `whsec_<base64>`. */
function signingKey(sealing: KeyObject, secret: string): KeyObject {
  const keys = opened(sealing)
  const known = keys.get(secret)
  if (known) return known
  const bytes = Buffer.from(unseal(sealing, secret, 'webhook secret').slice('whsec_'.length), 'base64')
  const key = createSecretKey(bytes)
  keys.set(secret, key)
  return key
}
