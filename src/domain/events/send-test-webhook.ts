/** Test webhook use case: a TEST event, sent once to the configured endpoint. */
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import { reasonOf } from '../../infra/egress/post.ts'
import { postEvent, type Sending } from './deliver-events.ts'
import { findEndpoint } from './queries.ts'

export interface TestReply {
  readonly url: string
  readonly status: number
  readonly body: string
}

/** @throws Refusal WEBHOOK_ENDPOINT_NOT_SET, WEBHOOK_DELIVERY_ERROR when there is no response */
export async function sendTestWebhook(
  sending: Sending & { readonly clock: Clock },
  platformId: string,
): Promise<TestReply> {
  const endpoint = await findEndpoint(sending.store, platformId)
  if (!endpoint) refuse('WEBHOOK_ENDPOINT_NOT_SET', 'Set webhookEndpoint in the configuration first')
  const now = sending.clock.now()
  const event = { id: newId(now), sequence: 1, type: 'TEST', data: '{}', createdAt: now }
  try {
    return { url: endpoint.url, ...(await postEvent(sending, endpoint, event)) }
  } catch (error) {
    throw new Refusal('WEBHOOK_DELIVERY_ERROR', `The webhook endpoint could not be called: ${reasonOf(error)}`)
  }
}
