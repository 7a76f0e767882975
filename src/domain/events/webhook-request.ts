/** Webhook request: the envelope of an event and two signatures over it. */
import { createHmac, type KeyObject } from 'node:crypto'
import { wireId } from '../../core/ids.ts'
import { isoTime } from '../../core/time.ts'
import { type SecretKeys, unseal } from '../../infra/crypto/secrets.ts'
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

/** A retry has the same `webhook-id` and the same body, byte for byte, under new signatures. */
export function webhookRequest(event: WebhookEvent, { signer, keys, secrets, sentAt }: Signing) {
  const id = wireId('Webhook', event.id)
  const body = `{"id":"${id}","type":${JSON.stringify(event.type)},"timestamp":"${isoTime(event.createdAt)}","sequence":${event.sequence},"data":${event.data}}`
  const signature = JSON.stringify({ v: '1', s: signer.sign(Buffer.from(body)) })
  const timestamp = String(Math.floor(sentAt / 1000))
  const text = `${id}.${timestamp}.${body}`
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Causeway',
    'x-service-signature': signature,
    'x-grid-signature': signature,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signed(keys.sealing, secret, text)}`).join(' '),
  }
  return { body, headers }
}

const signed = (sealing: KeyObject, secret: string, text: string) =>
  createHmac('sha256', secretBytes(sealing, secret)).update(text).digest('base64')

/** The bytes behind `whsec_<base64>`. */
const secretBytes = (sealing: KeyObject, secret: string) =>
  Buffer.from(unseal(sealing, secret, 'webhook secret').slice('whsec_'.length), 'base64')
