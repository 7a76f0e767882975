/** Test webhook use case: a TEST event, sent once to the configured endpoint. */
import type { Contract } from '../../../contract/contract.ts'
import type { ReplyOf } from '../../../contract/operation.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { Refusal, refuse } from '../../core/refusal.ts'
import { reasonOf } from '../../infra/egress/public-http.ts'
import { postEvent, type Sending } from './deliver-events.ts'
import { findEndpoint } from './queries.ts'

export type TestSending = Sending & { readonly clock: Clock }
type TestWebhookReply = ReplyOf<Contract['sendTestWebhook']>

/** @returns the response of the endpoint. @throws Refusal WEBHOOK_ENDPOINT_NOT_SET, WEBHOOK_DELIVERY_ERROR when there is no response */
export async function sendTestWebhook(sending: TestSending, platformId: string): Promise<TestWebhookReply> {
  const endpoint = await findEndpoint(sending.store, platformId)
  if (!endpoint) refuse('WEBHOOK_ENDPOINT_NOT_SET', 'Set webhookEndpoint in the configuration first')
  const now = sending.clock.now()
  const event = { id: newId(now), sequence: 1, type: 'TEST', data: '{}', createdAt: now }
  try {
    const { status, body } = await postEvent(sending, endpoint, event)
    return { url: endpoint.url, response_status: status, response_body: body }
  } catch (error) {
    throw new Refusal('WEBHOOK_DELIVERY_ERROR', `The webhook endpoint could not be called: ${reasonOf(error)}`)
  }
}

/** The same operation under its older path. */
export const sendWebhookTest = (sending: TestSending, platformId: string): Promise<TestWebhookReply> =>
  sendTestWebhook(sending, platformId)
