/** Owns the taking of an object's events to deliver them: one process at a time, so that they arrive in order. */
import type { Rows } from '../../engine/rows.ts'
import { type Passage, pass } from '../../infra/jobs/circuit.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { circuits } from '../../infra/jobs/tables.ts'
import { BUSY_MS, UNTRIED } from './delivery.ts'
import { deliveries } from './tables.ts'

/** Until when an object is whose, and after which event to go on. */
export interface Taken {
  readonly delivered: number
  readonly busyUntil: number
  /** How the endpoint's circuit stood. */
  readonly passage: Exclude<Passage, 'held'>
}

/**
 * Undefined: somebody else is at it or it waits for its next attempt; in both cases there is a job that will look again.
 * `held`: the endpoint does not answer, so the job that asks for this stays as it is.
 */
export function takeDelivery(rows: Rows, objectId: string): Taken | 'held' | undefined {
  rows.together([deliveries, objectId], [circuits, 'webhooks', 'seen'])
  const delivery =
    rows.find(deliveries, objectId) ??
    rows.add(deliveries, { objectId, delivered: 0, ...UNTRIED, busyUntil: null, again: false })
  if (delivery.busyUntil !== null && delivery.busyUntil > rows.now) {
    if (delivery.again) return undefined
    rows.change(deliveries, delivery, { again: true })
    enqueue(rows, 'deliverEvents', delivery.busyUntil, objectId) // whoever is at it may have crashed
    return undefined
  }
  if (delivery.retryAt !== null && delivery.retryAt > rows.now) return undefined
  const passage = pass(rows, 'webhooks')
  if (passage === 'held') return 'held'
  const busyUntil = rows.now + BUSY_MS
  rows.change(deliveries, delivery, { busyUntil, again: false })
  return { delivered: delivery.delivered, busyUntil, passage }
}
