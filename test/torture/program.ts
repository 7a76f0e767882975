/** One process of the service, which can be killed, stopped and started again at the same address. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { isBuilt } from '../../scripts/stamp.mjs'

/** Arguments of Node. */
export type Program = readonly string[]

export interface Served {
  /** URL with the base path. */
  readonly base: string
  /** Id of the current process. */
  readonly pid: number
  kill(): Promise<void>
  start(): Promise<void>
  /** SIGSTOP and SIGCONT. */
  stop(): void
  resume(): void
  /** Shuts it down cleanly, if it still runs. */
  end(): Promise<void>
}

/** As `npm start` runs it: with its flags, and the bundle if it is up to date; otherwise the sources. */
function usual(): Program {
  const flags: string[] = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start.match(/--\S+/g) ?? []
  return [...flags, ...(isBuilt() ? ['dist/main.js'] : ['--import', 'tsx', 'src/main.ts'])]
}

/** @param env differences from this process's environment */
export async function startProgram(env: Record<string, string>, program: Program = usual()): Promise<Served> {
  const { DATABASE_URL: _, ...rest } = process.env
  const given = { ...rest, HOST: '127.0.0.1', LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal', PORT: '0', ...env }
  let child: ChildProcess
  const launch = async (port: string): Promise<string> => {
    child = spawn(process.execPath, program, { env: { ...given, PORT: port }, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    return await new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(`The service ended at its start: ${said}`)))
      child.stdout?.on('data', (bytes) => {
        said += bytes
        if (process.env.LOG_LEVEL) process.stderr.write(bytes)
        const found = /API base:\s+(\S+)/.exec(said)?.[1]
        if (found) resolve(found.replace('localhost', '127.0.0.1'))
      })
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    child.removeAllListeners('exit')
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }
  const base = await launch('0')
  return {
    base,
    get pid() {
      return child.pid as number
    },
    kill: () => end('SIGKILL'),
    async start() {
      await launch(new URL(base).port)
    },
    stop: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    end: () => end('SIGTERM'),
  }
}
