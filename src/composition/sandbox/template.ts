/** Template of sandboxes: a migrated database with the cast, so that each sandbox starts from a copy. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { movableClock } from '../../core/clock.ts'
import { loadProgram, openEmbedded, type Program } from '../../infra/db/embedded/embedded.ts'
import { migrate } from '../../infra/db/migrate.ts'
import type { MadePlatform } from '../../operator/make-platform.ts'
import { seedCast, seedPlatform } from '../seed/seed.ts'
import { type Keys, startService } from './in-process.ts'

export interface Template extends Keys {
  /** The platform with the cast. */
  readonly platform: MadePlatform
  /** The database and its program, as `openEmbedded` takes them. */
  readonly snapshot: Blob
  readonly program: Program
}

export const newKeys = (): Keys => ({
  secret: randomBytes(32).toString('hex'),
  masterKey: randomBytes(32).toString('hex'),
})

const DATABASE = 'database.tar.gz'
const FACTS = 'template.json'

/** Makes the template in a folder. */
export async function writeTemplate(folder: string): Promise<void> {
  const store = await openEmbedded({})
  await migrate(store)
  const keys = newKeys()
  const service = await startService({ store, clock: movableClock(), ...keys })
  const platform = await seedPlatform(service.app, 'Acme Pay', 'acme.example')
  await seedCast(service.app, platform.platformId)
  await service.app.runner.settle()
  await service.app.close()
  // So that no copy has to replay the log.
  await store.script('checkpoint')
  const database = Buffer.from(await (await store.dump()).arrayBuffer())
  await store.close()
  service.removeFiles()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, DATABASE), await promisify(gzip)(database))
  writeFileSync(join(folder, FACTS), JSON.stringify({ ...keys, platform }))
}

/** @throws Error when there is no template in the folder */
export async function readTemplate(folder: string): Promise<Template> {
  const [database, program] = await Promise.all([
    promisify(gunzip)(readFileSync(join(folder, DATABASE))),
    loadProgram(),
  ])
  return { ...JSON.parse(readFileSync(join(folder, FACTS), 'utf8')), snapshot: new Blob([database]), program }
}
