/** Turns of deliveries: how many objects and requests of one platform a process has in progress. */
import { elapsed } from '../../core/clock.ts'
import { type PerKeyLimit, perKeyLimit } from '../../infra/egress/per-key-limit.ts'
import type { Attempt } from './delivery.ts'

/** Requests to one platform at a time, so that a slow endpoint does not delay other platforms. */
const REQUESTS = 16
/** Claimed objects of one platform: those that wait for a request are claimed, and recorded, with as few commits as possible. */
const CLAIMED = 64

export interface DeliveryTurns {
  readonly toClaim: PerKeyLimit
  readonly toSend: PerKeyLimit
  /** Notes whether the platform's endpoint responded. */
  note(platformId: string, attempt: Pick<Attempt, 'isSilence'>): void
  /** Whether a request to the platform's endpoint has had no response since a time of the process's own clock, in milliseconds. */
  wasSilentAfter(platformId: string, since: number): boolean
}

export function deliveryTurns(): DeliveryTurns {
  const silentAt = new Map<string, number>()
  return {
    toClaim: perKeyLimit(CLAIMED),
    toSend: perKeyLimit(REQUESTS),
    note(platformId, { isSilence }) {
      if (isSilence) silentAt.set(platformId, elapsed())
      else silentAt.delete(platformId)
    },
    wasSilentAfter: (platformId, since) => (silentAt.get(platformId) ?? -1) >= since,
  }
}
