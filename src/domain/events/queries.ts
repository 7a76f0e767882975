/** Owns the reading of events: what is to be sent where, and what became of it. */
import { sql } from 'kysely'
import { wallClock } from '../../core/clock.ts'
import type { Row } from '../../engine/table.ts'
import { readsOf } from '../../infra/db/reads.ts'
import type { Store } from '../../infra/db/store.ts'
import type { events, listeners } from '../../infra/states/tables.ts'
import type { platforms } from '../platform/tables.ts'
import type { deliveries, deliveryAttempts } from './tables.ts'
import type { WebhookEvent } from './webhook-request.ts'
import { writeOut } from './write-out.ts'

type Tables = {
  events: typeof events
  listeners: typeof listeners
  platforms: typeof platforms
  deliveries: typeof deliveries
  deliveryAttempts: typeof deliveryAttempts
}

export interface Endpoint {
  readonly url: string
  readonly isDisabled: boolean
  /** Signing secrets, sealed: the platform's, and during a rotation the former one. */
  readonly secrets: readonly string[]
}

/** Where a platform wants its events; undefined when it has not said so. */
export async function findEndpoint(store: Store, platformId: string): Promise<Endpoint | undefined> {
  const found = await readsOf<Tables>(store)
    .selectFrom('listeners')
    .innerJoin('platforms', 'platforms.platformId', 'listeners.platformId')
    .select(['listeners.endpoint', 'listeners.disabledAt'])
    .select(['platforms.webhookSecret', 'platforms.formerWebhookSecret', 'platforms.formerSecretUntil'])
    .where('listeners.platformId', '=', platformId)
    .executeTakeFirst()
  if (!found?.endpoint) return undefined
  const { webhookSecret, formerWebhookSecret, formerSecretUntil } = found
  const isFormerGood = formerWebhookSecret !== null && formerSecretUntil !== null && formerSecretUntil > wallClock()
  return {
    url: found.endpoint,
    isDisabled: found.disabledAt !== null,
    secrets: isFormerGood ? [webhookSecret, formerWebhookSecret] : [webhookSecret],
  }
}

/** Events of an object that are still to be delivered, in order: those after a sequence. */
export async function wantedAfter(
  store: Store,
  platformId: string,
  objectId: string,
  sequence: number,
  limit: number,
): Promise<WebhookEvent[]> {
  const wanted = eventsOf(store, platformId, objectId, limit)
    .where('sequence', '>', sequence)
    .where('isWanted', '=', true)
  return written(store, platformId, objectId, await wanted.execute())
}

/** What happened to an object, in order. */
export const eventsOfObject = async (
  store: Store,
  platformId: string,
  objectId: string,
  limit = 100,
): Promise<WebhookEvent[]> =>
  written(store, platformId, objectId, await eventsOf(store, platformId, objectId, limit).execute())

const eventsOf = (store: Store, platformId: string, objectId: string, limit: number) =>
  readsOf<Tables>(store)
    .selectFrom('events')
    .select(['id', 'sequence', 'type', 'createdAt', 'data', 'state'])
    .where('platformId', '=', platformId)
    .where('objectId', '=', objectId)
    .orderBy('sequence')
    .limit(limit)

type Stored = Omit<WebhookEvent, 'data'> & Pick<Row<typeof events>, 'data' | 'state'>

/** A text that was kept is given as it is: written again, it would have other bytes. */
async function written(
  store: Store,
  platformId: string,
  objectId: string,
  found: readonly Stored[],
): Promise<WebhookEvent[]> {
  const stateful = found.find(({ state }) => state !== null)
  const write = stateful && (await writeOut(store, platformId, objectId, stateful.type))
  return found.map(({ data, state, ...event }) => ({
    ...event,
    data: (state === null ? data : write?.(state as string)) as string,
  }))
}

/** Which of the objects have wanted events that are neither delivered nor given up. */
export async function objectsWithNews(
  store: Store,
  platformId: string,
  objectIds: readonly string[],
): Promise<string[]> {
  const found = await store.query<{ id: string }>(WITH_NEWS, [platformId, objectIds], 'objects_with_news')
  return found.map(({ id }) => id)
}
const WITH_NEWS = `
  select o.id from unnest($2::uuid[]) o (id) left join deliveries d on d.platform_id = $1 and d.object_id = o.id
  where exists (select from events e where e.platform_id = $1 and e.object_id = o.id and e.sequence > coalesce(d.delivered, 0)
    and e.is_wanted)`

/** Objects with wanted events that no endpoint has taken yet: those after an id, in order. */
export async function objectsBehind(store: Store, platformId: string, after: string, limit: number): Promise<string[]> {
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

/** Every attempt at delivering an object's events, in order. */
export function attemptsOfObject(
  store: Store,
  platformId: string,
  objectId: string,
  limit = 100,
): Promise<Row<typeof deliveryAttempts>[]> {
  return readsOf<Tables>(store)
    .selectFrom('deliveryAttempts')
    .select(['eventId', 'objectId', 'sequence', 'outcome', 'httpStatus', 'error', 'durationMs', 'attemptedAt'])
    .where('platformId', '=', platformId)
    .where('objectId', '=', objectId)
    .orderBy('sequence')
    .orderBy('attemptedAt')
    .limit(limit)
    .execute()
}
