/** Package tests: the list of packages that a build contains, and the gate for advisories. */
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const LOCK: Record<string, { version: string; dev?: true; devOptional?: true; optional?: true }> = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
).packages

interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly licenses?: unknown[]
  readonly hashes?: { alg: string }[]
}

describe('the bill of materials', () => {
  let components: readonly Component[]

  beforeAll(() => {
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'pipe' })
    execFileSync(process.execPath, ['scripts/packages/sbom.mjs'], { stdio: 'pipe' })
    const written = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8'))
    expect(written).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'causeway' } } })
    components = written.components
  })

  it('lists every package that production installs, with the version of the lock file', () => {
    const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
    const installed = Object.entries(LOCK).filter(
      ([path, one]) => path && !one.dev && !one.devOptional && !one.optional,
    )
    const missing = installed
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
      .filter((one) => !listed.has(one))
    expect(installed.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  it('lists the packages of the dashboard, and none that are used only to build or test', () => {
    const names = components.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['react', 'react-dom', '@tanstack/react-router', '@fontsource-variable/inter']),
    )
    for (const tool of ['vitest', 'playwright-core', 'vite', 'esbuild']) expect(names).not.toContain(tool)
  })

  it('has a package URL, a licence and a hash for each', () => {
    for (const { name, purl, licenses, hashes } of components) {
      expect(purl, name).toMatch(/^pkg:npm\//)
      expect([licenses?.length, hashes?.[0]?.alg], name).toEqual([1, 'SHA-512'])
    }
  })
})

describe('the gate for advisories', () => {
  let advisories: Record<string, unknown> | undefined
  const { version = '' } = LOCK['node_modules/fastify'] ?? {}
  const fastify = {
    name: 'fastify',
    'dist-tags': { latest: version },
    versions: { [version]: { name: 'fastify', version } },
  }
  const registry = createServer(({ method }, reply) => {
    const answer = method === 'GET' ? fastify : advisories
    if (answer) reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    else reply.writeHead(405).end()
  })
  const advisory = (severity: string) => ({
    fastify: [
      {
        id: 1,
        url: 'https://advisories.example/1',
        title: 'Request smuggling',
        severity,
        vulnerable_versions: '*',
        cwe: [],
        cvss: { score: 0, vectorString: null },
      },
    ],
  })

  beforeAll(() => once(registry.listen(0, '127.0.0.1'), 'listening'))
  afterAll(() => registry.close())

  /** Exit code and output with a registry that has these advisories; undefined: it does not serve advisories. */
  function check(known: typeof advisories): Promise<{ code: number; output: string }> {
    advisories = known
    const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
    // npm caches advisories, so each check has its own cache.
    const cache = mkdtempSync(join(tmpdir(), 'causeway-npm-'))
    const env = { ...process.env, npm_config_registry: url, npm_config_cache: cache }
    return new Promise((resolve) => {
      execFile(process.execPath, ['scripts/packages/advisories.mjs'], { env }, (error, output) => {
        rmSync(cache, { recursive: true })
        resolve({ code: Number(error?.code ?? 0), output })
      })
    })
  }

  it('fails for a high advisory of a package that production runs, and names both', async () => {
    const { code, output } = await check(advisory('high'))
    expect(code).toBe(1)
    expect(output).toContain('fastify *: high. https://advisories.example/1')
  })

  it('passes a moderate one', async () => {
    expect(await check(advisory('moderate'))).toMatchObject({
      code: 0,
      output: expect.stringContaining('No high or critical'),
    })
  })

  it('reports that nothing was checked when the registry serves no advisories', async () => {
    expect(await check(undefined)).toMatchObject({
      code: 0,
      output: expect.stringContaining('packages were not checked'),
    })
  })
})
