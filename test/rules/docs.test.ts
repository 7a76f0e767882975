/** Documentation commands test: commands marked `sh run` work as pasted, and print the output below them. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../harness/app.ts'

const TUTORIALS = 'docs/journeys'
const haveJq = spawnSync('bash', ['-c', 'command -v jq']).status === 0
if (!haveJq) console.warn('Left out: the tutorials. Install jq.')

/** Tutorials, each on a fresh sandbox, with pages in reading order: later ones use the variables of earlier ones. */
const STORIES = [
  ['README.md', 'docs/sandbox.md', 'docs/wallets.md'],
  ...readdirSync(TUTORIALS)
    .filter((name) => haveJq && name !== 'README.md')
    .map((name) => [join(TUTORIALS, name)]),
]
const ORIGIN = 'http://localhost:4700'
/** Port at which the pages let the reader's own server listen. */
const READERS_PORT = '4800'

/** A free port of this machine. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return String(port)
}

interface Sample {
  readonly commands: string
  /** Output according to the page; undefined where it shows none. */
  readonly prints: string | undefined
}

/** Blocks marked `sh run`, each with the block of text that may follow it. */
const samplesOf = (page: string): Sample[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh run\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm)].map(
    ([, commands, prints]) => ({ commands: commands as string, prints }),
  )

/** A shell that keeps its variables from one sample to the next, as a reader's does. The first command that fails ends it. */
function openShell(cwd: string) {
  // Its own process group, so that programs that the commands leave running end with it.
  const shell = spawn('bash', ['-euo', 'pipefail'], { cwd, detached: true })
  let output = ''
  let errors = ''
  shell.stdout.on('data', (chunk) => (output += chunk))
  shell.stderr.on('data', (chunk) => (errors += chunk))
  const ended = once(shell, 'close').then(([status]) => {
    throw new Error(`The shell ended with ${status}: ${errors}`)
  })
  ended.catch(() => {})
  return {
    /** @returns the output of the commands */
    async run(commands: string): Promise<string> {
      const end = `-- end ${output.length}\n`
      const before = output.length
      shell.stdin.write(`{\n${commands}\n} < /dev/null\nprintf '%s\\n' '${end.trim()}'\n`)
      while (!output.endsWith(end)) await Promise.race([once(shell.stdout, 'data'), ended])
      return output.slice(before, -end.length)
    },
    close() {
      shell.stdin.end()
      try {
        process.kill(-(shell.pid as number))
      } catch {} // it has ended
    },
  }
}

describe.each(STORIES.map((pages) => [pages.join(', '), pages] as const))('%s', (_name, pages) => {
  let service: TestApp
  let folder: string
  let shell: ReturnType<typeof openShell>
  let port: string

  beforeAll(async () => {
    service = await testApp()
    port = await freePort()
    folder = mkdtempSync(join(tmpdir(), 'causeway-docs-'))
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data/credentials.json'), JSON.stringify(service.platform))
    shell = openShell(folder)
  })
  afterAll(async () => {
    shell.close()
    await service.close()
    rmSync(folder, { recursive: true })
  })

  /** With this machine's origin and port. */
  const here = (text: string) => text.replaceAll(ORIGIN, service.origin).replaceAll(READERS_PORT, port)

  it('has commands to run', () =>
    expect(pages.map((page) => samplesOf(page).length > 2)).toEqual(pages.map(() => true)))

  for (const page of pages) {
    for (const [i, { commands, prints }] of samplesOf(page).entries()) {
      it(`works as pasted: ${page}, sample ${i + 1}`, async () => {
        const printed = await shell.run(here(commands))
        if (prints !== undefined) expect(printed).toBe(here(prints))
        expect(printed).not.toContain('undefined')
        await service.settle() // a reader pastes the next command after this work is done
      })
    }
  }

  it('leaves a balanced ledger', async () => expect(await service.audit()).toEqual([]))
})
