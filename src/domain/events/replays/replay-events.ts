/** Event replay use case: the events of a time range, or a single one, are sent again; and the progress. */
import { sql } from 'kysely'
import type { Contract } from '../../../../contract/contract.ts'
import { EVENTS_MAX, type EventReplay } from '../../../../contract/events/recorded-events.ts'
import type { BodyOf } from '../../../../contract/operation.ts'
import { firstIdAt } from '../../../core/ids.ts'
import { notFound, refuse, refuseField } from '../../../core/refusal.ts'
import type { Command } from '../../../engine/rows.ts'
import { readsOf } from '../../../infra/db/reads.ts'
import type { Store } from '../../../infra/db/store.ts'
import type { events } from '../../../infra/state-machines/tables.ts'
import type { Sending } from '../deliver-events.ts'
import type { deliveries } from '../delivery.ts'
import { isPending, requireEvent } from '../event-list.ts'
import { withPayloads } from '../queries.ts'
import type { WebhookEvent } from '../webhook-request.ts'
import { beginReplay, type eventReplays, presentReplay, type Replay } from './replay.ts'

type Tables = {
  events: typeof events
  deliveries: typeof deliveries
  eventReplays: typeof eventReplays
}

/** Sends one event again. @param eventId bare. @throws Refusal EVENT_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_SET */
export async function resendEvent(store: Store, platformId: string, eventId: string): Promise<Command<EventReplay>> {
  await requireEvent(store, platformId, eventId)
  const range = { firstId: eventId, lastId: eventId, isSingle: true, total: 1 }
  return (rows) => presentReplay(beginReplay(rows, range))
}

/**
 * Sends all events of a time range again, both ends included.
 * @param now of the clock, in milliseconds since 1970: the end of a range without one
 * @throws Refusal INVALID_INPUT for too many events, CONFLICT while another replay runs, WEBHOOK_ENDPOINT_NOT_SET
 */
export async function replayEvents(
  store: Store,
  platformId: string,
  { since, until }: BodyOf<Contract['replayEvents']>,
  now: number,
): Promise<Command<EventReplay>> {
  const end = until === undefined ? now : Date.parse(until)
  const range = { firstId: firstIdAt(Date.parse(since)), lastId: firstIdAt(end + 1), isSingle: false }
  const found = await selectReplayed(store, platformId, { ...range, position: null })
    .limit(EVENTS_MAX + 1)
    .execute()
  if (found.length > EVENTS_MAX) {
    const fault = `selects more than ${EVENTS_MAX} events; choose a later time, or an earlier until`
    refuseField('INVALID_INPUT', 'since', fault)
  }
  if (await isReplaying(store, platformId)) refuse('CONFLICT', 'Another replay of events has not ended')
  return (rows) => presentReplay(beginReplay(rows, { ...range, total: found.length }))
}

/** Whether a replay of several events has not ended. */
async function isReplaying(store: Store, platformId: string): Promise<boolean> {
  const found = await readsOf<Tables>(store)
    .selectFrom('eventReplays')
    .select('id')
    .where('platformId', '=', platformId)
    .where('endedAt', 'is', null)
    .where('isSingle', '=', false)
    .executeTakeFirst()
  return found !== undefined
}

/** @param replayId bare. @throws Refusal EVENT_REPLAY_NOT_FOUND */
export async function getEventReplay(store: Store, platformId: string, replayId: string): Promise<Replay> {
  const found = await readsOf<Tables>(store)
    .selectFrom('eventReplays')
    .selectAll()
    .where('platformId', '=', platformId)
    .where('id', '=', replayId)
    .executeTakeFirst()
  if (!found) throw notFound('EventReplay')
  return found
}

/** The next events of a replay, in order of creation. */
export async function replayedEvents(
  sending: Pick<Sending, 'store' | 'rails'>,
  platformId: string,
  replay: Replay,
  limit: number,
): Promise<(WebhookEvent & { readonly objectId: string })[]> {
  const found = await selectReplayed(sending.store, platformId, replay).selectAll('events').limit(limit).execute()
  return Promise.all(
    found.map(async ({ objectId, ...stored }) => {
      const [event] = await withPayloads(sending, platformId, objectId, [stored])
      return { ...(event as WebhookEvent), objectId }
    }),
  )
}

/** Events that still wait for their first delivery are skipped: they are sent without a replay. */
function selectReplayed(
  store: Store,
  platformId: string,
  { firstId, lastId, isSingle, position }: Pick<Replay, 'firstId' | 'lastId' | 'isSingle' | 'position'>,
) {
  const within = readsOf<Tables>(store)
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.platformId', '=', 'events.platformId')
        .onRef('deliveries.objectId', '=', 'events.objectId'),
    )
    .select('events.id')
    .where('events.platformId', '=', platformId)
    .where('events.id', '>=', firstId)
    .where('events.id', '<=', lastId)
    .orderBy('events.id')
  const rest = position === null ? within : within.where('events.id', '>', position)
  return isSingle ? rest : rest.where(sql<boolean>`not ${isPending}`)
}
