/** Built program for browser tests: a process on a free port, with its own data directory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Program {
  readonly origin: string
  /** Sign-in link that the program printed; it works once. */
  readonly signInLink: string
  /** Its data directory. */
  readonly folder: string
  stop(): Promise<void>
}

/**
 * @param command arguments of Node
 * @throws Error with the program's output when it exits before it is ready
 */
export async function startProgram(command: readonly string[] = ['dist/main.js']): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-browser-'))
  const { DATABASE_URL: _, ...env } = process.env
  const program = spawn(process.execPath, command, { env: { ...env, PORT: '0', CAUSEWAY_DATA_DIR: folder } })
  const ended = once(program, 'exit')
  const signInLink = await new Promise<string>((resolve, reject) => {
    let printed = ''
    const read = (text: Buffer) => {
      printed += text
      const link = /http:\S+\/sign-in\?code=\S+/.exec(printed)
      if (link) resolve(link[0])
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    ended.then(() => reject(new Error(`The program ended: ${printed}`)))
  })
  return {
    origin: new URL(signInLink).origin,
    signInLink,
    folder,
    async stop() {
      program.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
