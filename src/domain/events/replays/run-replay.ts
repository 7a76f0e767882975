/** Replay job: sends the next events of a replay, one after another, until one is not accepted. */
import { elapsed } from '../../../core/clock.ts'
import { type Sending, sendEvent } from '../deliver-events.ts'
import { RUN_MS } from '../delivery.ts'
import { findEndpoint } from '../queries.ts'
import { isAccepted, type ReplayRun } from './replay.ts'
import { getEventReplay, replayedEvents } from './replay-events.ts'

/** Largest number of events read for one run. */
const EVENTS_AT_ONCE = 20

/** @returns undefined when the replay has ended */
export async function runReplay(
  sending: Sending,
  platformId: string,
  replayId: string,
): Promise<ReplayRun | undefined> {
  const startedAt = elapsed()
  const replay = await getEventReplay(sending.store, platformId, replayId)
  if (replay.endedAt !== null) return undefined
  const { position } = replay
  const endpoint = await findEndpoint(sending.store, platformId)
  if (!endpoint || endpoint.isDisabled)
    return { replayId, position, attempts: [], isDone: false, failure: 'The endpoint was removed' }
  const events = await replayedEvents(sending, platformId, replay, EVENTS_AT_ONCE)
  const attempts: ReplayRun['attempts'][number][] = []
  for (const { objectId, ...event } of events) {
    if (elapsed() - startedAt > RUN_MS) break
    const attempt = { ...(await sendEvent(sending, endpoint, event)), objectId }
    attempts.push(attempt)
    if (!isAccepted(attempt)) break
  }
  const isDone = events.length < EVENTS_AT_ONCE && attempts.length === events.length && attempts.every(isAccepted)
  return { replayId, position, attempts, isDone }
}
