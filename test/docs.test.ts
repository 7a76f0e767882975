/** Owns the proof that the commands in the documentation work as they are pasted, and print what is written below them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from './app.ts'

/** In the order in which they are read: later pages use the variables of earlier ones. */
const PAGES = ['README.md', 'docs/sandbox.md']
const ORIGIN = 'http://localhost:4700'

interface Sample {
  readonly commands: string
  /** What the page says it prints; undefined when it says nothing. */
  readonly prints: string | undefined
}

/** Blocks marked `sh run`, each with the block of text that may follow it. */
const samplesOf = (page: string): Sample[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh run\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm)].map(
    ([, commands, prints]) => ({ commands: commands as string, prints }),
  )

/** A shell that keeps its variables from one sample to the next, as a reader's does. The first command that fails ends it. */
function openShell(cwd: string) {
  const shell = spawn('bash', ['-euo', 'pipefail'], { cwd })
  let output = ''
  let errors = ''
  shell.stdout.on('data', (chunk) => (output += chunk))
  shell.stderr.on('data', (chunk) => (errors += chunk))
  const ended = once(shell, 'close').then(([status]) => {
    throw new Error(`The shell ended with ${status}: ${errors}`)
  })
  ended.catch(() => {})
  return {
    /** @returns what the commands printed */
    async run(commands: string): Promise<string> {
      const end = `-- end ${output.length}\n`
      const before = output.length
      shell.stdin.write(`{\n${commands}\n} < /dev/null\nprintf '%s\\n' '${end.trim()}'\n`)
      while (!output.endsWith(end)) await Promise.race([once(shell.stdout, 'data'), ended])
      return output.slice(before, -end.length)
    },
    close: () => void shell.stdin.end(),
  }
}

describe('the documentation', () => {
  let service: TestApp
  let folder: string
  let shell: ReturnType<typeof openShell>

  beforeAll(async () => {
    service = await testApp()
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

  it('has commands to run', () => expect(PAGES.map((page) => samplesOf(page).length > 2)).toEqual([true, true]))

  for (const page of PAGES) {
    for (const [i, { commands, prints }] of samplesOf(page).entries()) {
      it(`works as pasted: ${page}, sample ${i + 1}`, async () => {
        const printed = await shell.run(commands.replaceAll(ORIGIN, service.origin))
        if (prints !== undefined) expect(printed).toBe(prints)
        expect(printed).not.toContain('undefined')
        await service.settle() // what follows happens before a reader pastes the next one
      })
    }
  }

  it('leaves books that balance', async () => expect(await service.audit()).toEqual([]))
})
