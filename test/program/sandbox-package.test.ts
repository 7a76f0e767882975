/** Sandbox package: the example project installs the tarballs without a network, and its tests pass. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { packClient } from '../harness/client-project.ts'
import { kind } from '../harness/database/database.ts'
import { databaseOn, onServer } from '../harness/database/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'causeway-example-'))
const project = join(folder, 'test-suite')
/** @throws Error with what the command printed */
function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}

describe('the example of a test suite', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('installs the packages offline, and passes on the embedded database and on PostgreSQL', async () => {
    cpSync('examples/test-suite', project, { recursive: true })
    const client = packClient(project)
    execFileSync(process.execPath, ['scripts/packages/sandbox.mjs'])
    const sandbox = join(
      project,
      run('npm', ['pack', resolve('dist/packages/sandbox'), '--silent', '--offline']).trim(),
    )
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    manifest.dependencies['causeway-client'] = `file:${client}`
    manifest.devDependencies['causeway-sandbox'] = `file:${sandbox}`
    // These would otherwise come from the registry.
    manifest.overrides = {
      '@electric-sql/pglite': `file:${resolve('node_modules/@electric-sql/pglite')}`,
      'causeway-client': `file:${client}`,
    }
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
    run('npm', ['install', '--offline', '--no-audit', '--no-fund'])
    expect(existsSync(join(project, 'node_modules/causeway-sandbox/template'))).toBe(true)

    expect(run('npm', ['test', '--silent'])).toMatch(/^# pass 4$/m)
    if (kind === 'embedded') return
    const { url } = inject('postgres')
    expect(run('npm', ['test', '--silent'], { DATABASE_URL: url })).toMatch(/^# pass 4$/m)
    const left = await onServer(
      databaseOn(url, 'postgres'),
      "select 1 from pg_database where starts_with(datname, 'causeway_sandbox_')",
    )
    expect(left).toEqual([])
  })
})
