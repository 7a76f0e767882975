/** Run of a package script until it ends, with the output of it and its children. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const root = new URL('../..', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** @throws Error with the output when it does not end; then its whole process group is killed */
export async function runScript(name: string, env: Readonly<Record<string, string>>, typed = '') {
  const program = spawn(`${scripts[name]} ${typed}`, {
    cwd: root,
    shell: true,
    detached: true,
    env: { ...process.env, ...env },
  })
  let printed = ''
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (printed += text))
  try {
    // Children write to the program's own streams, so these close when the last of them has ended.
    const [code] = await once(program, 'close', { signal: AbortSignal.timeout(500_000) })
    return { code, printed }
  } catch {
    process.kill(-(program.pid as number), 'SIGKILL')
    throw new Error(`It did not end: ${printed}`)
  }
}
