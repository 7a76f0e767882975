/**
 * System under torture: one or two processes of the service, on their own PostgreSQL server behind relays, or on the
 * embedded database.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, databaseOn, onServer, temporaryCluster } from '../harness/database/postgres.ts'
import { type Program, type Served, startProgram } from './program.ts'
import { openWire, type Wire } from './wire.ts'

export type Place = 'one process' | 'two processes' | 'embedded'

export interface Station {
  readonly place: Place
  readonly processes: readonly Served[]
  /** Relays, one for each process; none on the embedded database. */
  readonly wires: readonly Wire[]
  readonly authorization: string
  /** URL of the server itself, without a relay; undefined on the embedded database. */
  readonly databaseUrl: string | undefined
  /** Data directory of the embedded database, to be opened when the process has ended. */
  readonly dataDir: string
  /** `kill -9` of every process of the database at once. */
  crashDatabase(): Promise<void>
  startDatabase(): Promise<void>
  /** Waits until every process is ready. */
  ready(): Promise<void>
  /** Shuts the processes down cleanly, so that the database can be checked. */
  endProcesses(): Promise<void>
  /** Ends everything that still runs, and removes its files. */
  end(): Promise<void>
}

const POLL_MS = 20
const SECRETS = { CAUSEWAY_SECRET_KEY: 'ab'.repeat(32), CAUSEWAY_CUSTODY_KEY: 'cd'.repeat(32) }

/** @param program arguments of Node; absent: the unmodified service */
export async function openStation(place: Place, program?: Program): Promise<Station> {
  const undo: (() => unknown)[] = []
  const end = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await put(place, program, undo, end)
  } catch (error) {
    await end()
    throw error
  }
}

async function put(
  place: Place,
  program: Program | undefined,
  undo: (() => unknown)[],
  end: () => Promise<void>,
): Promise<Station> {
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-torture-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const processes: Served[] = []
  const wires: Wire[] = []
  let cluster: Cluster | undefined
  if (place !== 'embedded') {
    cluster = await temporaryCluster()
    undo.push(cluster.remove)
    await onServer(cluster.url, 'create database torture')
  }
  const databaseUrl = cluster && databaseOn(cluster.url, 'torture')
  for (let nth = 0; nth < (place === 'two processes' ? 2 : 1); nth++) {
    const env: Record<string, string> = { CAUSEWAY_DATA_DIR: dataDir, ...SECRETS }
    if (databaseUrl) {
      const wire = await openWire(Number(new URL(databaseUrl).port))
      undo.push(wire.close)
      wires.push(wire)
      env.DATABASE_URL = withPort(databaseUrl, wire.port)
    }
    const served = await startProgram(env, program)
    undo.push(served.end)
    processes.push(served)
  }
  const { clientId, clientSecret } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  return {
    place,
    processes,
    wires,
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    databaseUrl,
    dataDir,
    crashDatabase: () => crash(cluster as Cluster),
    startDatabase: () => (cluster as Cluster).start(),
    async ready() {
      for (const { base } of processes) while (!(await isReady(base))) await pause(POLL_MS)
    },
    async endProcesses() {
      for (const served of processes) await served.end()
    },
    end,
  }
}

const isReady = async (base: string) => (await fetch(new URL('/readyz', base)).catch(() => undefined))?.status === 200

function withPort(url: string, port: number): string {
  const other = new URL(url)
  other.port = String(port)
  return other.href
}

/** Kills all of its processes at the same time, so that none can finish its work. */
async function crash(cluster: Cluster): Promise<void> {
  const [row] = await onServer<{ data_directory: string }>(cluster.url, 'show data_directory')
  const postmaster = Number(readFileSync(join(row?.data_directory as string, 'postmaster.pid'), 'utf8').split('\n')[0])
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = listed
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
  const ended = cluster.stop('SIGKILL')
  for (const [pid] of children) {
    try {
      process.kill(pid as number, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has already ended
    }
  }
  await ended
}
