/** PostgreSQL yardstick: pgbench's own transactions on the server that the service uses. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Cluster,
  databaseOn,
  findPostgres,
  onServer,
  temporaryCluster,
} from '../../test/harness/database/postgres.ts'

const call = promisify(execFile)
const SCALE = 30

/**
 * Settings that differ from the defaults: enough log space that no checkpoint falls into a run (the first one comes after
 * little more than half of `max_wal_size`). Durability settings keep their defaults.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '1GB',
  max_wal_size: '32GB',
  min_wal_size: '10GB',
  checkpoint_timeout: '60min',
}

/**
 * A server that has run for a while reuses its log files; a new one fills each with zeros first, at the expense of the
 * committing client. So the log volume of a whole run is written first, and its files are kept for reuse.
 */
const WORN_IN = [
  `select count(pg_logical_emit_message(false, '', repeat('x', 1000000))) from generate_series(1, 10000)`,
  'checkpoint',
]

/** Settings recorded with every result, because figures with weaker ones are not comparable. */
const STATED = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', ...Object.keys(SETTINGS)]

export interface Yardstick {
  readonly version: string
  readonly settings: Readonly<Record<string, string>>
  /** Process id of the server. */
  readonly pid: number
  /** Creates an empty database. @returns its URL */
  database(name: string): Promise<string>
  /** TPC-B-like transactions per second, with prepared statements. */
  transactions(clients: number, seconds: number): Promise<number>
  /** Median latency in milliseconds of a simple update by one client: the cost of a commit. */
  commitMs(seconds: number): Promise<number>
  /** Log written since the warm-up, and the number of log files created since. */
  logWritten(): Promise<{ readonly gigabytes: number; readonly newFiles: number }>
  remove(): Promise<void>
}

/** @param more further settings, for profiles */
export async function startPostgres(more: Readonly<Record<string, string>> = {}): Promise<Yardstick> {
  const cluster = await temporaryCluster()
  try {
    for (const [name, value] of Object.entries({ ...SETTINGS, ...more }))
      await onServer(cluster.url, `alter system set ${name} = '${value}'`)
    await cluster.stop()
    await cluster.start()
    for (const statement of WORN_IN) await onServer(cluster.url, statement)
    return await yardstickOn(cluster)
  } catch (error) {
    await cluster.remove()
    throw error
  }
}

async function yardstickOn(cluster: Cluster): Promise<Yardstick> {
  const log = async () => {
    const [now] = await onServer<{ at: number; files: number }>(
      cluster.url,
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at, count(*)::int as files from pg_ls_waldir()`,
    )
    if (!now) throw new Error('PostgreSQL did not report its log')
    return now
  }
  const wornIn = await log()
  const asked = STATED.map((name) => `current_setting('${name}') as ${name}`).join(', ')
  const [settings] = await onServer<Record<string, string>>(cluster.url, `select ${asked}`)
  const [server] = await onServer<{ version: string; folder: string }>(
    cluster.url,
    `select current_setting('server_version') as version, current_setting('data_directory') as folder`,
  )
  if (!settings || !server) throw new Error('PostgreSQL did not report its settings')
  const [pid] = readFileSync(join(server.folder, 'postmaster.pid'), 'utf8').split('\n')
  const { hostname, port, username } = new URL(cluster.url)
  const pgbench = async (...options: string[]) => {
    const program = join(findPostgres() as string, 'pgbench')
    const { stdout } = await call(program, ['-h', hostname, '-p', port, '-U', username, ...options, 'pgbench'])
    return stdout
  }
  const database = async (name: string) => {
    await onServer(cluster.url, `create database ${name}`)
    return databaseOn(cluster.url, name)
  }
  // Filled on first use: a profile does not need it.
  let filled: Promise<unknown> | undefined
  const fill = () => (filled ??= database('pgbench').then(() => pgbench('-i', '-q', '-s', `${SCALE}`)))

  return {
    version: server.version,
    settings,
    pid: Number(pid),
    database,
    async transactions(clients, seconds) {
      await fill()
      const output = await pgbench('-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`)
      const found = /^tps = ([\d.]+)/m.exec(output)
      if (!found || !/failed transactions: 0 /.test(output)) throw new Error(`pgbench failed: ${output}`)
      return Number(found[1])
    },
    async commitMs(seconds) {
      await fill()
      const folder = mkdtempSync(join(tmpdir(), 'causeway-bench-'))
      try {
        await pgbench('-n', '-N', '-M', 'prepared', '-c', '1', '-T', `${seconds}`, '-l', `--log-prefix=${folder}/log`)
        const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
        const microseconds = lines.map((line) => Number(line.split(' ')[2])).sort((a, b) => a - b)
        return (microseconds[Math.floor(microseconds.length / 2)] as number) / 1000
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    async logWritten() {
      const { at, files } = await log()
      return { gigabytes: (at - wornIn.at) / 1e9, newFiles: files - wornIn.files }
    },
    remove: () => cluster.remove(),
  }
}
