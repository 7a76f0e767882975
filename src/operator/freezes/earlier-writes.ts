/** Wait for earlier database transactions: afterwards none can commit a decision made on older data. */
import { elapsed } from '../../core/clock.ts'
import type { Store } from '../../infra/db/store.ts'

const POLL_MS = 10

/**
 * Waits until every database transaction of the server that was writing at the time of the call has ended. One that
 * begins later sees everything that was committed before the call.
 * @returns false when one of them is still open after the time
 */
export async function earlierWritesEnded(
  { query, transaction }: Pick<Store, 'query' | 'transaction'>,
  patienceMs: number,
): Promise<boolean> {
  const until = elapsed() + patienceMs
  // A new transaction id is above all ids assigned before. A snapshot would not name the latest of them.
  const [own] = await transaction((ask) => ask<{ id: string }>('select pg_current_xact_id()::text as id'))
  for (;;) {
    const open = await query(OPEN, [own?.id])
    if (open.length === 0) return true
    if (elapsed() > until) return false
    await new Promise((resume) => setTimeout(resume, POLL_MS))
  }
}

/** `xmin` of a snapshot: the lowest id whose transaction is still open. */
const OPEN = 'select 1 where pg_snapshot_xmin(pg_current_snapshot()) < $1::xid8'
