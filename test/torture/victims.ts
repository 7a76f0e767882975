/** Owns what is killed: a process of the service, and the whole PostgreSQL cluster under it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isBuilt } from '../../scripts/stamp.mjs'
import { type Cluster, databaseOn, onServer, temporaryCluster } from '../postgres.ts'

/** How long anything may take to be ready again without a human. */
const READY_WITHIN_MS = 60_000
/** The bundle when it is up to date, as a user runs it; otherwise the sources. */
const PROGRAM = isBuilt() ? ['dist/main.js'] : ['--import', 'tsx', 'src/main.ts']

export interface Service {
  /** The base path included. */
  readonly base: string
  readonly databaseUrl: string
  readonly authorization: string
  /** `kill -9`, and starts it again, as a supervisor would. @returns milliseconds until it was ready */
  killProcess(): Promise<number>
  /** `kill -9` of every process of the database, and starts the database again. @returns milliseconds until the service was ready */
  killDatabase(): Promise<number>
  killBoth(): Promise<number>
  end(): Promise<void>
}

/** A cluster of its own, and the service on it. */
export async function startService(): Promise<Service> {
  const cluster = await temporaryCluster()
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-torture-'))
  const remove = async () => {
    await cluster.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    return await serviceOn(cluster, dataDir, remove)
  } catch (error) {
    await remove()
    throw error
  }
}

async function serviceOn(cluster: Cluster, dataDir: string, remove: () => Promise<void>): Promise<Service> {
  await onServer(cluster.url, 'create database torture')
  const databaseUrl = databaseOn(cluster.url, 'torture')
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    CAUSEWAY_DATA_DIR: dataDir,
    CAUSEWAY_SECRET_KEY: 'ab'.repeat(32),
    HOST: '127.0.0.1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
  }
  let port = '0'
  let child: ChildProcess

  const launch = async () => {
    child = spawn(process.execPath, PROGRAM, { env: { ...env, PORT: port }, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    const announced = new Promise<string>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`The service ended at its start: ${said}`)))
      child.stdout?.on('data', (bytes) => {
        said += bytes
        if (process.env.LOG_LEVEL) process.stderr.write(bytes)
        const found = /API base:\s+(\S+)/.exec(said)?.[1]
        if (found) resolve(found)
      })
    })
    return announced
  }
  const base = (await launch()).replace('localhost', '127.0.0.1')
  port = new URL(base).port
  const ready = async (since: number) => {
    for (;;) {
      const response = await fetch(new URL('/readyz', base)).catch(() => undefined)
      if (response?.status === 200) return performance.now() - since
      if (performance.now() - since > READY_WITHIN_MS)
        throw new Error(`Not ready again after ${READY_WITHIN_MS / 1000} s`)
      await pause(20)
    }
  }
  const endProcess = async (signal: NodeJS.Signals) => {
    child.removeAllListeners('exit')
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    else return
    await ended
  }
  const { clientId, clientSecret } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
  return {
    base,
    databaseUrl,
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    async killProcess() {
      const since = performance.now()
      await endProcess('SIGKILL')
      await launch()
      return ready(since)
    },
    async killDatabase() {
      const since = performance.now()
      await crash(cluster)
      await cluster.start()
      return ready(since)
    },
    async killBoth() {
      const since = performance.now()
      await Promise.all([endProcess('SIGKILL'), crash(cluster)])
      await cluster.start()
      await launch()
      return ready(since)
    },
    async end() {
      await endProcess('SIGTERM')
      await remove()
    },
  }
}

/** All of its processes at the same moment: none may finish what it was doing. */
async function crash(cluster: Cluster): Promise<void> {
  const [row] = await onServer<{ data_directory: string }>(cluster.url, 'show data_directory')
  const postmaster = Number(readFileSync(join(row?.data_directory as string, 'postmaster.pid'), 'utf8').split('\n')[0])
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const children = processes
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
  const ended = cluster.stop('SIGKILL')
  for (const [pid] of children) {
    try {
      process.kill(pid as number, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it ended by itself
    }
  }
  await ended
}
