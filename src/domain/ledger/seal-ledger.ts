/** Sealing of the ledger: postings that were committed get a signed checkpoint, outside the transactions that wrote them. */
import type { CheckpointSigner } from '../../infra/audit/checkpoint-keys.ts'
import { appendCheckpoint, latestCheckpoint } from '../../infra/audit/checkpoints.ts'
import type { Store } from '../../infra/db/store.ts'
import { type LedgerCheckpointBody, nextRange, sealedPostings } from './sealed-range.ts'

/** Checkpoints of one run, so that a run has an end while payments go on. */
const CHECKPOINTS_MAX = 100

/**
 * Makes checkpoints until no posting waits, at most 100. Several processes may do so at the same time: each checkpoint
 * is appended by one of them. @param size approximate number of postings in a checkpoint
 * @returns the number of checkpoints
 */
export async function sealLedger(
  store: Pick<Store, 'query'>,
  signer: CheckpointSigner,
  size?: number,
): Promise<number> {
  for (let made = 0; ; made++) {
    if (made === CHECKPOINTS_MAX) return made
    const before = await latestCheckpoint<LedgerCheckpointBody>(store, 'LEDGER')
    const range = await nextRange(store, before?.body, size)
    if (!range) return made
    const sealed = await sealedPostings(store, range)
    const content = { ...range, ...sealed, total: (before?.body.total ?? 0) + sealed.postings }
    if (!(await appendCheckpoint(store, signer, { kind: 'LEDGER', before, content }))) return made
  }
}

/**
 * Continues the order of the ledger where this copy of the database was restored on a server whose transactions have
 * smaller numbers: otherwise new postings would be within sealed ranges. Must be called before payments, by the role
 * that owns the tables.
 * @returns whether it was necessary
 */
export async function continueLedgerOrder({ query, script }: Pick<Store, 'query' | 'script'>): Promise<boolean> {
  const [row] = await query<{ last: bigint; next: bigint; own: bigint }>(LAST_AND_NEXT)
  const { last, next, own } = row as { last: bigint; next: bigint; own: bigint }
  if (next > last) return false
  await script(`create or replace function transaction_order(number xid8) returns bigint language sql immutable parallel safe as
    $$ select number::text::bigint + ${last + 1n - own} $$`)
  return true
}

const LAST_AND_NEXT = `
  select greatest(
      (select coalesce(max(written_in), 0) from postings),
      (select coalesce(max((body::json ->> 'to')::bigint), 0) from checkpoints
        where kind = 'LEDGER' and number = (select max(number) from checkpoints where kind = 'LEDGER'))) as last,
    transaction_order(pg_snapshot_xmax(pg_current_snapshot())) as next,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint as own`
