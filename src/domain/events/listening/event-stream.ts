/** Event stream: the events that were committed since a position, each once, whichever process committed it. */
import { EventEmitter, once } from 'node:events'
import type { Contract } from '../../../../contract/contract.ts'
import {
  type EventStreamPage,
  STREAM_PAGE,
  STREAM_WAITING,
  type StreamedEvent,
} from '../../../../contract/events/event-stream.ts'
import type { QueryOf } from '../../../../contract/operation.ts'
import type { Clock } from '../../../core/clock.ts'
import { firstIdAt, wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import type { Committed } from '../../../engine/engine.ts'
import type { Pages } from '../../../infra/db/page.ts'
import type { Store } from '../../../infra/db/store.ts'
import { events } from '../../../infra/state-machines/tables.ts'
import { asSent, type Sending } from '../deliver-events.ts'
import { presentResourceId } from '../event-list.ts'
import { withPayloads } from '../queries.ts'
import { type WebhookEvent, webhookBody } from '../webhook-request.ts'

/** Wakes the callers that wait for events of a platform. */
export interface Arrivals {
  /** Receives every batch that this process commits. */
  committed(set: Committed): void
  /** Resolves with the next event of the platform, or when aborted or closed. */
  next(platformId: string, signal: AbortSignal): Promise<void>
  readonly isClosed: boolean
  /** Ends all waiting. */
  close(): void
}

export function eventArrivals(): Arrivals {
  const emitter = new EventEmitter().setMaxListeners(0)
  const closed = new AbortController()
  const waiting = new Map<string, number>()
  return {
    get isClosed() {
      return closed.signal.aborted
    },
    committed(set) {
      if (waiting.size === 0) return
      if (set.appended.get(events)?.length) emitter.emit(set.platformId)
    },
    async next(platformId, signal) {
      const count = waiting.get(platformId) ?? 0
      if (count >= STREAM_WAITING)
        refuse('RATE_LIMITED', `At most ${STREAM_WAITING} callers wait for events at a time`, { retryAfterSeconds: 1 })
      waiting.set(platformId, count + 1)
      try {
        await once(emitter, platformId, { signal: AbortSignal.any([signal, closed.signal]) }).catch(() => undefined)
      } finally {
        const left = (waiting.get(platformId) as number) - 1
        if (left === 0) waiting.delete(platformId)
        else waiting.set(platformId, left)
      }
    },
    close: () => closed.abort(),
  }
}

/**
 * Ids are made before the commit, so that an event may become visible after one with a greater id. A position is
 * therefore a snapshot of the database: what was not visible in it is new.
 */
interface Position {
  /** Snapshot up to which all events have been returned. */
  readonly since: string
  /** Snapshot that is being returned in parts, and the last id returned of it. */
  readonly upTo?: string
  readonly after?: string
  /** Time of `since`, by the service's clock. */
  readonly at: number
}

/** Longest time between the making of an event's id and its commit. */
const COMMIT_MAX_MS = 120_000
/** Interval at which events of other processes are queried. */
const POLL_MS = 1_000

export interface Streaming extends Pick<Sending, 'store' | 'rails' | 'translate'> {
  readonly clock: Clock
  readonly pages: Pages
  readonly arrivals: Arrivals
}

/** @throws Refusal INVALID_INPUT for a position of another platform, RATE_LIMITED when too many wait */
export async function streamEvents(
  streaming: Streaming,
  platformId: string,
  { position, type, wait = 0 }: QueryOf<Contract['streamEvents']>,
): Promise<EventStreamPage> {
  const { pages, arrivals, store, clock } = streaming
  const scope = ['streamEvents', platformId]
  const reply = (at: Position, found: readonly StreamedEvent[] = []): EventStreamPage => ({
    events: [...found],
    position: pages.seal(scope, JSON.stringify(at)),
  })
  if (position === undefined) return reply(await positionNow(store, clock))
  const deadline = AbortSignal.timeout(wait * 1000)
  for (let at: Position = JSON.parse(pages.unseal(scope, position, 'position')); ; ) {
    const found = await committedSince(streaming, platformId, at, type)
    at = found.next
    if (found.events.length > 0 || deadline.aborted || arrivals.isClosed) return reply(at, found.events)
    await arrivals.next(platformId, AbortSignal.any([deadline, AbortSignal.timeout(POLL_MS)]))
  }
}

async function positionNow(store: Store, clock: Clock): Promise<Position> {
  const at = clock.now()
  const [row] = await store.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  return { since: (row as { snapshot: string }).snapshot, at }
}

interface Stored extends Omit<WebhookEvent, 'data'> {
  readonly objectId: string
  readonly data: string | null
  readonly state: string | null
}

async function committedSince(
  streaming: Streaming,
  platformId: string,
  { since, upTo, after, at }: Position,
  type: string | undefined,
): Promise<{ readonly events: StreamedEvent[]; readonly next: Position }> {
  const now = streaming.clock.now()
  const least = after ?? firstIdAt(at - COMMIT_MAX_MS)
  const rows = await streaming.store.query<{ snapshot: string } & (Stored | { readonly id: null })>(
    SINCE,
    [platformId, least, since, upTo ?? null, type ?? null],
    'streamed_events',
  )
  const snapshot = upTo ?? (rows[0]?.snapshot as string)
  const found = rows.filter((row): row is { snapshot: string } & Stored => row.id !== null)
  const shown = found.slice(0, STREAM_PAGE)
  const next: Position =
    found.length > STREAM_PAGE
      ? { since, upTo: snapshot, after: shown.at(-1)?.id as string, at }
      : // A snapshot that was returned in parts has an unknown age.
        { since: snapshot, at: upTo === undefined ? now : at }
  return { events: await Promise.all(shown.map((row) => present(streaming, platformId, row))), next }
}

/** The row's transaction with its epoch, which `xmin` alone lacks. */
const TRANSACTION = `((case when xmin::text::bigint > (n.top & 4294967295) then (n.top >> 32) - 1 else n.top >> 32 end << 32)
  + xmin::text::bigint)::text::xid8`
const SINCE = `
  with n as materialized (
    select pg_current_snapshot()::text as snapshot, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as top)
  select n.snapshot, e.id, e.type, e.object_id as "objectId", e.sequence, e.created_at as "createdAt", e.data, e.state
  from n left join lateral (
    select id, type, object_id, sequence, created_at, data, state from events
    where platform_id = $1 and id > $2
      and not pg_visible_in_snapshot(${TRANSACTION}, $3::text::pg_snapshot)
      and ($4::text is null or pg_visible_in_snapshot(${TRANSACTION}, $4::text::pg_snapshot))
      and ($5::text is null or type = $5)
    order by id limit ${STREAM_PAGE + 1}) e on true
  order by e.id`

async function present(streaming: Streaming, platformId: string, row: Stored): Promise<StreamedEvent> {
  const { objectId, snapshot: _, ...stored } = row as Stored & { snapshot: string }
  const [event] = await withPayloads(streaming, platformId, objectId, [stored])
  const resourceId = presentResourceId(row.type, objectId)
  return {
    id: wireId('Webhook', row.id),
    type: row.type as StreamedEvent['type'],
    ...(resourceId !== undefined && { resourceId }),
    sequence: row.sequence,
    createdAt: isoTime(row.createdAt),
    body: webhookBody(asSent(streaming, event as WebhookEvent)),
  }
}
