/** Event reads: endpoints, pending events, attempts. */
import { sql } from 'kysely'
import { wallClock } from '../../core/clock.ts'
import type { Row } from '../../engine/table.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import { inOneCall, oncePer } from '../../infra/reads/in-one-call.ts'
import { readRow } from '../../infra/reads/row-reader.ts'
import { type events, listeners } from '../../infra/state-machines/tables.ts'
import { type Platform, platforms } from '../platform/platform.ts'
import type { deliveries, deliveryAttempts } from './delivery.ts'
import { payloadRestorer, type Reading } from './restore-payload.ts'
import type { WebhookEvent } from './webhook-request.ts'

type Tables = {
  events: typeof events
  deliveries: typeof deliveries
  deliveryAttempts: typeof deliveryAttempts
}

export interface Endpoint {
  readonly url: string
  readonly isDisabled: boolean
  /** Signing secrets, sealed: the current one, and during a rotation the previous one. */
  readonly secrets: readonly string[]
}

/** Undefined when none is set. */
export async function findEndpoint(store: Store, platformId: string): Promise<Endpoint | undefined> {
  const [listener, platform] = await Promise.all([
    readRow(store, listeners, platformId, platformId),
    readRow(store, platforms, platformId, platformId),
  ])
  if (!listener?.endpoint || !platform) return undefined
  const { endpoint: url, disabledAt } = listener
  return { url, isDisabled: disabledAt !== null, secrets: secretsOf(platform) }
}

function secretsOf({ webhookSecret, formerWebhookSecret, formerSecretUntil }: Platform): readonly string[] {
  const isOverlap = formerWebhookSecret !== null && formerSecretUntil !== null && formerSecretUntil > wallClock()
  return isOverlap ? [webhookSecret, formerWebhookSecret] : [webhookSecret]
}

/** Signing secrets of a platform, as `Endpoint` has them; empty for an unknown one. */
export async function findWebhookSecrets(store: Store, platformId: string): Promise<readonly string[]> {
  const platform = await readRow(store, platforms, platformId, platformId)
  return platform ? secretsOf(platform) : []
}

/** Events of an object to be delivered after a sequence, in order. */
export async function pendingEvents(
  reading: Reading,
  platformId: string,
  objectId: string,
  sequence: number,
): Promise<WebhookEvent[]> {
  const stored = await pendingOf(reading.store)({ platformId, objectId, sequence })
  return withPayloads(reading, platformId, objectId, stored)
}

/** Most events read for one run of a delivery. */
export const EVENTS_MAX = 20

interface Place {
  readonly platformId: string
  readonly objectId: string
  readonly sequence: number
}

/** Objects that are delivered at the same time share a statement. */
const pendingOf = oncePer((store: Store) =>
  inOneCall(async (places: readonly Place[]) => {
    const found = await store.query<Stored & { readonly place: bigint }>(
      PENDING,
      [
        places.map(({ platformId }) => platformId),
        places.map(({ objectId }) => objectId),
        places.map(({ sequence }) => sequence),
      ],
      'pending_events',
    )
    const events: Stored[][] = places.map(() => [])
    for (const { place, ...event } of found) events[Number(place) - 1]?.push(event)
    return events
  }),
)
const PENDING = `
  select p.place, e.id, e.sequence, e.type, e.created_at as "createdAt", e.data, e.state
  from unnest($1::uuid[], $2::uuid[], $3::int[]) with ordinality as p (platform_id, object_id, after, place)
  cross join lateral (
    select * from events where platform_id = p.platform_id and object_id = p.object_id and sequence > p.after and is_wanted
    order by sequence limit ${EVENTS_MAX}) e
  order by p.place, e.sequence`

/** All events of an object, in order. */
export const listObjectEvents = async (
  reading: Reading,
  platformId: string,
  objectId: string,
  limit = 100,
): Promise<WebhookEvent[]> =>
  withPayloads(reading, platformId, objectId, await selectEvents(reading.store, platformId, objectId, limit).execute())

const selectEvents = (store: Store, platformId: string, objectId: string, limit: number) =>
  readsOf<Tables>(store)
    .selectFrom('events')
    .select(['id', 'sequence', 'type', 'createdAt', 'data', 'state'])
    .where('platformId', '=', platformId)
    .where('objectId', '=', objectId)
    .orderBy('sequence')
    .limit(limit)

type Stored = Omit<WebhookEvent, 'data'> & Pick<Row<typeof events>, 'data' | 'state'>

/** A stored payload is returned unchanged, because serialising it again could give other bytes. */
export async function withPayloads(
  reading: Reading,
  platformId: string,
  objectId: string,
  found: readonly Stored[],
): Promise<WebhookEvent[]> {
  const stateful = found.find(({ state }) => state !== null)
  const write = stateful && (await payloadRestorer(reading, platformId, objectId, stateful.type))
  return found.map(({ data, state, ...event }) => ({
    ...event,
    data: (state === null ? data : write?.(state as string)) as string,
  }))
}

/** The objects among these that have pending events. */
export async function objectsWithPendingEvents(
  store: Store,
  platformId: string,
  objectIds: readonly string[],
): Promise<string[]> {
  const found = await store.query<{ id: string }>(WITH_PENDING, [platformId, objectIds], 'objects_with_pending_events')
  return found.map(({ id }) => id)
}
/** Object by object: as joins, PostgreSQL could read all events of the platform instead. */
const WITH_PENDING = `
  select o.id from unnest($2::uuid[]) o (id)
  left join lateral (select delivered from deliveries where platform_id = $1 and object_id = o.id limit 1) d on true
  cross join lateral (
    select from events where platform_id = $1 and object_id = o.id and sequence > coalesce(d.delivered, 0) and is_wanted limit 1) e`

/** Objects with pending events, after an id, in order. */
export async function undeliveredObjects(
  store: Store,
  platformId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const found = await readsOf<Tables>(store)
    .selectFrom('deliveries')
    .select('objectId')
    .where('platformId', '=', platformId)
    .where('objectId', '>', after)
    .where(
      sql<boolean>`exists (select from events e where e.platform_id = deliveries.platform_id and e.object_id = deliveries.object_id and e.sequence > deliveries.delivered and e.is_wanted)`,
    )
    .orderBy('objectId')
    .limit(limit)
    .execute()
  return found.map(({ objectId }) => objectId)
}

/** Attempts at delivering an object's events, in order. */
export function listObjectAttempts(
  store: Store,
  platformId: string,
  objectId: string,
  limit = 100,
): Promise<Row<typeof deliveryAttempts>[]> {
  return readsOf<Tables>(store)
    .selectFrom('deliveryAttempts')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('objectId', '=', objectId)
    .orderBy('sequence')
    .orderBy('attemptedAt')
    .limit(limit)
    .execute()
}
