/** PgBouncer for tests: finds the program, and puts one in transaction mode before a PostgreSQL server. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, onServer, unprivileged } from './postgres.ts'

/** The first version that supports prepared statements in transaction mode. */
const OLDEST = 1.21

/** The program, from PGBOUNCER or the path; undefined where there is none that is new enough. */
export function findPgBouncer(): string | undefined {
  const given = process.env.PGBOUNCER
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, 'pgbouncer'))
  return (given ? [given] : places).find((program) => {
    if (!existsSync(program)) return false
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
    return Number(/PgBouncer (\d+\.\d+)/.exec(stdout)?.[1]) >= OLDEST
  })
}

export interface Pooler {
  /** URL of the server's maintenance database, through the pooler. */
  readonly url: string
  close(): Promise<void>
}

/**
 * @param server the url of a server, with a user
 * @param roles other users, whose passwords are their names
 */
export async function openPgBouncer(server: string, roles: readonly string[] = []): Promise<Pooler> {
  const program = findPgBouncer()
  if (!program) throw new Error(`PgBouncer ${OLDEST} or newer is not installed here; set PGBOUNCER to its path`)
  const folder = mkdtempSync(join(tmpdir(), 'causeway-pooler-'))
  chmodSync(folder, 0o755)
  const { hostname, port, username, password } = new URL(server)
  const listening = await freePort()
  const settings = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${listening}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    'pool_mode = transaction',
    'max_prepared_statements = 200',
    'default_pool_size = 8',
    'max_client_conn = 1000',
    'server_idle_timeout = 5',
  ]
  const users = [[username, password], ...roles.map((role) => [role, role])]
  writeFileSync(join(folder, 'users'), users.map(([name, secret]) => `"${name}" "${secret}"\n`).join(''))
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `[databases]\n* = host=${hostname} port=${port || 5432}\n[pgbouncer]\n${settings.join('\n')}\n`)
  const log = join(folder, 'log')
  writeFileSync(log, '')
  const running = spawn(program, [file], { cwd: folder, ...unprivileged(), stdio: ['ignore', 'ignore', 'pipe'] })
  running.stderr.on('data', (bytes) => writeFileSync(log, bytes, { flag: 'a' }))
  const kill = () => void running.kill('SIGKILL')
  process.once('exit', kill)
  const url = new URL(server)
  url.host = `127.0.0.1:${listening}`
  for (;;) {
    if (running.exitCode !== null) throw new Error(`PgBouncer does not start:\n${readFileSync(log, 'utf8')}`)
    const isUp = await onServer(url.href, 'select 1').then(
      () => true,
      () => false,
    )
    if (isUp) break
    await pause(50)
  }
  return {
    url: url.href,
    async close() {
      process.off('exit', kill)
      const ended = once(running, 'exit')
      running.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
