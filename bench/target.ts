/** Service under measurement: the build, in its own process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pathTo } from '../client/request.ts'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const PER_REQUEST = fileURLToPath(new URL('per-request/server.ts', import.meta.url))
export const BASE_PATH = '/2025-10-13'

export interface Target {
  readonly pid: number
  readonly port: number
  readonly authorization: string
  /** Data folder; processes on one database share it. */
  readonly dataDir?: string
  /** Stops it gracefully. @throws Error when it logged a warning or exited with an error */
  stop(): Promise<void>
  /** Kills it. */
  kill(): void
}

/**
 * Node options of `npm start`. The young generation has two such semi-spaces: at four times the size it takes 96 MB more and
 * saves a few percent of CPU per payment. Large pages reduce TLB misses in Node's own code.
 */
const NODE_OPTIONS = ['--max-semi-space-size=16', '--use-largepages=silent']

interface ServiceOptions {
  /** Further Node options, for profiles. */
  readonly nodeOptions?: readonly string[]
  /** Another process on the same database, whose data folder this one shares. It must be stopped last. */
  readonly beside?: Target
  /** Log lines with this text do not fail the run. */
  readonly expected?: string
  /** Program of another build; absent: of this one. */
  readonly program?: string | undefined
}

/** Starts the built service with its own data folder. */
export async function startService(
  databaseUrl: string | undefined,
  { nodeOptions = [], beside, expected, program = MAIN }: ServiceOptions = {},
): Promise<Target> {
  const dataDir = beside?.dataDir ?? mkdtempSync(join(tmpdir(), 'causeway-bench-'))
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = {
    ...inherited,
    PORT: '0',
    HOST: '127.0.0.1',
    CAUSEWAY_DATA_DIR: dataDir,
    CAUSEWAY_SEED: 'off',
    LOG_LEVEL: 'warn',
    // The default of production.
    CAUSEWAY_REQUEST_LOG: process.env.CAUSEWAY_REQUEST_LOG ?? 'refused',
  }
  const target = await start(
    [...NODE_OPTIONS, ...nodeOptions, program],
    { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    () => {
      const { clientId, clientSecret } = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'))
      return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    },
    expected,
  )
  return {
    ...target,
    dataDir,
    async stop() {
      await target.stop()
      if (!beside) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the per-request server on the database of a running service. */
export const startPerRequest = (databaseUrl: string, authorization: string): Promise<Target> =>
  start(
    ['--import', 'tsx', PER_REQUEST],
    { ...process.env, DATABASE_URL: databaseUrl, AUTHORIZATION: authorization },
    () => authorization,
  )

async function start(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  authorization: () => string,
  expected?: string,
): Promise<Target> {
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const warnings: string[] = []
  const port = await readPort(child, warnings, expected)
  return {
    pid: child.pid as number,
    port,
    authorization: authorization(),
    kill,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      if (warnings.length > 0) throw new Error(`The service logged ${warnings.length} warnings: ${warnings[0]}`)
      if (child.exitCode !== 0) throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}`)
    },
  }
}

/** Reads the output until it contains the address; collects warnings from then on. */
function readPort(child: ChildProcess, warnings: string[], expected?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it was ready`)))
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const origin = /http:\/\/\S+?:(\d+)/.exec(line)
      if (line.startsWith('{')) {
        if (expected && line.includes(expected)) return
        if (warnings.push(line) === 1) process.stderr.write(`${line}\n`)
      } else if (origin) resolve(Number(origin[1]))
    })
  })
}

/** Placeholder in a path for the id in the first reply of the same piece of work. */
export const FIRST_ID = ':id'

/** Path of an operation, with the version. */
export const path = (...operation: Parameters<typeof pathTo>): string => BASE_PATH + pathTo(...operation)
