/** Command line in tests: `causeway` with its arguments, the bundle if it is up to date, otherwise the sources. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isBuilt } from '../../scripts/stamp.mjs'

/** Arguments of Node that run it. The bundle starts in a fifth of the time. */
export const CAUSEWAY: readonly string[] = isBuilt() ? ['dist/causeway.js'] : ['--import', 'tsx', 'cli/main.ts']

/**
 * Runs a command, and returns its output when it has ended. Database and token of this process' environment are not
 * passed on.
 */
export async function causeway(typed: readonly string[], settings: Record<string, string> = {}, input = '') {
  const { DATABASE_URL: _, CAUSEWAY_AGENT_TOKEN: __, ...rest } = process.env
  const env = { ...rest, ...settings }
  const child = spawn(process.execPath, [...CAUSEWAY, ...typed], { env })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  const [noted, said] = [true, false].map((isNote) =>
    err.split(/(?<=\n)/).filter((line) => line.startsWith('{"level"') === isNote),
  ) as [string[], string[]]
  return {
    code,
    out,
    /** Without the lines of the security log, which are in `security`. */
    err: said.join(''),
    security: noted.map((line) => JSON.parse(line)),
    json: () => JSON.parse(out),
  }
}
