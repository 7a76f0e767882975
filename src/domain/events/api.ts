/** Webhook and event operations. */
import { bareId } from '../../core/ids.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import { getEventById, listEvents } from './event-list.ts'
import { type Streaming, streamEvents } from './listening/event-stream.ts'
import { acknowledgeEvent, signEvent } from './listening/forward-event.ts'
import { presentReplay } from './replays/replay.ts'
import { getEventReplay, replayEvents, resendEvent } from './replays/replay-events.ts'
import { sendTestWebhook, sendWebhookTest, type TestSending } from './send-test-webhook.ts'
import { getWebhookEndpoint } from './webhook-endpoint.ts'

type Ids =
  | 'sendTestWebhook'
  | 'sendWebhookTest'
  | 'listEvents'
  | 'getEventById'
  | 'resendEvent'
  | 'replayEvents'
  | 'getEventReplay'
  | 'getWebhookEndpoint'
  | 'streamEvents'
  | 'signEvent'
  | 'acknowledgeEvent'

export const eventApi = (needs: TestSending & Streaming): HandlersOf<Ids> => ({
  sendTestWebhook: { act: ({ platformId }) => sendTestWebhook(needs, platformId) },
  sendWebhookTest: { act: ({ platformId }) => sendWebhookTest(needs, platformId) },
  listEvents: { read: ({ platformId, query }) => listEvents(needs.store, needs.pages, platformId, query) },
  getEventById: { read: ({ platformId, params }) => getEventById(needs, platformId, bareId(params.eventId)) },
  resendEvent: { prepare: ({ platformId, params }) => resendEvent(needs.store, platformId, bareId(params.eventId)) },
  replayEvents: {
    prepare: ({ platformId, body }) => replayEvents(needs.store, platformId, body, needs.clock.now()),
  },
  getWebhookEndpoint: { read: ({ platformId }) => getWebhookEndpoint(needs.store, needs.signer, platformId) },
  streamEvents: { read: ({ platformId, query }) => streamEvents(needs, platformId, query) },
  signEvent: { act: ({ platformId, params }) => signEvent(needs, platformId, bareId(params.eventId)) },
  acknowledgeEvent: {
    prepare: ({ platformId, params, body }) => acknowledgeEvent(needs.store, platformId, bareId(params.eventId), body),
  },
  getEventReplay: {
    read: async ({ platformId, params }) =>
      presentReplay(await getEventReplay(needs.store, platformId, bareId(params.replayId))),
  },
})
