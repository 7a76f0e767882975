/** Continuous export of the audit chain: in order, from where it stopped, each entry at least once. */
import type { Logger } from 'pino'
import type { Store } from '../../infra/db/store.ts'
import { type AuditRow, auditRows } from '../people/verify-chain.ts'
import { type AuditDestination, writeTo } from './audit-destination.ts'

const EVERY_MS = 5_000
/** Entries of one write. The lease must outlast it, or a second process would write the same entries. */
const BATCH = 200
const LEASE = "interval '60 seconds'"

/** Takes the lease; that of a process that ended without releasing it can be taken once it has expired. */
const TAKE = `
  insert into audit_exports (destination, exported, leased_until) values ($1, 0, clock_timestamp() + ${LEASE})
  on conflict (destination) do update set leased_until = excluded.leased_until
  where audit_exports.leased_until < clock_timestamp() returning exported`
const ADVANCE = `update audit_exports set exported = $2, leased_until = clock_timestamp() + ${LEASE} where destination = $1`
const RELEASE = `update audit_exports set leased_until = '-infinity' where destination = $1`

type Queries = Pick<Store, 'query'>

/**
 * Writes the entries that the destination does not have yet.
 * @returns their number; 0 also while another process exports
 * @throws Error when they could not be written; the next call writes them again
 */
export async function exportAudit(store: Queries, destination: AuditDestination): Promise<number> {
  const [taken] = await store.query<{ exported: bigint }>(TAKE, [destination.text])
  if (!taken) return 0
  let written = 0
  try {
    let batch: AuditRow[] = []
    const flush = async () => {
      const last = batch.at(-1)
      if (!last) return
      await writeTo(destination, batch)
      await store.query(ADVANCE, [destination.text, last.number])
      written += batch.length
      batch = []
    }
    for await (const row of auditRows(store, Number(taken.exported))) {
      batch.push(row)
      if (batch.length === BATCH) await flush()
    }
    await flush()
    return written
  } finally {
    await store.query(RELEASE, [destination.text])
  }
}

export interface AuditExport {
  start(): void
  /** Stops, and waits for the run in progress. Remaining entries are exported after the next start. */
  stop(): Promise<void>
}

/** Exports every five seconds. @param destination absent: nothing is exported */
export function keepExporting(
  { store, log }: { store: Queries; log: Logger },
  destination: AuditDestination | undefined,
): AuditExport {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    running ??= exportAudit(store, destination as AuditDestination)
      .then(() => undefined)
      .catch((err: unknown) =>
        log.error({ err, destination: destination?.text }, 'the audit chain could not be exported'),
      )
      .finally(() => {
        running = undefined
      })
  }
  return {
    start() {
      if (!destination) return
      timer = setInterval(run, EVERY_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
