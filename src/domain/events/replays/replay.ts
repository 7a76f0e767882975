/** Event replay resource: events that are sent again at a platform's request, one by one in order of creation. */
import type { EventReplay } from '../../../../contract/events/recorded-events.ts'
import { wireId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { isoTime } from '../../../core/time.ts'
import { command } from '../../../engine/command.ts'
import { bool, int, orNull, type Row, table, text, time, uuid } from '../../../engine/table.ts'
import { enqueue } from '../../../infra/jobs/enqueue.ts'
import { listeners } from '../../../infra/state-machines/tables.ts'
import { type Attempt, deliveryAttempts, outcomeOf, retryDelay } from '../delivery.ts'

export const eventReplays = table(
  'event_replays',
  {
    id: uuid,
    /** Ids of the first and last event, inclusive. */
    firstId: uuid,
    lastId: uuid,
    /** A single event, which is sent even if its ordinary delivery is pending. */
    isSingle: bool,
    total: int,
    sent: int,
    /** The last event that was accepted. */
    position: orNull(uuid),
    /** Failed attempts at the next event. */
    attempts: int,
    failure: orNull(text()),
    /** The event at which it stopped. */
    failedId: orNull(uuid),
    createdAt: time,
    updatedAt: time,
    endedAt: orNull(time),
  },
  {
    resource: 'EventReplay',
    changing: ['sent', 'position', 'attempts', 'failure', 'failedId', 'updatedAt', 'endedAt'],
  },
)
export type Replay = Row<typeof eventReplays>

/** Attempts at one event, after which the replay stops. */
export const REPLAY_ATTEMPTS = 5

export const presentReplay = (replay: Replay): EventReplay => ({
  id: wireId('EventReplay', replay.id),
  state: replay.endedAt === null ? 'RUNNING' : replay.failure === null ? 'COMPLETED' : 'STOPPED',
  total: replay.total,
  sent: replay.sent,
  ...(replay.failure !== null && { failure: replay.failure }),
  ...(replay.failedId !== null && { failedEventId: wireId('Webhook', replay.failedId) }),
  createdAt: isoTime(replay.createdAt),
  ...(replay.endedAt !== null && { endedAt: isoTime(replay.endedAt) }),
})

/** What is sent again. */
export type Range = Pick<Replay, 'firstId' | 'lastId' | 'isSingle' | 'total'>

/** Starts a replay. @throws Refusal WEBHOOK_ENDPOINT_NOT_SET */
export const beginReplay = command({
  reads: (seen) => [[listeners, seen.platformId]],
  run(rows, range: Range): Replay {
    const listener = rows.find(listeners, rows.platformId)
    if (!listener?.endpoint || listener.disabledAt !== null)
      refuse('WEBHOOK_ENDPOINT_NOT_SET', 'Set webhookEndpoint in the configuration first')
    const now = rows.now
    const fresh = {
      sent: 0,
      position: null,
      attempts: 0,
      failure: null,
      failedId: null,
      createdAt: now,
      updatedAt: now,
    }
    const endedAt = range.total === 0 ? now : null
    const replay = rows.add(eventReplays, { id: rows.newId(), ...range, ...fresh, endedAt })
    if (endedAt === null) enqueue(rows, 'replayEvents', now, replay.id)
    return replay
  },
})

/** A run of a replay: its attempts in order, of which only the last may have failed. */
export interface ReplayRun {
  readonly replayId: string
  /** Position at which the run began; of two runs that began there, the second only records its attempts. */
  readonly position: string | null
  readonly attempts: readonly (Attempt & { readonly objectId: string })[]
  /** Set when no event is left. */
  readonly isDone: boolean
  /** Why there can be no further attempt. */
  readonly failure?: string
}

/** Records a run and schedules the next one. */
export const concludeReplay = command({
  reads: (_seen, { replayId }: ReplayRun) => [[eventReplays, replayId]],
  run(rows, { replayId, position, attempts, isDone, failure }): void {
    const replay = rows.get(eventReplays, replayId)
    for (const attempt of attempts) {
      const { asksApproval: _, isSilence: __, ...kept } = attempt
      const outcome = isAccepted(attempt) ? 'DELIVERED' : 'FAILED'
      rows.append(deliveryAttempts, { ...kept, outcome, attemptedAt: rows.now, replayId })
    }
    if (replay.endedAt !== null || replay.position !== position) return
    const accepted = attempts.filter(isAccepted)
    const failed = attempts.find((attempt) => !isAccepted(attempt))
    const tries = failed ? (accepted.length > 0 ? 1 : replay.attempts + 1) : 0
    const gaveUp = failed && tries >= REPLAY_ATTEMPTS ? failed : undefined
    const stopped = failure ?? (gaveUp ? reason(gaveUp) : null)
    const isOver = isDone || stopped !== null
    rows.change(eventReplays, replay, {
      sent: replay.sent + accepted.length,
      position: accepted.at(-1)?.eventId ?? replay.position,
      attempts: tries,
      failure: stopped,
      failedId: gaveUp?.eventId ?? null,
      updatedAt: rows.now,
      endedAt: isOver ? rows.now : null,
    })
    if (!isOver) enqueue(rows, 'replayEvents', rows.now + (failed ? retryDelay(failed.eventId, tries) : 0), replayId)
  },
})

/** The response to a resent approval request is not an answer, but it has been received. */
export const isAccepted = (attempt: Attempt): boolean => attempt.error === null && outcomeOf(attempt) === 'DELIVERED'

const reason = ({ httpStatus, error }: Attempt): string => error ?? `The endpoint answered ${httpStatus}`
