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
const PER_REQUEST = fileURLToPath(new URL('per-request.ts', import.meta.url))
export const BASE_PATH = '/2025-10-13'

export interface Target {
  readonly pid: number
  readonly port: number
  readonly authorization: string
  /** The service's files, which processes on one database share. */
  readonly dataDir?: string
  /** Ends it in order. @throws Error when it has logged a warning or did not end well */
  stop(): Promise<void>
  /** Ends it at once, as after a failure. */
  kill(): void
}

/**
 * What `npm start` gives Node. The young generation is two of these halves: four times as large costs 96 MB more and
 * saves a few percent of CPU a payment. And Node's own code is large: on large pages, where the system has them, the
 * processor finds its way faster.
 */
const NODE_OPTIONS = ['--max-semi-space-size=16', '--use-largepages=silent']

interface ServiceOptions {
  /** For the process, as for profiles. */
  readonly nodeOptions?: readonly string[]
  /** Another process on the same database, whose files this one shares. It has to end last. */
  readonly beside?: Target
  /** Log lines that are no reason to discard the run. */
  readonly expected?: string
}

/** The built service with its data in a folder of its own. */
export async function startService(
  databaseUrl: string | undefined,
  { nodeOptions = [], beside, expected }: ServiceOptions = {},
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
  }
  const target = await start(
    [...NODE_OPTIONS, ...nodeOptions, MAIN],
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

/** The straightforward version, on the database of a service that runs. */
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
  const port = await portOf(child, warnings, expected)
  return {
    pid: child.pid as number,
    port,
    authorization: authorization(),
    kill,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      if (warnings.length > 0) throw new Error(`The service warned ${warnings.length} times: ${warnings[0]}`)
      if (child.exitCode !== 0) throw new Error(`The service ended with ${child.exitCode ?? child.signalCode}`)
    },
  }
}

/** Reads what the process says until it names its address; from then on, log lines are noted. */
function portOf(child: ChildProcess, warnings: string[], expected?: string): Promise<number> {
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

/** Stands in a path for the id in the first reply of the same piece of work. */
export const FIRST_ID = ':id'

/** Path of an operation, with the version. */
export const path = (...operation: Parameters<typeof pathTo>): string => BASE_PATH + pathTo(...operation)
