/** Events of one object with their deliveries, for its history. */
import type { DeliveredEvent } from '../../contract/events/delivered-events.ts'
import { wireId } from '../core/ids.ts'
import { isoTime } from '../core/time.ts'
import { NO_FUNDING } from '../domain/accounts/funding-instructions.ts'
import { listObjectAttempts, listObjectEvents } from '../domain/events/queries.ts'
import type { Store } from '../infra/db/store.ts'

/** @param objectId bare */
export async function deliveredEvents(store: Store, platformId: string, objectId: string): Promise<DeliveredEvent[]> {
  const [events, attempts] = await Promise.all([
    listObjectEvents({ store, rails: NO_FUNDING }, platformId, objectId),
    listObjectAttempts(store, platformId, objectId),
  ])
  return events.map(({ id, type, sequence, data, createdAt }) => ({
    id: wireId('Webhook', id),
    type: type as DeliveredEvent['type'],
    sequence,
    status: statusIn(data),
    at: isoTime(createdAt),
    attempts: attempts
      .filter((attempt) => attempt.sequence === sequence)
      .map(({ outcome, httpStatus, error, durationMs, attemptedAt }) => ({
        outcome,
        ...(httpStatus !== null && { httpStatus }),
        ...(error !== null && { error }),
        durationMs,
        at: isoTime(attemptedAt),
      })),
  }))
}

/** A card has a `state`, all others a `status`. */
function statusIn(data: string): string {
  const { status, state } = JSON.parse(data) as { readonly status?: string; readonly state?: string }
  return status ?? state ?? ''
}
