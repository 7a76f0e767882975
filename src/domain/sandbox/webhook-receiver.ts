/** Built-in webhook receiver: verifies events that are posted to it, and keeps the newest in memory. */
import type { SandboxReceivedWebhook } from '../../../contract/sandbox/sandbox-receiver.ts'
import { wallClock } from '../../core/clock.ts'
import { LruMap } from '../../core/lru-map.ts'
import { notFound } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { verifyWebhook } from '../events/webhook-endpoint.ts'

export const RECEIVER_PATH = '/sandbox-receiver'
const PLATFORMS_MAX = 100
const KEPT_MAX = 50
const BODY_MAX = 16_384
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Verifying = Parameters<typeof verifyWebhook>[0]

export interface WebhookReceiver {
  /** Newest first. */
  received(platformId: string): readonly SandboxReceivedWebhook[]
  /** Keeps a request. @returns whether both its signatures are valid. @throws Refusal for a platform without an endpoint */
  receive(platformId: string, headers: Readonly<Record<string, unknown>>, body: string): Promise<boolean>
}

export function webhookReceiver(verifying: Verifying): WebhookReceiver {
  const kept = new LruMap<string, readonly SandboxReceivedWebhook[]>(PLATFORMS_MAX)
  const received = (platformId: string) => kept.get(platformId) ?? []
  return {
    received,
    async receive(platformId, headers, body) {
      const verified = UUID.test(platformId) ? await verifyWebhook(verifying, platformId, headers, body) : undefined
      if (!verified) throw notFound('Platform')
      const one = { receivedAt: isoTime(wallClock()), body: body.slice(0, BODY_MAX), ...verified }
      kept.set(platformId, [one, ...received(platformId)].slice(0, KEPT_MAX))
      return verified.isServiceSignatureValid && verified.isStandardSignatureValid
    },
  }
}

export const getSandboxWebhookReceiver = (receiver: WebhookReceiver, platformId: string, origin: string) => ({
  url: `${origin}${RECEIVER_PATH}/${platformId}`,
  received: [...receiver.received(platformId)],
})
