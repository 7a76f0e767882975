/**
 * PostgreSQL upkeep: queries the server's time, and ends sessions that wait for the rest of a packet.
 */
import { elapsed } from '../../core/clock.ts'
import type { ServerTime } from './server-time.ts'
import type { Store } from './store.ts'

type Query = Store['query']

export const UPKEEP_EVERY_MS = 5_000
/** Longer than any packet takes to arrive. */
const CUT_OFF_SECONDS = 10

/** The server's time in milliseconds since 1970. */
export const TIME = 'extract(epoch from clock_timestamp()) * 1000'

/** First statement of a lane's session: a lost peer is detected within half a minute, not two hours. */
export const GREETING = `select ${TIME} as now, set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false),
  set_config('tcp_user_timeout', '20000', false)`

export async function askTime(query: Query, time: ServerTime): Promise<void> {
  const askedAt = elapsed()
  const [row] = await query<{ now: string }>(`select ${TIME} as now`, [], 'time')
  time.observe(Number(row?.now), askedAt, elapsed())
}

/**
 * A session in the middle of a packet is active and waits for its client, and holds the locks of its transaction.
 * Neither statement nor idle timeouts end that, and keepalives do not where a proxy's kernel answers them. Any process
 * of the installation ends such sessions, also those of processes that are dead. A session that waits for a standby is
 * not ended: its commit would take effect although no standby has it.
 */
const END_CUT_OFF = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
    and application_name = current_setting('application_name')
    and state = 'active' and wait_event_type = 'Client' and wait_event = 'ClientRead'
    and query_start < clock_timestamp() - make_interval(secs => $1)`

/** @returns the number of sessions that had waited for longer and were ended */
export async function endCutOff(query: Query, seconds = CUT_OFF_SECONDS): Promise<number> {
  return (await query(END_CUT_OFF, [seconds], 'end_cut_off')).length
}
