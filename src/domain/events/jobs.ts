/** Owns the work that events put off: delivering them, and what follows when an endpoint is set. */
import type { Logger } from 'pino'
import type { Clock } from '../../core/clock.ts'
import { firstIdAt } from '../../core/ids.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Engine } from '../../engine/engine.ts'
import { turnsOf } from '../../infra/egress/turns.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { each, type JobHandlers } from '../../infra/jobs/handlers.ts'
import { deliverEvents, type Sending } from './deliver-events.ts'
import { objectsBehind, objectsWithNews } from './queries.ts'
import { RESUMED_MAX, resumeDeliveries } from './resume-deliveries.ts'
import { sendTestEvent } from './send-test-event.ts'

/** Objects of one platform, and so posts to its endpoint, at a time: a slow one holds up nobody else's. */
const AT_A_TIME = 16

interface Needs extends Sending {
  readonly engine: Engine
  readonly clock: Clock
  readonly log?: Logger
}

export function eventJobs(needs: Needs): JobHandlers {
  const { store, engine, log } = needs
  const turns = turnsOf(AT_A_TIME)
  return {
    /** Subjects are objects. Many jobs find the work done by the one before, so those without news are left out at once. */
    async deliverEvents(job, platformId) {
      const subjects = await objectsWithNews(store, platformId, job.subjects)
      const deliver = (objectId: string) => turns(platformId, () => deliverEvents(needs, engine, platformId, objectId))
      return each(deliver)({ ...job, subjects }, platformId)
    },
    /** The subject is the platform, whose endpoint is new. */
    sendTestEvent: each(async (platformId) => {
      try {
        const { status } = await sendTestEvent(needs, platformId)
        log?.info({ platformId, status }, 'a test event was sent')
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        log?.info({ platformId, reason: error.message }, 'a test event was not sent')
      }
      return (rows) => enqueue(rows, 'resumeDeliveries', rows.now, firstIdAt(0))
    }),
    /** The subject is the object after which to go on. */
    resumeDeliveries: each(async (after, platformId) => {
      const objectIds = await objectsBehind(store, platformId, after, RESUMED_MAX)
      return (rows) => resumeDeliveries(rows, objectIds)
    }),
  }
}
