/** Private file tests: permissions, and secrets in files instead of variables. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isExposed, withSecretFiles } from './private-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'causeway-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(content: string, mode = 0o600): string {
  const path = join(folder, `secret-${mode.toString(8)}-${content.length}`)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

describe('a private file', () => {
  it.each([
    [0o600, 1000, false],
    [0o400, 0, false],
    [0o440, 0, false],
    [0o640, 1000, true],
    [0o660, 0, true],
    [0o444, 0, true],
    [0o604, 1000, true],
  ])('of mode %o that belongs to user %i is exposed: %s', (mode, uid, exposed) => {
    expect(isExposed({ mode: 0o100000 | mode, uid })).toBe(exposed)
  })
})

describe('a secret in a file', () => {
  const NAMES = ['DATABASE_URL', 'CAUSEWAY_SECRET_KEY']

  it('is the value of the variable, without the line break at its end', () => {
    const { env, faults } = withSecretFiles({ PORT: '1', DATABASE_URL_FILE: file('postgres://u:p@h/d\n') }, NAMES)
    expect(env).toMatchObject({ PORT: '1', DATABASE_URL: 'postgres://u:p@h/d' })
    expect(faults).toEqual([])
  })

  it('is refused beside the variable itself, and the message shows neither', () => {
    const { faults } = withSecretFiles({ DATABASE_URL: 'canary-a', DATABASE_URL_FILE: file('canary-b') }, NAMES)
    expect(faults).toEqual(['DATABASE_URL and DATABASE_URL_FILE are both set; keep one of them'])
  })

  it.runIf(process.platform !== 'win32')('is refused when the file is missing, empty or readable by others', () => {
    const given = { DATABASE_URL_FILE: file('canary', 0o644), CAUSEWAY_SECRET_KEY_FILE: join(folder, 'none') }
    const { env, faults } = withSecretFiles(given, NAMES)
    expect(faults).toEqual([
      expect.stringContaining('DATABASE_URL_FILE cannot be read: '),
      expect.stringContaining('CAUSEWAY_SECRET_KEY_FILE cannot be read: '),
    ])
    expect(env.DATABASE_URL).toBeUndefined()
    expect(withSecretFiles({ DATABASE_URL_FILE: file('\n') }, NAMES).faults).toEqual([
      expect.stringContaining('DATABASE_URL_FILE names an empty file'),
    ])
  })

  it('is not read for a variable that is not a secret, or is empty', () => {
    const { env, faults } = withSecretFiles({ PORT_FILE: file('80'), DATABASE_URL_FILE: '' }, NAMES)
    expect([env.PORT, env.DATABASE_URL, faults]).toEqual([undefined, undefined, []])
  })
})
