/** Webhook operations. */
import type { Clock } from '../../core/clock.ts'
import type { HandlersOf } from '../../infra/operations/handlers.ts'
import type { Sending } from './deliver-events.ts'
import { sendTestWebhook } from './send-test-webhook.ts'

type Ids = 'sendTestWebhook' | 'sendWebhookTest'

export function eventApi(needs: Sending & { readonly clock: Clock }): HandlersOf<Ids> {
  const test = async ({ platformId }: { readonly platformId: string }) => {
    const { url, status, body } = await sendTestWebhook(needs, platformId)
    return { url, response_status: status, response_body: body }
  }
  return { sendTestWebhook: { act: test }, sendWebhookTest: { act: test } }
}
