/** `npm run devnet` test: tokens move on a local chain, in both directions, and nothing is left behind. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { kind } from '../harness/database/database.ts'
import { binary } from '../rails/evm/chain.ts'
import { runScript } from './run-script.ts'

const folder = mkdtempSync(join(tmpdir(), 'causeway-devnet-'))

describe.runIf(binary && kind === 'embedded')('npm run devnet', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('receives and pays tokens on its own chain', async () => {
    const { code, printed } = await runScript('devnet', { CAUSEWAY_DEVNET_DIR: join(folder, 'data') }, '--once')
    expect(code, printed).toBe(0)
    expect(printed).toMatch(/Credited +after 4 confirmations: http:\/\/localhost:\d+\/payments\/Transaction:/)
    const [, recipient] = /Submitted +25\.00 USDC to (0x\w{40})/.exec(printed) ?? []
    expect(printed).toContain(`balance of ${recipient} in the token: 25.000000 USDC`)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })
})
