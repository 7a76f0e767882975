/** Command line in tests: `causeway` run from source with its arguments. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Types a command, and reads what it writes until it ends. Of this process' own settings it sees neither database nor token. */
export async function causeway(typed: readonly string[], settings: Record<string, string> = {}, input = '') {
  const { DATABASE_URL: _, CAUSEWAY_AGENT_TOKEN: __, ...rest } = process.env
  const env = { ...rest, ...settings }
  const child = spawn(process.execPath, ['--import', 'tsx', 'cli/main.ts', ...typed], { env })
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
