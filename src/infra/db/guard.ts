/** Durability checks: refuse a PostgreSQL server that could lose acknowledged payments, by a crash or with its disk. */
import type { Store } from './store.ts'

const OLDEST = 15
/** `local` does not wait for a standby, but is on this server's disk. */
const DURABLE = ['on', 'local', 'remote_write', 'remote_apply']

/**
 * Checks the server's settings; the embedded database proves its durability when it opens.
 * @throws Error naming the setting that would lose acknowledged payments, and how to change it
 */
export async function guardDurability(store: Pick<Store, 'kind' | 'query'>): Promise<void> {
  if (store.kind !== 'postgres') return
  const rows = await store.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
  )
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000)
  if (version < OLDEST) throw new Error(`PostgreSQL ${version} is too old: upgrade the server to ${OLDEST} or newer`)
  for (const name of ['fsync', 'full_page_writes']) {
    if (settings.get(name) !== 'on') throw new Error(unsafe(name, settings.get(name)))
  }
  const commit = settings.get('synchronous_commit') ?? 'unknown'
  if (!DURABLE.includes(commit)) throw new Error(unsafe('synchronous_commit', commit))
}

/**
 * Checks that commits wait for a standby.
 * @param settings `synchronous_standby_names` and `synchronous_commit` of the server
 * @returns what is wrong, without a full stop; undefined: nothing
 */
export function standbyFault(settings: ReadonlyMap<string, string>): string | undefined {
  if (!settings.get('synchronous_standby_names')) return 'synchronous_standby_names is empty'
  const commit = settings.get('synchronous_commit')
  return commit === 'on' || commit === 'remote_apply' ? undefined : `synchronous_commit is ${commit}`
}

/** @throws Error when commits do not wait for a standby, naming the setting, and how to do without a standby */
export async function guardStandby(store: Pick<Store, 'kind' | 'query'>): Promise<void> {
  if (store.kind !== 'postgres') return
  const rows = await store.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('synchronous_standby_names', 'synchronous_commit')`,
  )
  const fault = standbyFault(new Map(rows.map(({ name, setting }) => [name, setting])))
  if (fault)
    throw new Error(
      `PostgreSQL's ${fault}, so acknowledged payments are lost with the disk of this server: ` +
        'let commits wait for a standby, or set CAUSEWAY_DURABILITY=single to do without one',
    )
}

const unsafe = (name: string, setting = 'unknown'): string =>
  `PostgreSQL's ${name} is ${setting}, so acknowledged payments can be lost: ` +
  `run "alter system set ${name} = on; select pg_reload_conf();" and start again`
