/** Image tests: the files of the Dockerfile, and nothing else, run production as an unprivileged user. */
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealSecret } from '../../src/composition/going-live/seal-secret.ts'
import { type FreshDatabase, freshDatabase, kind } from '../harness/database/database.ts'
import { freePort, unprivileged } from '../harness/database/postgres.ts'
import { type FakeVault, fakeVault } from '../harness/fake-vault.ts'
import { imageFiles, stages } from './dockerfile.ts'

/** Packages that the bundle loads at run time, and their dependencies. */
const APART = ['@electric-sql/pglite', '@scalar/fastify-api-reference', 'secp256k1', 'ssh2']
const LOCK = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages

/** Copies a package and its dependencies; development dependencies are refused, because the image has none. */
function copyPackage(name: string, to: string): void {
  const path = `node_modules/${name}`
  if (existsSync(join(to, path)) || !existsSync(path)) return
  if (LOCK[path].dev) throw new Error(`${name} is not in the image`)
  mkdirSync(dirname(join(to, path)), { recursive: true })
  cpSync(path, join(to, path), { recursive: true })
  for (const needed of Object.keys(LOCK[path].dependencies ?? {})) copyPackage(needed, to)
}

describe.runIf(kind === 'postgres')('the files of the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-image-'))
  const app = join(folder, 'app')
  const data = join(folder, 'data')
  const user = unprivileged()
  const rates = createServer((_, reply) => reply.end(JSON.stringify({ rates: { USD: '1', EUR: '0.92' } })))
  let database: FreshDatabase
  let vault: FakeVault
  let env: Record<string, string>

  const secret = (name: string, value: string): string => {
    const file = join(folder, name)
    writeFileSync(file, value, { mode: 0o400 })
    if (user) chownSync(file, user.uid, user.gid)
    return file
  }

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'pipe' })
    execFileSync('chmod', ['755', folder])
    for (const [from, to] of imageFiles())
      if (from !== 'node_modules')
        cpSync(from, join(app, to), { recursive: true, filter: (it) => !it.endsWith('.map') })
    for (const name of APART) copyPackage(name, app)
    mkdirSync(data)
    if (user) chownSync(data, user.uid, user.gid)
    await once(rates.listen(0, '127.0.0.1'), 'listening')
    database = await freshDatabase()
    const url = `http://127.0.0.1:${(rates.address() as AddressInfo).port}`
    vault = await fakeVault()
    const custodyKey = randomBytes(32).toString('hex')
    const fixed = (stages().at(-1) ?? []).filter(({ name }) => name === 'ENV').flatMap(({ words }) => words.split(' '))
    env = {
      ...Object.fromEntries(fixed.map((word) => word.split('=') as [string, string])),
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      CAUSEWAY_DATA_DIR: data,
      CAUSEWAY_RATES_QUORUM: '1',
      CAUSEWAY_DURABILITY: 'single',
      DATABASE_URL_FILE: secret('database_url', database.url as string),
      CAUSEWAY_SECRET_KEY_FILE: secret('secret_key', randomBytes(32).toString('hex')),
      ...vault.env,
      CAUSEWAY_CUSTODY_KEY_FILE: secret('custody_key', await sealSecret(vault.env, 'CAUSEWAY_CUSTODY_KEY', custodyKey)),
      CAUSEWAY_RATES_URLS_FILE: secret('rates_urls', `${url}/rates`),
    }
  })
  afterAll(async () => {
    rates.close()
    vault?.close()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const commandIn = (name: string): [string, ...string[]] => {
    const words = stages()
      .at(-1)
      ?.find((it) => it.name === name)?.words as string
    return JSON.parse(words.slice(words.indexOf('['))) as [string, ...string[]]
  }

  it('start production with secrets from files, one of them sealed, pass the health check, run the command line, and shut down cleanly', async () => {
    const options = { cwd: app, env, ...user }
    const [node, ...args] = commandIn('ENTRYPOINT')
    const service = spawn(node, args, options)
    const ended = once(service, 'exit')
    let said = ''
    for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (said += text))
    try {
      const [checker, ...check] = commandIn('HEALTHCHECK')
      const isHealthy = () => spawnSync(checker, check, options).status === 0
      expect(isHealthy()).toBe(false)
      await new Promise<void>((resolve, reject) => {
        service.stdout.on('data', () => said.includes('Causeway production is ready') && resolve())
        void ended.then(() => reject(new Error(said)))
      })
      expect(isHealthy()).toBe(true)
      const origin = `http://127.0.0.1:${env.PORT}`
      for (const path of ['/docs/operating', '/docs/client', '/docs/security', '/.well-known/jwks.json'])
        expect((await fetch(origin + path)).status, path).toBe(200)
      const listed = await promisify(execFile)(node, ['dist/causeway.js', 'platforms', 'list'], options)
      expect(JSON.parse(listed.stdout)).toEqual([])
    } finally {
      service.kill('SIGTERM')
    }
    expect([(await ended)[0], said]).toEqual([0, expect.not.stringContaining('Warning')])
  })
})
