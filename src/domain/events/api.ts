/** Webhook and event operations. */
import { bareId } from '../../core/ids.ts'
import type { Pages } from '../../infra/db/page.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import { getEventById, listEvents } from './event-list.ts'
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

export const eventApi = (needs: TestSending & { readonly pages: Pages }): HandlersOf<Ids> => ({
  sendTestWebhook: { act: ({ platformId }) => sendTestWebhook(needs, platformId) },
  sendWebhookTest: { act: ({ platformId }) => sendWebhookTest(needs, platformId) },
  listEvents: { read: ({ platformId, query }) => listEvents(needs.store, needs.pages, platformId, query) },
  getEventById: { read: ({ platformId, params }) => getEventById(needs, platformId, bareId(params.eventId)) },
  resendEvent: { prepare: ({ platformId, params }) => resendEvent(needs.store, platformId, bareId(params.eventId)) },
  replayEvents: {
    prepare: ({ platformId, body }) => replayEvents(needs.store, platformId, body, needs.clock.now()),
  },
  getWebhookEndpoint: { read: ({ platformId }) => getWebhookEndpoint(needs.store, needs.signer, platformId) },
  getEventReplay: {
    read: async ({ platformId, params }) =>
      presentReplay(await getEventReplay(needs.store, platformId, bareId(params.replayId))),
  },
})
