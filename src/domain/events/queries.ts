/** Event reads: endpoints, pending events, attempts. */
import { sql } from 'kysely'
import { wallClock } from '../../core/clock.ts'
import type { Row } from '../../engine/table.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
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

/** Largest number of events read for one run of a delivery. */
export const EVENTS_MAX = 20

/** The events of each of these objects that were not delivered, in order; objects without any are left out. */
export async function pendingEvents(
  store: Store,
  platformId: string,
  objectIds: readonly string[],
): Promise<{ readonly objectId: string; readonly events: readonly StoredEvent[] }[]> {
  const found = await store.query<StoredEvent & { readonly objectId: string }>(
    PENDING,
    [platformId, objectIds],
    'pending_events',
  )
  const byObject = new Map<string, StoredEvent[]>()
  for (const { objectId, ...event } of found) byObject.set(objectId, [...(byObject.get(objectId) ?? []), event])
  return [...byObject].map(([objectId, events]) => ({ objectId, events }))
}
/** Object by object: as joins, PostgreSQL could read all events of the platform instead. */
const PENDING = `
  select o.id as "objectId", e.id, e.sequence, e.type, e.created_at as "createdAt", e.data, e.state
  from unnest($2::uuid[]) o (id)
  left join lateral (select delivered from deliveries where platform_id = $1 and object_id = o.id limit 1) d on true
  cross join lateral (
    select * from events where platform_id = $1 and object_id = o.id and sequence > coalesce(d.delivered, 0) and is_wanted
    order by sequence limit ${EVENTS_MAX}) e`

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

/** An event as it is stored: its payload, or the state that it is restored from. */
export type StoredEvent = Omit<WebhookEvent, 'data'> & Pick<Row<typeof events>, 'data' | 'state'>

/** A stored payload is returned unchanged, because serializing it again could change its bytes. */
export async function withPayloads(
  reading: Reading,
  platformId: string,
  objectId: string,
  found: readonly StoredEvent[],
): Promise<WebhookEvent[]> {
  const stateful = found.find(({ state }) => state !== null)
  const write = stateful && (await payloadRestorer(reading, platformId, objectId, stateful.type))
  return found.map(({ data, state, ...event }) => ({
    ...event,
    data: (state === null ? data : write?.(state as string)) as string,
  }))
}

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
