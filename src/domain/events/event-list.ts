/** Event list: the events of a platform with the state of their delivery, and one event with its attempts. */
import { sql } from 'kysely'
import type { Contract } from '../../../contract/contract.ts'
import {
  ATTEMPTS_SHOWN,
  type DeliveryStatus,
  EVENT_RESOURCES,
  EVENTS_MAX,
  type EventAttempt,
  type EventWithAttempts,
  type RecordedEvent,
} from '../../../contract/events/recorded-events.ts'
import type { QueryOf } from '../../../contract/operation.ts'
import { bareId, wireId } from '../../core/ids.ts'
import { notFound } from '../../core/refusal.ts'
import { isoTime } from '../../core/time.ts'
import type { Row } from '../../engine/table.ts'
import type { Pages } from '../../infra/db/page.ts'
import { inOrder, isWithin, readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { events } from '../../infra/state-machines/tables.ts'
import { asSent, type Sending } from './deliver-events.ts'
import type { deliveries, deliveryAttempts } from './delivery.ts'
import { withPayloads } from './queries.ts'
import { type Stamp, type WebhookEvent, webhookBody, webhookHeaders } from './webhook-request.ts'

type Tables = {
  events: typeof events
  deliveries: typeof deliveries
  deliveryAttempts: typeof deliveryAttempts
}

type Query = QueryOf<Contract['listEvents']>

interface ListedRow extends Pick<Row<typeof events>, 'id' | 'type' | 'objectId' | 'sequence' | 'createdAt'> {
  readonly status: DeliveryStatus
  readonly attemptCount: number
}

export const isPending = sql<boolean>`(events.is_wanted and events.sequence > coalesce(deliveries.delivered, 0))`
/** An event without attempts that is not pending was delivered, and its attempts have been removed. */
const STATUS = sql<DeliveryStatus>`case
  when tried.accepted then 'DELIVERED'
  when ${isPending} then case when tried.count = 0 then 'PENDING' else 'RETRYING' end
  when tried.count > 0 then 'FAILED'
  when events.is_wanted then 'DELIVERED'
  else 'NOT_SENT' end`

/** The newest events of a platform: those that a list covers. */
function newestEvents(store: Store, platformId: string, { resourceId, ...bounds }: Query) {
  const all = selectEvents(store, platformId).where(isWithin(bounds)).limit(EVENTS_MAX)
  // Of one object by its primary key: ordered by id, the whole platform would be searched.
  return resourceId
    ? all.where('objectId', '=', bareId(resourceId)).orderBy('sequence', 'desc')
    : all.orderBy('id', 'desc')
}

const selectEvents = (store: Store, platformId: string) =>
  readsOf<Tables>(store).selectFrom('events').selectAll().where('platformId', '=', platformId)

/** Events with the state of their delivery. */
function withDelivery(store: Store, chosen: ReturnType<typeof selectEvents>) {
  return readsOf<Tables>(store)
    .selectFrom(chosen.as('events'))
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.platformId', '=', 'events.platformId')
        .onRef('deliveries.objectId', '=', 'events.objectId'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('deliveryAttempts as attempt')
          .select([
            sql<number>`count(*)::int`.as('count'),
            sql<boolean>`coalesce(bool_or(attempt.outcome = 'DELIVERED'), false)`.as('accepted'),
          ])
          .whereRef('attempt.platformId', '=', 'events.platformId')
          .whereRef('attempt.objectId', '=', 'events.objectId')
          .whereRef('attempt.sequence', '=', 'events.sequence')
          .as('tried'),
      (join) => join.onTrue(),
    )
    .select(['events.id', 'events.type', 'events.objectId', 'events.sequence', 'events.createdAt'])
    .select([STATUS.as('status'), 'tried.count as attemptCount'])
}

export function listEvents(store: Store, pages: Pages, platformId: string, query: Query) {
  const { type, resourceId, deliveryStatus, createdAfter, createdBefore } = query
  const bounds = { ...(createdAfter && { createdAfter }), ...(createdBefore && { createdBefore }) }
  const newest = newestEvents(store, platformId, { ...bounds, ...(resourceId && { resourceId }) })
  let matches = withDelivery(store, newest)
  if (type) matches = matches.where('events.type', '=', type)
  if (resourceId) matches = matches.where(sql`split_part(events.type, '.', 1)`, 'in', kindsOf(resourceId))
  if (deliveryStatus) matches = matches.where(STATUS, '=', deliveryStatus)
  return pages.list(['listEvents', platformId], query, {
    ...inOrder<ListedRow>(matches, { id: 'events.id' }),
    present: presentEvent,
  })
}

/** First words of the types that events of a resource have; for a resource without events one that no type has. */
function kindsOf(resourceId: string): string[] {
  const resource = resourceId.slice(0, resourceId.indexOf(':'))
  const kinds = Object.keys(EVENT_RESOURCES).filter((kind) => EVENT_RESOURCES[kind] === resource)
  return kinds.length > 0 ? kinds : ['']
}

/** Undefined for an event whose object has no typed id. @param objectId bare */
export function presentResourceId(type: string, objectId: string): string | undefined {
  const resource = EVENT_RESOURCES[type.split('.')[0] as string]
  return resource && wireId(resource, objectId)
}

function presentEvent({ id, type, objectId, sequence, createdAt, status, attemptCount }: ListedRow): RecordedEvent {
  const resourceId = presentResourceId(type, objectId)
  return {
    id: wireId('Webhook', id),
    type: type as RecordedEvent['type'],
    ...(resourceId !== undefined && { resourceId }),
    sequence,
    createdAt: isoTime(createdAt),
    deliveryStatus: status,
    attemptCount,
  }
}

const selectEvent = (store: Store, platformId: string, eventId: string) =>
  selectEvents(store, platformId).where('id', '=', eventId)

/** @param eventId bare. @throws Refusal EVENT_NOT_FOUND */
export const requireEvent = async (store: Store, platformId: string, eventId: string) => {
  const found = await selectEvent(store, platformId, eventId).executeTakeFirst()
  if (!found) throw notFound('Webhook')
  return found
}

/** @param eventId bare. @throws Refusal EVENT_NOT_FOUND */
export async function getEventById(
  sending: Pick<Sending, 'store' | 'rails' | 'translate'>,
  platformId: string,
  eventId: string,
): Promise<EventWithAttempts> {
  const { store } = sending
  const { objectId, ...stored } = await requireEvent(store, platformId, eventId)
  const [[listed], [event], attempts] = await Promise.all([
    withDelivery(store, selectEvent(store, platformId, eventId)).execute(),
    withPayloads(sending, platformId, objectId, [stored]),
    readsOf<Tables>(store)
      .selectFrom('deliveryAttempts')
      .selectAll()
      .where('platformId', '=', platformId)
      .where('objectId', '=', objectId)
      .where('sequence', '=', stored.sequence)
      .orderBy('attemptedAt', 'desc')
      .limit(ATTEMPTS_SHOWN)
      .execute(),
  ])
  return {
    ...presentEvent(listed as ListedRow),
    body: webhookBody(asSent(sending, event as WebhookEvent)),
    attempts: attempts.map(presentAttempt),
  }
}

export const presentAttempt = (attempt: Row<typeof deliveryAttempts>): EventAttempt => ({
  attemptedAt: isoTime(attempt.attemptedAt),
  outcome: attempt.outcome,
  ...(attempt.httpStatus !== null && { httpStatus: attempt.httpStatus }),
  ...(attempt.error !== null && { error: attempt.error }),
  durationMs: attempt.durationMs,
  ...(attempt.request !== null && {
    requestHeaders: webhookHeaders(attempt.eventId, JSON.parse(attempt.request) as Stamp),
  }),
  ...(attempt.reply !== null && { reply: attempt.reply }),
  ...(attempt.replayId !== null && { replayId: wireId('EventReplay', attempt.replayId) }),
})
