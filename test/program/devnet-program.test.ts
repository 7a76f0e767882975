/** `npm run devnet` test: tokens move on a local chain, in both directions, and nothing is left behind. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { kind } from '../harness/database/database.ts'
import { binary } from '../rails/evm/chain.ts'

const root = new URL('../..', import.meta.url)
const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'causeway-devnet-'))

/** What it printed, and how it ended. */
async function devnet() {
  const program = spawn(`${scripts.devnet} --once`, {
    cwd: root,
    shell: true,
    detached: true,
    env: { ...process.env, CAUSEWAY_DEVNET_DIR: join(folder, 'data') },
  })
  let printed = ''
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (printed += text))
  try {
    const [code] = await once(program, 'close', { signal: AbortSignal.timeout(500_000) })
    return { code, printed }
  } catch {
    process.kill(-(program.pid as number), 'SIGKILL')
    throw new Error(`It did not end: ${printed}`)
  }
}

describe.runIf(binary && kind === 'embedded')('npm run devnet', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('receives and pays tokens on a chain of its own', async () => {
    const { code, printed } = await devnet()
    expect(code, printed).toBe(0)
    expect(printed).toMatch(/Credited +after 4 confirmations: http:\/\/localhost:\d+\/payments\/Transaction:/)
    const [, recipient] = /Submitted +25\.00 USDC to (0x\w{40})/.exec(printed) ?? []
    expect(printed).toContain(`the token says that ${recipient} holds 25.000000 USDC`)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })
})
