/** Production tests: no import of the sandbox's files, and none of its magic values. */
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  FAILING_SENDERS,
  PAYOUT_OUTCOMES,
  SANDBOX_UMA_DOMAIN,
  TRANSFER_OUTCOMES,
  UMA_OUTCOMES,
} from '../../contract/sandbox/outcomes.ts'

/** Files that only the sandbox mode loads. */
const SANDBOX_ENTRANCES = [
  'src/composition/providers/sandbox.ts',
  'src/composition/seed/seed.ts',
  'src/composition/seed/seed-second-bank.ts',
]

/** Every file that a process reaches from an entry, dynamic imports included, unless they are left out. */
async function reachable(entry: string, without: readonly string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    outdir: 'unused',
    packages: 'external',
    logLevel: 'silent',
  })
  const found = new Set<string>()
  const walk = (file: string): void => {
    if (found.has(file) || without.includes(file)) return
    found.add(file)
    for (const { path } of metafile.inputs[file]?.imports ?? []) if (path in metafile.inputs) walk(path)
  }
  walk(entry)
  return [...found]
}

describe('the production program', () => {
  let files: string[] = []
  beforeAll(async () => {
    files = await reachable('src/main.ts', SANDBOX_ENTRANCES)
  })

  it('reaches the parts of production', () => {
    expect(files.length).toBeGreaterThan(80)
    expect(files).toContain('src/composition/providers/production.ts')
  })

  it('does not reach a file of the sandbox', () => {
    const own = (file: string) => /(^|\/)sandbox[^/]*(\/|\.ts$)/.test(file) && !file.startsWith('contract/')
    expect(files.filter(own)).toEqual([])
  })

  it('would reach them if the sandbox mode were not excluded', async () => {
    expect(await reachable('src/main.ts', [])).toEqual(
      expect.arrayContaining(['src/providers/rails/sandbox.ts', 'src/domain/sandbox/api.ts']),
    )
  })

  it('does not contain a magic value', () => {
    const scenarios = [
      ...Object.values(PAYOUT_OUTCOMES),
      ...Object.values(TRANSFER_OUTCOMES),
      ...Object.values(UMA_OUTCOMES),
      ...Object.values(FAILING_SENDERS),
    ].map(({ scenario }) => scenario)
    const magic = [
      SANDBOX_UMA_DOMAIN,
      ...Object.keys(UMA_OUTCOMES),
      ...Object.keys(FAILING_SENDERS),
      ...scenarios,
      'sandbox-valid-signature',
      'sandbox-valid-passkey-signature',
      'sandbox-valid-oidc-token',
    ]
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return magic.filter((value) => text.includes(value)).map((value) => `${file}: ${value}`)
    })
    expect(found).toEqual([])
  })
})
