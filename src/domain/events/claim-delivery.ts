/** Delivery commands: claim an object's events for one process, record the attempts of its run, resume after an endpoint is set. */
import { command } from '../../engine/command.ts'
import type { Rows } from '../../engine/rows.ts'
import { closeCircuit, noteSilence, type Passage, pass, returnProbe } from '../../infra/jobs/circuit.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { listeners } from '../../infra/state-machines/tables.ts'
import {
  type Attempt,
  applyAttempts,
  CLAIM_MS,
  deliveries,
  deliveryAttempts,
  NO_FAILURES,
  outcomeOf,
  RETRY_PERIOD_MS,
} from './delivery.ts'

/** A claimed object: the last delivered sequence, and until when the claim holds. */
export interface Claim {
  readonly delivered: number
  readonly busyUntil: number
  /** State of the endpoint's circuit at the claim. */
  readonly passage: Exclude<Passage, 'held'>
}

export interface Claiming {
  readonly objectId: string
  /** Its first event is pending: a delivery rarely exists yet, so none is fetched. */
  readonly isFirst: boolean
}

/**
 * Claims an object, so that one process at a time delivers its events and they arrive in order. Undefined when another
 * process has the claim or the next attempt is not due: a job is scheduled in both cases. `held`: the circuit of the
 * endpoint is open, and the job stays as it is.
 */
export const claimDelivery = command({
  reads: (_seen, { objectId, isFirst }: Claiming) => (isFirst ? [] : [[deliveries, objectId]]),
  run(rows, { objectId, isFirst }): Claim | 'held' | undefined {
    const delivery =
      (isFirst ? rows.presume(deliveries, objectId) : rows.find(deliveries, objectId)) ??
      rows.add(deliveries, { objectId, delivered: 0, ...NO_FAILURES, busyUntil: null, again: false })
    if (delivery.busyUntil !== null && delivery.busyUntil > rows.now) {
      if (delivery.again) return undefined
      rows.change(deliveries, delivery, { again: true })
      enqueue(rows, 'deliverEvents', delivery.busyUntil, objectId) // the process with the claim may have crashed
      return undefined
    }
    if (delivery.retryAt !== null && delivery.retryAt > rows.now) return undefined
    const passage = pass(rows, 'webhooks')
    if (passage === 'held') return 'held'
    const busyUntil = rows.now + CLAIM_MS
    rows.change(deliveries, delivery, { busyUntil, again: false })
    return { delivered: delivery.delivered, busyUntil, passage }
  },
})

/** The outcome of a run for a claimed object. */
export interface Run {
  readonly objectId: string
  readonly claim: Claim
  readonly attempts: readonly Attempt[]
  /** URL of the endpoint. */
  readonly endpoint: string | null
  /** Whether pending events remain that can be sent now. */
  readonly more: boolean
}

/** Releases the claim. After its expiry another process may have claimed the object: then only the attempts are recorded. */
export const concludeDelivery = command({
  reads: (_seen, { objectId }: Run) => [[deliveries, objectId]],
  run(rows, { objectId, claim, attempts, endpoint, more }): void {
    const delivery = rows.get(deliveries, objectId)
    const { changes, givenUp, gone } = applyAttempts(delivery, attempts, rows.now)
    const isMine = delivery.busyUntil === claim.busyUntil
    keepAttempts(rows, objectId, attempts, isMine && givenUp === true)
    updateCircuit(rows, claim.passage, attempts, endpoint)
    if (!isMine) return
    rows.change(deliveries, delivery, { ...changes, busyUntil: null, again: false })
    if (gone) disableEndpoint(rows, endpoint)
    if (changes.retryAt !== null) enqueue(rows, 'deliverEvents', changes.retryAt, objectId)
    else if (delivery.again || (more && !gone)) enqueue(rows, 'deliverEvents', rows.now, objectId)
  },
})

/** Largest number of objects resumed in one batch. */
export const RESUMED_MAX = 100

/**
 * Sends the pending events of objects to an endpoint that was just set, with retries starting over.
 * @param objectIds in order; a full batch schedules a job that continues after the last one
 */
export const resumeDeliveries = command({
  reads: (_seen, objectIds: readonly string[]) => objectIds.map((objectId) => [deliveries, objectId]),
  run(rows, objectIds): void {
    for (const objectId of objectIds) {
      rows.change(deliveries, rows.get(deliveries, objectId), NO_FAILURES)
      enqueue(rows, 'deliverEvents', rows.now, objectId)
    }
    const last = objectIds.at(-1)
    if (last && objectIds.length === RESUMED_MAX) enqueue(rows, 'resumeDeliveries', rows.now, last)
  },
})

function keepAttempts(rows: Rows, objectId: string, attempts: readonly Attempt[], lastIsGivenUp: boolean): void {
  for (const attempt of attempts) {
    const isLast = attempt === attempts.at(-1)
    const outcome =
      outcomeOf(attempt) === 'DELIVERED' && attempt.error === null
        ? 'DELIVERED'
        : isLast && lastIsGivenUp
          ? 'GIVEN_UP'
          : 'FAILED'
    const { asksApproval: _, isSilence: __, ...kept } = attempt
    rows.append(deliveryAttempts, { ...kept, objectId, outcome, attemptedAt: rows.now, replayId: null })
  }
}

/** Updates the endpoint's circuit. An endpoint that has been silent for the whole retry period is disabled. */
function updateCircuit(
  rows: Rows,
  passage: Claim['passage'],
  attempts: readonly Attempt[],
  endpoint: string | null,
): void {
  const last = attempts.at(-1)
  if (last?.isSilence) {
    const { silentSince } = noteSilence(rows, 'webhooks', passage)
    if (rows.now - silentSince > RETRY_PERIOD_MS) disableEndpoint(rows, endpoint)
  } else if (last && passage !== 'clear') closeCircuit(rows, 'webhooks')
  else if (passage === 'probe') returnProbe(rows, 'webhooks')
}

/** Disables the endpoint until the platform sets one again. An endpoint that was set in the meantime stays enabled. */
function disableEndpoint(rows: Rows, endpoint: string | null): void {
  const listener = rows.get(listeners, rows.platformId)
  if (listener.endpoint !== endpoint) return
  rows.change(listeners, listener, { disabledAt: rows.now })
  closeCircuit(rows, 'webhooks')
}
