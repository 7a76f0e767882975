/** Settings of the database's sessions and transactions, as PostgreSQL's `name=value`. */
import type { Query } from './connection.ts'

/** Format of values on the wire; `values.ts` relies on it. */
export const sessionSettings = ['timezone=UTC', 'datestyle=ISO', 'intervalstyle=postgres', 'bytea_output=hex']

/** The same for a server behind a pooler, as parameters of the connection's start: poolers carry these to each session. */
export const startSettings = { TimeZone: 'UTC', DateStyle: 'ISO', IntervalStyle: 'postgres' }

/**
 * For prepared statements, which find their rows by keys: each is planned once, for its index, whatever statistics there
 * are. A plan that was made for an empty table and scans it would stay until autovacuum analyses the table.
 */
export const keyedSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]

/** Setting that the policies of tables read: the platform whose rows a transaction may touch, or ALL_PLATFORMS. */
export const PLATFORM_SETTING = 'causeway.platform'
export const ALL_PLATFORMS = '*'

/** Since PostgreSQL 17: ends a transaction that waits for the rest of a packet, which no other timeout does. */
const TRANSACTION_TIMEOUT_SINCE = 17

/** The settings of a transaction on a server of this version, for the rows of one platform; absent: of all platforms. */
export type Settings = (version: number, platformId?: string) => Query

/**
 * Settings of a transaction, as its first statement. A pooler gives every transaction another session, so settings of a
 * session would be those of some other client.
 * @param name of the prepared statement, the same for the same settings
 * @param settings later ones win
 */
export function settingsStatement(name: string, settings: readonly string[]): Settings {
  const make = (chosen: readonly string[], suffix: string) => ({
    name: name + suffix,
    text: setting(chosen, [`set_config('${PLATFORM_SETTING}', $1, true)`]),
  })
  const older = settings.filter((one) => nameIn(one) !== 'transaction_timeout')
  const [before, since] = [make(older, ''), make(settings, `_${TRANSACTION_TIMEOUT_SINCE}`)]
  return (version, platformId = ALL_PLATFORMS) => ({
    ...(version < TRANSACTION_TIMEOUT_SINCE ? before : since),
    values: [platformId],
  })
}

/** The same for a script, which has no parameters and touches rows of all platforms. */
export const scriptSettings = (settings: readonly string[]): string =>
  setting([...settings, `${PLATFORM_SETTING}=${ALL_PLATFORMS}`])

function setting(settings: readonly string[], more: readonly string[] = []): string {
  const values = new Map(settings.map((one) => [nameIn(one), one.slice(one.indexOf('=') + 1)]))
  const sets = [...values].map(([name, value]) => `set_config('${name}', '${value.replaceAll("'", "''")}', true)`)
  // As a subquery, so that the answer has no columns.
  return `select from (select ${[...sets, ...more].join(', ')} offset 0) as settings`
}

const nameIn = (setting: string): string => setting.slice(0, setting.indexOf('=')).replaceAll('-', '_')

const OPTION = /^(?:-c|--)([\w.-]+)=(.*)$/s

/**
 * The settings in the `options` of a connection's address: `-c name=value` or `--name=value`, spaces behind a backslash.
 * @throws TypeError when there is something else in them
 */
export function settingsIn(options: string): string[] {
  const words = options.replace(/(^|\s)-c\s+/g, '$1-c').match(/(?:\\.|[^\s\\])+/gs) ?? []
  return words.map((word) => {
    const [, name, value] = OPTION.exec(word) ?? []
    if (!name || value === undefined)
      throw new TypeError('The options in DATABASE_URL may only be settings: -c name=value')
    return `${name}=${value.replace(/\\(.)/gs, '$1')}`
  })
}
