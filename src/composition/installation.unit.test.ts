/** Installation tests: sources of its keys, and their file permissions. */
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { readMasterKeys, readSecrets } from './installation.ts'

const [ONE, TWO] = ['ab'.repeat(32), 'cd'.repeat(32)]

describe('the keys of an installation', () => {
  let folder: string
  const config = (env: Record<string, string> = {}) => readConfig({ ...env, CAUSEWAY_DATA_DIR: folder })
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'causeway-keys-'))))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('come from the environment', () => {
    const keys = readMasterKeys(config({ CAUSEWAY_CUSTODY_KEY: ONE, CAUSEWAY_FORMER_CUSTODY_KEYS: TWO }))
    expect(keys).toEqual({ current: Buffer.from(ONE, 'hex'), former: [Buffer.from(TWO, 'hex')] })
  })

  it('are generated once, in files that only their owner can read, and differ', () => {
    const { current } = readMasterKeys(config())
    expect(current).toHaveLength(32)
    expect(readMasterKeys(config()).current).toEqual(current)
    expect(readSecrets(config()).current).not.toEqual(current)
    for (const name of ['custody.key', 'secret.key']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it.runIf(process.platform !== 'win32')('are refused when other users can read their file', () => {
    const file = join(folder, 'custody.key')
    readMasterKeys(config())
    chmodSync(file, 0o644)
    expect(() => readMasterKeys(config())).toThrow(`${file} is readable by other users; run: chmod 600`)
  })
})
