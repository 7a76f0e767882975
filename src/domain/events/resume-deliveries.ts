/** Owns the catching up after a new endpoint was set: what the one before did not take goes to it, from the first attempt. */
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { UNTRIED } from './delivery.ts'
import { deliveries } from './tables.ts'

/** How many objects are resumed in one batch. */
export const RESUMED_MAX = 100

/** @param objectIds in order; when they are as many as fit, a job goes on after the last one */
export function resumeDeliveries(rows: Rows, objectIds: readonly string[]): void {
  rows.together(...objectIds.map((objectId) => [deliveries, objectId] as const))
  for (const objectId of objectIds) {
    rows.change(deliveries, rows.get(deliveries, objectId), UNTRIED)
    enqueue(rows, 'deliverEvents', rows.now, objectId)
  }
  const last = objectIds.at(-1)
  if (last && objectIds.length === RESUMED_MAX) enqueue(rows, 'resumeDeliveries', rows.now, last)
}
