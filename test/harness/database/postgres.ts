/** Temporary PostgreSQL servers: finds the programs, runs a cluster on a free port, removes it afterwards. */
import { type ChildProcess, execFile, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const NAME = 'causeway-postgres-'
/** The oldest release that is supported; preferred, so that nothing newer slips into the SQL. */
const PREFERRED = 15

export interface Cluster {
  /** URL of its maintenance database; superuser, no password, reachable from this machine only. */
  readonly url: string
  start(): Promise<void>
  /** Settings for the next start. */
  configure(settings: Readonly<Record<string, string>>): void
  /** Lets the next start replay archived log until a time, in PostgreSQL's format, and then accept writes. */
  recoverTo(archive: string, time: string): void
  /** `SIGINT` shuts it down cleanly, `SIGKILL` as a crash would; waits until it has ended. */
  stop(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Stops it and deletes its files. */
  remove(): Promise<void>
}

/** The folder with PostgreSQL's server programs, or undefined when this machine has none. */
export function findPostgres(): string | undefined {
  const installed = '/usr/lib/postgresql'
  const versions = existsSync(installed) ? readdirSync(installed).map(Number).filter(Boolean) : []
  const preference = (version: number) => (version === PREFERRED ? Infinity : version)
  const packaged = versions.sort((a, b) => preference(b) - preference(a)).map((it) => join(installed, `${it}`, 'bin'))
  const onPath = (process.env.PATH ?? '').split(delimiter)
  return [...packaged, ...onPath].find((bin) => ['initdb', 'postgres'].every((name) => existsSync(join(bin, name))))
}

/**
 * A new, running cluster with its data in a temporary folder. Its durability is the default one: it syncs every commit.
 * @param copyOf the url of a running cluster: it begins as a base backup of it, like a standby that was promoted later
 * @param standbyOf the url of a running cluster, of which it is a standby until it is promoted
 * @param isStopped it is not started yet
 */
export async function temporaryCluster({
  copyOf,
  standbyOf,
  isStopped = false,
}: {
  copyOf?: string
  standbyOf?: string
  isStopped?: boolean
} = {}): Promise<Cluster> {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed here (Debian: apt-get install postgresql)')
  removeLeftovers()
  const folder = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const asUser = { cwd: folder, ...user }
  const settings = ['--username=causeway', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const original = copyOf ?? standbyOf
  const [program, ...parameters] = original
    ? [
        'pg_basebackup',
        '-d',
        original,
        '--checkpoint=fast',
        '--no-sync',
        ...(standbyOf ? ['--write-recovery-conf'] : []),
      ]
    : ['initdb', ...settings]
  await promisify(execFile)(join(bin, program as string), ['-D', data, ...parameters], asUser)

  const port = await freePort()
  const url = `postgres://causeway@127.0.0.1:${port}/postgres`
  const log = join(folder, 'log')
  let server: ChildProcess | undefined

  const launch = () => {
    const output = openSync(log, 'a')
    const listening = ['-h', '127.0.0.1', '-p', `${port}`, '-k', folder]
    const options = { ...asUser, stdio: ['ignore', output, output] satisfies StdioOptions }
    const launched = spawn(join(bin, 'postgres'), ['-D', data, ...listening, '-c', 'max_connections=200'], options)
    closeSync(output)
    return launched
  }
  const start = async () => {
    for (let tries = 1; tries <= 20; tries++) {
      server = launch()
      while (server.exitCode === null) {
        if (await answers(url)) return
        await pause(50)
      }
      await pause(250) // processes of a killed server hold its shared memory for a short time
    }
    throw new Error(`PostgreSQL does not start:\n${readFileSync(log, 'utf8')}`)
  }
  const stop = async (signal: 'SIGINT' | 'SIGKILL' = 'SIGINT') => {
    if (server?.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  const removeAtOnce = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const configure = (changes: Readonly<Record<string, string>>) => {
    const lines = Object.entries(changes).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
  }
  const recoverTo = (archive: string, time: string) => {
    const signal = join(data, 'recovery.signal')
    writeFileSync(signal, '')
    if (user) chownSync(signal, user.uid, user.gid)
    configure({
      restore_command: `cp "${archive}/%f" "%p"`,
      recovery_target_time: time,
      recovery_target_action: 'promote',
    })
  }
  process.once('exit', removeAtOnce)
  if (!isStopped) await start()
  return {
    url,
    start,
    stop,
    configure,
    recoverTo,
    async remove() {
      await stop()
      process.off('exit', removeAtOnce)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Removes server and folder of an earlier run that was killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((it) => it.startsWith(NAME))) {
    if (isRunning(Number(name.slice(NAME.length).split('-')[0]))) continue
    const folder = join(tmpdir(), name)
    const pidFile = join(folder, 'data/postmaster.pid')
    const server = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
    // The pid may belong to another program: only a server that was started on this folder is ended.
    const { stdout: command } = spawnSync('ps', ['-o', 'args=', '-p', `${server}`], { encoding: 'utf8' })
    if (command?.includes(folder)) process.kill(server, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Ids of an unprivileged user, under which the server runs when this process is root; PostgreSQL refuses root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'daemon']) {
    const [uid, gid] = ['-u', '-g'].map((what) => spawnSync('id', [what, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user to run it as')
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** Runs one statement on its own connection. */
export async function onServer<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The url of another database on the same server. */
export function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function answers(url: string): Promise<boolean> {
  try {
    await onServer(url, 'select 1')
    return true
  } catch {
    return false
  }
}
