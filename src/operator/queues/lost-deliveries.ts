/** Operator commands for events whose delivery was given up: list, send again, and close. */
import { wireId } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import { resendEvent } from '../../domain/events/replays/replay-events.ts'
import { type TaskDecision, taskDecisions } from '../../infra/jobs/operator-tasks.ts'
import { idIn, type Operator } from '../operator.ts'

export interface LostDelivery {
  /** Of the event: `Webhook:<uuid>`. */
  readonly id: string
  readonly platform: string
  /** Type of the event. */
  readonly type: string
  /** Outcome of the last attempt: the HTTP status, or why there was no reply. */
  readonly reason: string
  readonly since: string
}

interface LostRow {
  readonly id: string
  readonly platformId: string
  readonly platform: string
  readonly type: string
  readonly httpStatus: number | null
  readonly error: string | null
  readonly since: number
}

const SHOWN_MAX = 500
const LIFE_MS = 30 * 24 * 60 * 60_000

/** The oldest first, 500 at most: events that were given up in the last 30 days, and neither accepted since nor closed. */
export async function lostDeliveries(operator: Pick<Operator, 'store' | 'clock'>): Promise<LostDelivery[]> {
  return (await lostRows(operator)).map(({ id, platform, type, httpStatus, error, since }) => ({
    id: wireId('Webhook', id),
    platform,
    type,
    reason: httpStatus === null ? (error ?? 'There was no reply') : `The endpoint answered ${httpStatus}`,
    since: isoTime(since),
  }))
}

const lostRows = ({ store, clock }: Pick<Operator, 'store' | 'clock'>, eventId?: string): Promise<LostRow[]> =>
  store.query<LostRow>(LOST, [isoTime(clock.now() - LIFE_MS), eventId ?? null])

const LOST = `
  select a.event_id as id, a.platform_id as "platformId", p.name as platform, e.type, a.http_status as "httpStatus", a.error,
    a.attempted_at as since
  from delivery_attempts a
    join events e on e.platform_id = a.platform_id and e.object_id = a.object_id and e.sequence = a.sequence
    join platforms p on p.platform_id = a.platform_id
  where a.outcome = 'GIVEN_UP' and a.attempted_at > $1 and ($2::uuid is null or a.event_id = $2)
    and not exists (select 1 from delivery_attempts d where d.platform_id = a.platform_id and d.object_id = a.object_id
      and d.sequence = a.sequence and d.outcome = 'DELIVERED')
    and not exists (select 1 from task_decisions t where t.platform_id = a.platform_id and t.key = 'Webhook:' || a.event_id)
  order by a.attempted_at, a.event_id limit ${SHOWN_MAX}`

/** @throws Refusal INVALID_STATE_TRANSITION unless the event is listed */
async function findLost(operator: Operator, event: string): Promise<LostRow> {
  const [lost] = await lostRows(operator, idIn(event, 'Webhook'))
  return lost ?? refuse('INVALID_STATE_TRANSITION', 'The event was not given up, was accepted since, or was closed')
}

/**
 * Sends the event again, as its platform could. It stays listed until the endpoint has accepted it.
 * @throws Refusal INVALID_STATE_TRANSITION, WEBHOOK_ENDPOINT_NOT_SET
 */
export async function sendLost(operator: Operator, event: string): Promise<void> {
  const { platformId, id } = await findLost(operator, event)
  await operator.engine.run(platformId, await resendEvent(operator.store, platformId, id))
}

/** Ends the entry of an event that is not to be sent again, with the decision. @throws Refusal INVALID_STATE_TRANSITION */
export async function closeLost(operator: Operator, event: string, decision: TaskDecision): Promise<void> {
  const { platformId, id, type } = await findLost(operator, event)
  await operator.engine.run(platformId, (rows) =>
    rows.append(taskDecisions, {
      key: wireId('Webhook', id),
      name: 'deliverEvents',
      subjects: [id],
      reason: type,
      outcome: 'CLOSED',
      ...decision,
      decidedAt: rows.now,
    }),
  )
}
