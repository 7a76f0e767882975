/** Secret scan: no file of the repository contains a credential. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
import { describe, expect, it } from 'vitest'

/** Keys that protect nothing, by file. */
const PUBLIC_KEYS: Readonly<Record<string, string>> = {
  'test/rails/lightning/fake-node.key.pem': 'TLS key of the fake Lightning node, which listens on 127.0.0.1 in tests',
}

const RULE = '@secretlint/secretlint-rule-preset-recommend'
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(path))

/** Findings as line and rule, without the secret itself. */
async function secretsIn(path: string, content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: resolve(path), content, ext: extname(path), contentType: 'text' },
    options: { config: { rules: [{ id: RULE, rule: creator }] }, noPhysicFilePath: true },
  })
  return messages.map(({ loc, ruleId }) => `${path}:${loc.start.line} ${ruleId}`)
}

describe('the files of the repository', () => {
  it('contain no credentials', async () => {
    expect(files.length).toBeGreaterThan(1000)
    const found: string[] = []
    for (const path of files) {
      const content = readFileSync(path)
      if (!(path in PUBLIC_KEYS) && !content.includes(0)) found.push(...(await secretsIn(path, content.toString())))
    }
    expect(found).toEqual([])
  })

  it.each(Object.keys(PUBLIC_KEYS))('contain the key %s, which the scan detects', async (path) => {
    expect(await secretsIn(path, readFileSync(path, 'utf8'))).toHaveLength(1)
  })

  it.each([
    ['a secret key of AWS', `AWS_SECRET_ACCESS_KEY=${'a1B2c3D4e5'.repeat(4)}`],
    ['a token of GitHub', `token: ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`],
    ['a database password in a URL', `postgres://causeway:${'s3cr3t-W0rd'}@db.internal.net:5432/causeway`],
  ])('are searched for %s', async (_, content) => {
    expect(await secretsIn('src/example.ts', content)).not.toEqual([])
  })
})
