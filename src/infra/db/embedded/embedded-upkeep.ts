/** Upkeep of the embedded database, which has no background processes: log, dead rows, statistics. */
import type { Lane } from '../../../engine/database.ts'
import type { Store } from '../store.ts'

/** Transactions between two checks. */
const CHECK_EVERY = 64
/** Length of the log above which a checkpoint is made, so that the log before it can be removed. */
const LOG_MAX_BYTES = 64 * 1024 * 1024

const LOG_LENGTH = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 as length
  from pg_control_checkpoint()`

/** Tables that autovacuum would process: a fifth of the rows is dead or new, or transaction ids are near wraparound. */
const NEEDS_VACUUM = `select t.oid::regclass::text as name
  from pg_class t left join pg_stat_all_tables s on s.relid = t.oid
  where t.relkind = 'r' and (s.n_dead_tup > 1000 + t.reltuples / 5
    or s.n_ins_since_vacuum > 10000 + t.reltuples / 5 or age(t.relfrozenxid) > 200000000)`

type Reader = Pick<Store, 'query'>

/** A lane that runs upkeep between transactions, one table at a time, so that no transaction waits longer than for one table. */
export function tidy(lane: Lane, store: Reader): Lane {
  let transactions = 0
  return {
    ...lane,
    async atomic(work, platformId) {
      const answers = await lane.atomic(work, platformId)
      if (++transactions % CHECK_EVERY === 0) void keepUp(store).catch(() => {}) // the database is closed, or the next check repeats it
      return answers
    },
  }
}

/**
 * Truncates a long log, and then vacuums the tables that need it.
 * @param longLog in bytes
 * @returns the tables that were vacuumed
 */
export async function keepUp(store: Reader, longLog = LOG_MAX_BYTES): Promise<string[]> {
  const [log] = await store.query<{ length: bigint }>(LOG_LENGTH)
  if (log === undefined || log.length < longLog) return []
  await store.query('checkpoint')
  const names = (await store.query<{ name: string }>(NEEDS_VACUUM)).map(({ name }) => name)
  for (const name of names) await store.query(`vacuum (analyze) ${name}`)
  return names
}
