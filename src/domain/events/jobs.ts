/** Event jobs: delivery, and the steps after an endpoint is set. */
import type { Logger } from 'pino'
import { firstIdAt } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Engine } from '../../engine/engine.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { each, type JobHandlers } from '../../infra/jobs/handlers.ts'
import { RESUMED_MAX, resumeDeliveries } from './claim-delivery.ts'
import { deliverEvents, type Pending } from './deliver-events.ts'
import type { DeliveryTurns } from './delivery-turns.ts'
import { pendingEvents, undeliveredObjects } from './queries.ts'
import { concludeReplay } from './replays/replay.ts'
import { runReplay } from './replays/run-replay.ts'
import { sendTestWebhook, type TestSending } from './send-test-webhook.ts'

interface Needs extends TestSending {
  readonly engine: Engine
  readonly turns: DeliveryTurns
  readonly log?: Logger
}

export function eventJobs(needs: Needs): JobHandlers {
  const { store, log, turns } = needs
  return {
    /** Subjects are objects. An earlier job has often delivered the events: objects without pending events are skipped. */
    async deliverEvents({ key: jobKey, subjects }, platformId) {
      const deliver = (pending: Pending) => turns.toClaim(platformId, () => deliverEvents(needs, platformId, pending))
      const pending = await pendingEvents(store, platformId, subjects)
      return new Map(pending.map((object) => [object.objectId, deliver({ ...object, jobKey })]))
    },
    /** The subject is the platform, which has set an endpoint. */
    sendTestEvent: each(async (platformId) => {
      try {
        const { response_status: status } = await sendTestWebhook(needs, platformId)
        log?.info({ platformId, status }, 'a test event was sent')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        log?.info({ platformId, reason: error.message }, 'a test event was not sent')
      }
      return (rows) => enqueue(rows, 'resumeDeliveries', rows.now, firstIdAt(0))
    }),
    /** The subject is the last object of the previous batch. */
    resumeDeliveries: each(async (after, platformId) => {
      const objectIds = await undeliveredObjects(store, platformId, after, RESUMED_MAX)
      return (rows) => resumeDeliveries(rows, objectIds)
    }),
    /** Subjects are replays. */
    replayEvents: each(async (replayId, platformId) => {
      const run = await turns.toSend(platformId, () => runReplay(needs, platformId, replayId))
      return run && ((rows) => concludeReplay(rows, run))
    }),
  }
}
