/** Webhook operations. */
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import { sendTestWebhook, sendWebhookTest, type TestSending } from './send-test-webhook.ts'

export const eventApi = (needs: TestSending): HandlersOf<'sendTestWebhook' | 'sendWebhookTest'> => ({
  sendTestWebhook: { act: ({ platformId }) => sendTestWebhook(needs, platformId) },
  sendWebhookTest: { act: ({ platformId }) => sendWebhookTest(needs, platformId) },
})
