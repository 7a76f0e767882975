/** Upkeep of the embedded database, which has no background processes: log, dead rows, statistics. */
import type { Lane } from '../../../engine/database.ts'
import type { Store } from '../store.ts'

/** How many transactions pass between two looks. */
const LOOK_EVERY = 64
/** Bytes of log after which the data files are brought up to date, so that the log before can go. */
const LONG_LOG = 64 * 1024 * 1024

const LOG_LENGTH = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::int8 as length
  from pg_control_checkpoint()`

/** What autovacuum would take up: a fifth dead or new, or rows so old that their transaction numbers come round again. */
const UNTIDY = `select t.oid::regclass::text as name
  from pg_class t left join pg_stat_all_tables s on s.relid = t.oid
  where t.relkind = 'r' and (s.n_dead_tup > 1000 + t.reltuples / 5
    or s.n_ins_since_vacuum > 10000 + t.reltuples / 5 or age(t.relfrozenxid) > 200000000)`

type Reader = Pick<Store, 'query'>

/** A lane that runs upkeep between transactions, one table at a time, so that no transaction waits longer than for one table. */
export function tidy(lane: Lane, store: Reader): Lane {
  let transactions = 0
  return {
    ...lane,
    async atomic(work) {
      const answers = await lane.atomic(work)
      if (++transactions % LOOK_EVERY === 0) void keepUp(store).catch(() => {}) // closed, or the next look will do
      return answers
    },
  }
}

/**
 * Shortens the log if it is long, and then vacuums what needs it.
 * @param longLog in bytes
 * @returns the tables that were vacuumed
 */
export async function keepUp(store: Reader, longLog = LONG_LOG): Promise<string[]> {
  const [log] = await store.query<{ length: bigint }>(LOG_LENGTH)
  if (log === undefined || log.length < longLog) return []
  await store.query('checkpoint')
  const names = (await store.query<{ name: string }>(UNTIDY)).map(({ name }) => name)
  for (const name of names) await store.query(`vacuum (analyze) ${name}`)
  return names
}
