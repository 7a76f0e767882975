/** Order of the refusals of sending and forwarding events again. */
import { afterAll, beforeAll } from 'vitest'
import { type SeededPlatform, type TestApp, testApp } from '../../../test/harness/app.ts'
import { openReceiver, type Receiver } from '../../../test/harness/receiver.ts'
import { describeRefusals, unknownInPath } from '../../../test/harness/refusals.ts'
import { runningReplay } from '../../../test/harness/replays.ts'

let app: TestApp
let receiver: Receiver
let busy: SeededPlatform
beforeAll(async () => {
  app = await testApp()
  receiver = await openReceiver()
  busy = await app.anotherPlatform()
  await runningReplay(app, busy.platformId)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const listening = async () => {
  await app.ok('updatePlatformConfig', { body: { webhookEndpoint: receiver.url } })
  await app.settle()
}
/** An endpoint that is gone is disabled. */
const gone = async () => {
  receiver.answer = 410
  const { data } = await app.ok('listPlatformInternalAccounts')
  await app.ok('sandboxFundInternalAccount', { params: { accountId: data[0]?.id as never }, body: { amount: 1 } })
  await app.settle()
  receiver.answer = 200
}

describeRefusals(
  'resendEvent',
  () => app,
  async () => {
    await listening()
    const { data } = await app.ok('listEvents', { query: { limit: 1 } })
    return { params: { eventId: data[0]?.id as string } }
  },
  [unknownInPath('resendEvent'), ['the endpoint is disabled', '400 WEBHOOK_ENDPOINT_NOT_SET', gone]],
)

describeRefusals(
  'replayEvents',
  () => app,
  async () => {
    await listening()
    return { body: { since: '2001-01-01T00:00:00Z', until: '2001-01-02T00:00:00Z' } }
  },
  [
    ['another replay has not ended', '409 CONFLICT', (draft) => void (draft.as = busy)],
    ['the endpoint is disabled', '400 WEBHOOK_ENDPOINT_NOT_SET', gone],
  ],
)

/** An event that happened before the endpoint was set. */
const unwanted = async () => {
  const statement = 'select id from events where platform_id = $1 and not is_wanted limit 1'
  const [event] = await app.store.query<{ id: string }>(statement, [app.platform.platformId])
  return `Webhook:${event?.id}`
}

describeRefusals(
  'signEvent',
  () => app,
  async () => ({ params: { eventId: await unwanted() } }),
  [unknownInPath('signEvent')],
)

describeRefusals(
  'acknowledgeEvent',
  () => app,
  async () => ({ params: { eventId: await unwanted() }, body: { durationMs: 1 } }),
  [
    unknownInPath('acknowledgeEvent'),
    [
      'the endpoint gets the event',
      '409 CONFLICT',
      async (draft) => {
        await gone()
        const { data } = await app.ok('listEvents', { query: { limit: 1 } })
        draft.params.eventId = data[0]?.id as string
      },
    ],
  ],
)
