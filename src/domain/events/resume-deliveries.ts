/** Resumption of deliveries: after an endpoint is set, pending events are sent to it, with their retries starting over. */
import type { Rows } from '../../engine/rows.ts'
import { enqueue } from '../../infra/jobs/enqueue.ts'
import { deliveries, NO_FAILURES } from './delivery.ts'

/** Most objects resumed in one batch. */
export const RESUMED_MAX = 100

/** @param objectIds in order; a full batch schedules a job that continues after the last one */
export function resumeDeliveries(rows: Rows, objectIds: readonly string[]): void {
  rows.together(...objectIds.map((objectId) => [deliveries, objectId] as const))
  for (const objectId of objectIds) {
    rows.change(deliveries, rows.get(deliveries, objectId), NO_FAILURES)
    enqueue(rows, 'deliverEvents', rows.now, objectId)
  }
  const last = objectIds.at(-1)
  if (last && objectIds.length === RESUMED_MAX) enqueue(rows, 'resumeDeliveries', rows.now, last)
}
